#include "codecs/dataset_xml/sql_xml.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "codecs/dataset_xml/prefixes.h"

namespace dotwire::dataset_xml {
namespace {

// Writes the nodes of a fragment as XmlTextWriter does.
class FragmentWriter {
 public:
  struct Form {
    Markup markup;
    std::string_view line;     // before markup at the top; empty: on no lines of their own
    bool has_default = false;  // around the fragment
    bool white_space = true;   // nodes of nothing else count
  };

  FragmentWriter(Buffer& out, xml::Reader& reader, const Form& form) : out_(out), reader_(reader), form_(form) {
    open_.push_back({});
  }

  // From the reader's place to the end of the element that it is in.
  Status run() {
    const std::size_t depth = reader_.depth();
    if (reader_.is_empty_element()) return skip_end();
    while (true) {
      DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
      if (node == xml::NodeKind::End && reader_.depth() < depth) return {};
      write(node);
    }
  }

  bool has_markup() const { return open_[0].markup; }
  bool is_mixed() const { return open_[0].mixed; }
  bool is_sound() const { return sound_; }

 private:
  struct Open {
    bool markup = false;  // something on a line of its own
    bool mixed = false;
    bool empty = false;
    std::size_t declared = 0;  // before it
  };

  Status skip_end() {
    DOTWIRE_TRY([[maybe_unused]] const xml::NodeKind end, reader_.next());
    return {};
  }

  void write(xml::NodeKind node) {
    switch (node) {
      case xml::NodeKind::Start: return start();
      case xml::NodeKind::End: return end();
      case xml::NodeKind::Whitespace:
        if (!form_.white_space) return;
        [[fallthrough]];
      case xml::NodeKind::Text:
        open_.back().mixed = true;
        sound_ &= form_.markup.append_text(out_, reader_.text());
        return;
      case xml::NodeKind::CData: open_.back().mixed = true; return wrapped("<![CDATA[", "]]>");
      case xml::NodeKind::Comment: line(); return wrapped("<!--", "-->");
      case xml::NodeKind::ProcessingInstruction:
        line();
        out_.append("<?");
        out_.append(reader_.target());
        if (!reader_.text().empty()) out_.push_back(' ');
        return wrapped("", "?>");
      case xml::NodeKind::EndOfDocument: return;
    }
  }

  void wrapped(std::string_view before, std::string_view after) {
    out_.append(before);
    out_.append(reader_.text());
    out_.append(after);
  }

  // Before markup that stands in the innermost element.
  void line() {
    open_.back().markup = true;
    new_line(open_.size() - 1);
  }
  void new_line(std::size_t depth) {
    if (form_.line.empty() || open_.back().mixed) return;
    out_.append(form_.line);
    out_.append(std::string(2 * depth, ' '));
  }

  void start() {
    line();
    out_.push_back('<');
    out_.append(reader_.raw_name());
    open_.push_back({.mixed = open_.back().mixed, .empty = reader_.is_empty_element(), .declared = declared_.size()});
    write_attributes();
    out_.append(reader_.is_empty_element() ? form_.markup.empty_end() : ">");
  }

  void end() {
    const Open done = open_.back();
    if (!done.empty) {
      if (!done.mixed && !form_.line.empty()) new_line(open_.size() - 2);
      out_.append("</");
      out_.append(reader_.raw_name());
      out_.push_back('>');
    }
    declared_.resize(done.declared);
    open_.pop_back();
  }

  // In the order of the tag, then what it takes from further out.
  void write_attributes() {
    struct Piece {
      const char* at;
      const xml::Attribute* attribute;
      const xml::NamespaceDeclaration* declaration;
    };
    std::vector<Piece> pieces;
    for (const xml::Attribute& attribute : reader_.attributes()) pieces.push_back({attribute.at, &attribute, nullptr});
    for (const xml::NamespaceDeclaration& each : reader_.declarations()) pieces.push_back({each.at, nullptr, &each});
    std::ranges::sort(pieces, {}, &Piece::at);
    for (const Piece& piece : pieces) {
      if (piece.declaration != nullptr) {
        const std::string_view prefix = reader_.string(piece.declaration->prefix);
        const std::string_view uri = reader_.string(piece.declaration->name_space);
        if (!prefix.empty() || default_here() != uri) declare(prefix, uri);
        continue;
      }
      out_.push_back(' ');
      out_.append(reader_.raw_name(*piece.attribute));
      out_.append("=\"");
      sound_ &= form_.markup.append_value(out_, piece.attribute->value);
      out_.push_back('"');
    }
    use(reader_.string(reader_.prefix()), reader_.string(reader_.name_space()));
    for (const xml::Attribute& attribute : reader_.attributes()) {
      const std::string_view raw = reader_.raw_name(attribute);
      const std::size_t colon = raw.find(':');
      if (colon != std::string_view::npos) use(raw.substr(0, colon), reader_.string(attribute.name_space));
    }
  }

  std::string_view default_here() const {
    for (std::size_t i = declared_.size(); i-- > 0;) {
      if (declared_[i].first.empty()) return declared_[i].second;
    }
    return form_.has_default ? std::string_view("\n") : std::string_view();  // of no known name
  }
  bool is_declared(std::string_view prefix, std::string_view uri) const {
    if (prefix.empty()) return default_here() == uri;
    if (prefix == "xml") return true;
    for (std::size_t i = declared_.size(); i-- > 0;) {
      if (declared_[i].first == prefix) return declared_[i].second == uri;
    }
    return false;
  }
  void use(std::string_view prefix, std::string_view uri) {
    if (!is_declared(prefix, uri)) declare(prefix, uri);
  }
  void declare(std::string_view prefix, std::string_view uri) {
    out_.append(declaration_text(form_.markup, prefix, uri));
    declared_.emplace_back(prefix, uri);
  }

  Buffer& out_;
  xml::Reader& reader_;
  Form form_;
  std::vector<Open> open_;
  std::vector<std::pair<std::string, std::string>> declared_;
  bool sound_ = true;
};

// Gives the reader the document that has the text inside its root, and moves it there.
Status open_fragment(xml::Reader& reader, std::string_view xml, std::string& document) {
  const std::size_t declaration = xml.starts_with("<?xml ") ? xml.find("?>") : std::string_view::npos;
  if (declaration != std::string_view::npos) xml.remove_prefix(declaration + 2);
  document = "<xml>";
  document += xml;
  document += "</xml>";
  const auto refuse = [](Error error) {
    return Error(ErrorCode::NotRepresentable, "a SqlXml that is not well-formed: " + error.message());
  };
  if (Status opened = reader.open_text(document); !opened.ok()) return refuse(std::move(opened).error());
  Result<xml::NodeKind> root = reader.next();
  if (!root.ok()) return refuse(std::move(root).error());
  return {};
}

Status write_fragment(std::string_view xml, Buffer& out, const FragmentWriter::Form& form, bool& has_markup) {
  xml::Reader reader(xml::ReaderOptions::as_xml_text_reader());
  std::string document;
  DOTWIRE_TRY(open_fragment(reader, xml, document));
  FragmentWriter writer(out, reader, form);
  Status status = writer.run();
  if (status.ok()) {
    // The root's end tag is the last thing, or the text closed it.
    const Result<xml::NodeKind> end = reader.next();
    if (!end.ok()) status = Status(Error(end.error().code(), end.error().message()));
  }
  if (!status.ok()) {
    return Error(ErrorCode::NotRepresentable, "a SqlXml that is not well-formed: " + status.error().message());
  }
  if (!writer.is_sound()) return Error(ErrorCode::NotRepresentable, "text holds a lone surrogate");
  has_markup = writer.has_markup() && !writer.is_mixed();
  return {};
}

}  // namespace

Status append_sql_xml(Buffer& out, const SqlXmlPlace& place, std::string_view xml) {
  const std::size_t start = out.size();
  out.push_back('>');
  const std::string inner = place.line.empty() ? std::string() : std::string(place.line) + "  ";
  bool has_markup = false;
  Markup markup = place.markup;
  markup.unfit = xml::for_names(markup.unfit);  // it is XML already
  DOTWIRE_TRY(write_fragment(xml, out, {markup, inner, place.has_default, true}, has_markup));
  if (out.size() == start + 1) {
    out.resize(start);
    out.append(place.markup.empty_end());
    return {};
  }
  if (has_markup) out.append(place.line);
  out.append("</");
  out.append(place.name);
  out.push_back('>');
  return {};
}

Result<std::string> read_sql_xml(xml::Reader& reader) {
  Buffer out;
  FragmentWriter writer(out, reader, {.markup = {}, .line = {}, .has_default = false, .white_space = false});
  DOTWIRE_TRY(writer.run());
  if (!writer.is_sound()) return reader.error(ErrorCode::TypeMismatch, "a lone surrogate in a SqlXml");
  return std::string(out.text());
}

Result<std::string> sql_xml_as_read(std::string_view xml) {
  Buffer out;
  bool has_markup = false;
  DOTWIRE_TRY(
      write_fragment(xml, out, {.markup = {}, .line = {}, .has_default = false, .white_space = false}, has_markup));
  return std::string(out.text());
}

}  // namespace dotwire::dataset_xml

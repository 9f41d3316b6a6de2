#include "formats/registry/xml_nodes.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/byte_reader.h"
#include "base/try.h"
#include "wire/nrbf/event_text.h"
#include "wire/xml/reader.h"
#include "wire/xml/roots.h"

namespace dotwire::registry {
namespace {

constexpr std::size_t kLongestName = 200;

class XmlWalker final : public Event {
 public:
  XmlWalker(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary)
      : input_(input), reader_(reader_options(options)), visitor_(visitor), summary_(summary) {}

  Status run() {
    DOTWIRE_TRY(reader_.open(input_));
    for (;;) {
      summary_.record_index = index = next_index_;
      Result<xml::NodeKind> node = reader_.next();
      if (!node.ok()) return damaged(std::move(node).error());
      if (*node == xml::NodeKind::EndOfDocument) break;
      if (*node == xml::NodeKind::End) {
        leave();
        continue;
      }
      if (!visit(*node)) {
        summary_.stopped = true;
        return {};
      }
    }
    summary_.payload_size = input_.size();
    return {};
  }

  std::string path(std::size_t max_steps) const override {
    std::string text;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_.size() > max_steps && i == max_steps / 2) {
        text += "/...";
        i = open_.size() - max_steps / 2;
      }
      if (!text.empty()) text += '/';
      text += nrbf::quoted_part(reader_.string(open_[i].local), kLongestName);
      if (open_[i].number > 1) text += '[' + std::to_string(open_[i].number) + ']';
    }
    return text;
  }

  std::string detail(std::size_t max_text) const override {
    if (node_ == xml::NodeKind::Start) {
      std::string text = nrbf::quoted_part(reader_.raw_name(), max_text);
      for (const xml::Attribute& attribute : reader_.attributes()) {
        text += ' ' + nrbf::quoted_part(reader_.raw_name(attribute), max_text) + "=\"" +
                nrbf::quoted_part(attribute.value, max_text) + '"';
        if (text.size() > max_text * 4) return text + " ...";
      }
      return text;
    }
    return '"' + nrbf::quoted_part(reader_.text(), max_text) + '"';
  }

 private:
  // An open element, and how many children of each name it had.
  struct Open {
    xml::StringId local;
    std::uint64_t number;
    std::size_t first_count;  // of its children, in counts_
  };
  struct Count {
    xml::StringId local;
    std::uint64_t count;
  };

  static xml::ReaderOptions reader_options(const Options& options) {
    xml::ReaderOptions how = xml::ReaderOptions::as_xml_text_reader();
    how.limits = options.limits;
    return how;
  }

  Error damaged(Error error) {
    summary_.record_offset = error.has_offset() ? error.offset() : 0;
    summary_.record_kind = "node";
    if (error.path().empty()) error.set_path(path(32));
    return error;
  }

  bool visit(xml::NodeKind node) {
    node_ = node;
    depth = static_cast<std::uint32_t>(open_.size());
    is_record = node == xml::NodeKind::Start;
    kind = name_of(node);
    if (node == xml::NodeKind::Start) enter();
    offset = summary_.record_offset = reader_.offset_of(reader_.node_begin());
    length = reader_.offset_of(reader_.position()) - offset;
    summary_.record_kind = kind;
    summary_.payload_size = offset + length;
    summary_.records = ++next_index_;
    return visitor_.visit(*this);
  }

  void enter() {
    const xml::StringId local = reader_.local();
    if (open_.empty()) {
      const bool is_schema = reader_.is(reader_.intern("http://www.w3.org/2001/XMLSchema"), reader_.intern("schema"));
      schema_name_ = is_schema ? reader_.raw_name() : std::string_view();
    }
    open_.push_back({local, count(local), counts_.size()});
  }

  // How many children of that name the innermost element has now. Few names are looked at: documents of rows have one.
  std::uint64_t count(xml::StringId local) {
    constexpr std::size_t kMostNames = 64;
    const std::size_t first = open_.empty() ? 0 : open_.back().first_count;
    for (std::size_t i = first; i < counts_.size() && i < first + kMostNames; ++i) {
      if (counts_[i].local == local) return ++counts_[i].count;
    }
    if (counts_.size() < first + kMostNames) counts_.push_back({local, 1});
    return 1;
  }

  void leave() {
    counts_.resize(open_.back().first_count);
    open_.pop_back();
    // Schemas of several namespaces follow each other.
    if (open_.empty() && !schema_name_.empty() && xml::another_follows(reader_, schema_name_)) {
      reader_.allow_another_root();
    }
  }

  static std::string_view name_of(xml::NodeKind node) {
    switch (node) {
      case xml::NodeKind::Start: return "Element";
      case xml::NodeKind::Text: return "Text";
      case xml::NodeKind::Whitespace: return "Whitespace";
      case xml::NodeKind::CData: return "CData";
      case xml::NodeKind::Comment: return "Comment";
      case xml::NodeKind::ProcessingInstruction: return "ProcessingInstruction";
      case xml::NodeKind::End:
      case xml::NodeKind::EndOfDocument: break;
    }
    return {};
  }

  std::span<const std::uint8_t> input_;
  xml::Reader reader_;
  EventVisitor& visitor_;
  WalkSummary& summary_;
  xml::NodeKind node_ = xml::NodeKind::Start;
  std::vector<Open> open_;
  std::string schema_name_;  // of the root, where that is xs:schema
  std::vector<Count> counts_;
  std::uint64_t next_index_ = 0;
};

class NoVisitor final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema";

// The tags of a text that may be cut or damaged, one after the other.
class Tags {
 public:
  struct Tag {
    std::string_view text;  // from '<' to before '>'
    std::size_t begin = 0;
    std::size_t depth = 0;  // elements around it
    bool end = false;
    bool empty = false;  // <a/>

    std::string_view local_name() const {
      const std::size_t from = end ? 2 : 1;
      const std::string_view name = text.substr(from, text.find_first_of(" \t\r\n/", from) - from);
      return name.substr(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
    }
    bool is_start(std::string_view name) const { return !end && local_name() == name; }
  };

  explicit Tags(std::string_view text) : text_(text) {}

  // Of elements; false behind the last one that is whole.
  bool next(Tag& tag) {
    while ((at_ = text_.find('<', at_)) < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      const std::string_view close = rest.starts_with("<!--")        ? "-->"
                                     : rest.starts_with("<![CDATA[") ? "]]>"
                                     : rest.starts_with("<?")        ? "?>"
                                                                     : ">";
      const bool is_tag = rest.size() > 1 && rest[1] != '!' && rest[1] != '?';
      const std::size_t end = is_tag ? end_of_tag(rest) : rest.find(close);
      if (end == std::string_view::npos) return false;
      const std::size_t begin = at_;
      at_ += end + close.size();
      if (!is_tag) continue;
      tag = {rest.substr(0, end), begin, depth_, rest[1] == '/', rest[end - 1] == '/'};
      if (tag.end) tag.depth = depth_ -= depth_ != 0 ? 1 : 0;
      if (!tag.end && !tag.empty) ++depth_;
      return true;
    }
    return false;
  }

  // Behind a start tag: to behind the end of its element.
  bool skip(const Tag& start) {
    if (start.empty) return true;
    const std::size_t depth = start.depth;
    Tag tag;
    while (next(tag)) {
      if (tag.end && tag.depth == depth) return true;
    }
    return false;
  }

 private:
  // Attribute values may hold '>'.
  static std::size_t end_of_tag(std::string_view rest) {
    for (std::size_t i = rest.find_first_of("\"'>"); i < rest.size(); i = rest.find_first_of("\"'>", i + 1)) {
      if (rest[i] == '>') return i;
      i = rest.find(rest[i], i + 1);
      if (i == std::string_view::npos) break;
    }
    return std::string_view::npos;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

enum class Behind : std::uint8_t { Cut, DiffGram, Other };

// What follows a schema, which is several elements where tables have namespaces of their own. `tag` is the last one
// that was looked at.
Behind behind_schema(Tags& tags, Tags::Tag& tag) {
  while (tag.is_start("schema")) {
    if (!tags.skip(tag) || !tags.next(tag)) return Behind::Cut;
  }
  return tag.is_start("diffgram") ? Behind::DiffGram : Behind::Other;
}

// A schema is the first element in the root.
XmlStart start_with_schema(const Tags::Tag& root, bool is_near, Behind behind) {
  const bool of_contracts = has(root.text, "http://schemas.datacontract.org/2004/07/System.Data");
  const bool contract = root.local_name() == "DataSet" || of_contracts;
  if (has(root.text, ":Type=") && has(root.text, "http://schemas.microsoft.com/2003/10/Serialization/"))
    return XmlStart::NetContract;
  if (contract && is_near) return XmlStart::Contract;
  return behind == Behind::DiffGram ? XmlStart::Reply : XmlStart::RowsWithSchema;
}

// Looks for a schema of System.Data's behind the root's start tag. One that is deeper counts with its DiffGram: those
// of services' descriptions have none.
XmlStart start_of_data(Tags& tags, const Tags::Tag& root, std::string_view text) {
  const std::size_t xsd = text.find(kXsd);
  bool is_first = true;
  Tags::Tag tag = root;
  bool more = tags.next(tag);
  while (more && tag.depth != 0) {
    if (!tag.is_start("schema") || tag.begin + tag.text.size() < xsd) {
      is_first = is_first && tag.end;
      more = tags.next(tag);
      continue;
    }
    const bool is_child = tag.depth == 1;
    const bool is_near = tag.begin == root.begin + root.text.size() + 1;
    const Behind behind = behind_schema(tags, tag);
    if (is_first && is_child) return start_with_schema(root, is_near, behind);
    if (is_child || behind != Behind::Other) return XmlStart::Reply;
    is_first = false;
  }
  return XmlStart::Other;
}

}  // namespace

Status walk_xml(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                WalkSummary& summary) {
  summary = {};
  return XmlWalker(input, options, visitor, summary).run();
}

Result<Measure> measure_xml(std::span<const std::uint8_t> input, const Options& options) {
  NoVisitor nothing;
  WalkSummary summary;
  DOTWIRE_TRY(walk_xml(input, options, nothing, summary));
  Measure measure;
  measure.size = input.size();
  return measure;
}

XmlStart xml_start(std::span<const std::uint8_t> input) {
  constexpr std::size_t kFar = std::size_t{1} << 20;
  std::string_view text = as_text(input);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] != '<') return XmlStart::NoXml;
  text = text.substr(start, kFar);
  Tags tags(text);
  Tags::Tag root;
  if (!tags.next(root) || root.end) return XmlStart::Other;
  const std::string_view name = root.local_name();
  if (name == "diffgram" && has(root.text, "urn:schemas-microsoft-com:xml-diffgram-v1")) return XmlStart::DiffGram;
  if (has(text, "urn:schemas-microsoft-com:xml-msdata")) {
    if (name == "schema" && has(root.text, kXsd)) return XmlStart::Schema;
    const XmlStart data = root.empty ? XmlStart::Other : start_of_data(tags, root, text);
    if (data != XmlStart::Other) return data;
  }
  const bool is_usual = root.text.starts_with("<DocumentElement") || root.text.starts_with("<NewDataSet");
  return is_usual ? XmlStart::Rows : XmlStart::Other;
}

}  // namespace dotwire::registry

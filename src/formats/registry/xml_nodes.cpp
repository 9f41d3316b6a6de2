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

// The local name of a start tag's element.
std::string_view local_name_of(std::string_view tag) {
  tag.remove_prefix(1);
  const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
  return name.substr(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
}

// Behind the root's start tag: how many start tags stand before that of the schema.
std::size_t elements_before_schema(std::string_view inside) {
  std::size_t count = 0;
  for (std::size_t at = inside.find('<'); at != std::string_view::npos; at = inside.find('<', at + 1)) {
    const std::string_view tag = inside.substr(at);
    if (local_name_of(tag) == "schema") return count;
    if (tag.size() > 1 && tag[1] != '!' && tag[1] != '?' && tag[1] != '/') ++count;
  }
  return count;
}

// A DiffGram stands behind the schema, which is several elements where tables have namespaces of their own.
bool diffgram_follows(std::string_view text) {
  constexpr std::size_t kFar = std::size_t{1} << 20;
  text = text.substr(0, kFar);
  while (true) {
    const std::size_t end = text.find(":schema>");
    if (end == std::string_view::npos) return false;
    const std::size_t next = text.find('<', end);
    if (next == std::string_view::npos) return false;
    text.remove_prefix(next);
    if (local_name_of(text) != "schema") return local_name_of(text) == "diffgram";
  }
}

// A root with a schema of System.Data's somewhere behind its start tag.
XmlStart start_with_schema(std::string_view root, std::string_view tag, std::string_view all) {
  const std::string_view inside = root.substr(std::min(tag.size() + 1, root.size()));
  if (elements_before_schema(inside) != 0) return XmlStart::Reply;
  const std::string_view name = local_name_of(tag);
  const bool contract = name == "DataSet" || has(tag, "http://schemas.datacontract.org/2004/07/System.Data");
  if (has(tag, ":Type=") && has(tag, "http://schemas.microsoft.com/2003/10/Serialization/"))
    return XmlStart::NetContract;
  if (contract && inside.starts_with('<')) return XmlStart::Contract;
  return diffgram_follows(all) ? XmlStart::Reply : XmlStart::RowsWithSchema;
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
  constexpr std::size_t kNear = 4096;
  std::string_view text = as_text(input.first(std::min(input.size(), kNear)));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] != '<') return XmlStart::NoXml;
  text.remove_prefix(start);
  if (text.starts_with("<?xml")) text.remove_prefix(std::min(text.find("?>"), text.size() - 2) + 2);
  const std::size_t element = text.find('<');
  if (element == std::string_view::npos) return XmlStart::Other;
  const std::string_view root = text.substr(element);
  const std::string_view tag = root.substr(0, root.find('>'));
  const bool is_data = has(text, "urn:schemas-microsoft-com:xml-msdata");
  if (has(tag, "urn:schemas-microsoft-com:xml-diffgram-v1")) return XmlStart::DiffGram;
  if (has(tag, ":schema ") && is_data) return XmlStart::Schema;
  if (has(text, ":schema ") && is_data) return start_with_schema(root, tag, as_text(input));
  if (root.starts_with("<DocumentElement") || root.starts_with("<NewDataSet")) return XmlStart::Rows;
  return XmlStart::Other;
}

}  // namespace dotwire::registry

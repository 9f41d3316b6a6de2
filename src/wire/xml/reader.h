// A pull reader over one XML document in memory: XML 1.0 with namespaces, without a document type declaration.
//
// It is strict, but for what ReaderOptions allow, and does not recurse. Names and namespaces come as small numbers that
// stay the same for the life of the reader, so that a consumer's plan compares integers. For documents of rows there
// are try_start, try_leaf and try_end, which take whole elements at once where they look as they usually do.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "wire/xml/document.h"
#include "wire/xml/string_table.h"

namespace dotwire::xml {

struct ReaderOptions {
  Limits limits;
  // Line ends in text become LF, white space in attribute values becomes spaces (XML 2.11, 3.3.3).
  bool normalize = true;
  // References to control characters, lone surrogates, U+FFFE and U+FFFF are taken: &#x0; gives U+0000.
  bool any_character_reference = false;
  // The same characters themselves are taken.
  bool any_character = false;

  // What XmlTextReader does with Normalization = false, as DataSet and DataTable use it.
  static ReaderOptions as_xml_text_reader() {
    ReaderOptions options;
    options.normalize = false;
    options.any_character_reference = true;
    return options;
  }
};

enum class NodeKind : std::uint8_t {
  Start,       // an element, with its attributes
  End,         // of an element; follows an empty one (<a/>) too
  Text,        // of an element, up to the next markup
  Whitespace,  // text that is nothing else, and holds no reference
  CData,
  Comment,
  ProcessingInstruction,
  EndOfDocument,
};

// A string of the reader's table. The first are fixed.
using StringId = std::uint32_t;
inline constexpr StringId kEmptyString = 0;     // the namespace of names that are in none
inline constexpr StringId kXmlPrefix = 1;       // "xml"
inline constexpr StringId kXmlNamespace = 2;    // "http://www.w3.org/XML/1998/namespace"
inline constexpr StringId kXmlnsPrefix = 3;     // "xmlns"
inline constexpr StringId kXmlnsNamespace = 4;  // "http://www.w3.org/2000/xmlns/"
inline constexpr StringId kUnbound = StringTable::kNone;

// A qualified name as written, prefix and all: two prefixes for one namespace give two of them.
using NameId = std::uint32_t;
inline constexpr NameId kNoName = ~NameId{0};

// Values borrow from the document or from the reader, until the next start tag.
struct Attribute {
  NameId name;
  StringId local;
  StringId name_space;  // kEmptyString without a prefix
  std::string_view value;
  const char* at;  // in the document
};

// xmlns="..." and xmlns:prefix="...", which are not among the attributes.
struct NamespaceDeclaration {
  StringId prefix;
  StringId name_space;
  const char* at;
};

// Neither copied nor moved. One thread at a time.
class Reader {
 public:
  explicit Reader(const ReaderOptions& options = {});
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Begins a document. It must outlive the reading. Interned strings and names stay.
  Status open(Bytes document);
  // The same for UTF-8 (with options.any_character: WTF-8) without a mark: what encoding a declaration names is
  // ignored.
  Status open_text(std::string_view text);

  // Moves to the next node. After an error, and after EndOfDocument, only open() may follow.
  Result<NodeKind> next();

  // Of Start and End.
  NameId name() const { return name_; }
  StringId local() const { return names_[name_].local; }
  StringId prefix() const { return names_[name_].prefix; }
  StringId name_space() const { return name_space_; }
  std::string_view raw_name() const { return names_[name_].raw(); }
  std::string_view local_name() const { return strings_[local()]; }
  bool is(StringId name_space, StringId local_name) const { return local() == local_name && name_space_ == name_space; }

  // Of Start.
  std::span<const Attribute> attributes() const { return attributes_; }
  std::span<const NamespaceDeclaration> declarations() const { return declarations_; }
  bool is_empty_element() const { return empty_element_; }  // <a/>
  // Null if there is none.
  const Attribute* find_attribute(StringId name_space, StringId local) const;
  std::string_view raw_name(const Attribute& attribute) const { return names_[attribute.name].raw(); }

  // Of Text, Whitespace, CData, Comment and ProcessingInstruction (then without the target). Borrows from the document,
  // or from the reader until the next node.
  std::string_view text() const { return text_; }
  std::string_view target() const { return target_; }

  // Elements that are open; at Start it counts its element, at End no longer.
  std::size_t depth() const { return open_.size(); }
  const Declaration& declaration() const { return declaration_; }

  // Where the node begins, and the place behind it, in the text of the document.
  const char* node_begin() const { return node_begin_; }
  const char* position() const { return at_; }
  std::size_t index_of(const char* at) const { return static_cast<std::size_t>(at - document_.text.data()); }
  std::uint64_t offset_of(const char* at) const { return byte_offset(document_, index_of(at)); }
  std::string_view document_text() const { return document_.text; }

  // The number that a qualified name has, or will have when it comes; kNoName if it is none.
  NameId intern_name(std::string_view raw);
  StringId intern(std::string_view text) { return strings_.intern(text); }
  std::string_view string(StringId id) const { return strings_[id]; }
  // The namespace that a prefix stands for here, for names in values; kUnbound if none.
  StringId resolve(StringId prefix) const { return prefix < bindings_.size() ? bindings_[prefix] : kUnbound; }
  StringId resolve_prefix(std::string_view prefix) const;

  // Behind Start: all text and CDATA up to the end of the element, which is read too. Comments and processing
  // instructions are left out, elements are an error. `whitespace`: whether Whitespace nodes count.
  // Borrows as text() does.
  Result<std::string_view> read_content(bool whitespace = true);
  // Behind Start: moves behind the end of the element.
  Status skip();

  // `<name>` without attributes in that namespace, after white space; then next() would have given Start. Otherwise
  // nothing moves; kNoName never comes. Comments and the like end it too: next() is always right where these say no.
  bool try_start(NameId name, StringId name_space);
  // `<name>text</name>`, where the text needs no decoding. Gives the text; the element is behind us.
  bool try_leaf(NameId name, StringId name_space, std::string_view& text);
  // The end tag of the open element, after white space.
  bool try_end();

  // Behind the root element: another one may follow, as in text that several documents were put into.
  void allow_another_root() { root_seen_ = false; }

  // An error at a place in the document. Takes time in proportion to the offset.
  Error error(ErrorCode code, const char* at, std::string message) const;
  Error error(ErrorCode code, std::string message) const { return error(code, node_begin_, std::move(message)); }

 private:
  struct Name {
    const char* tags;  // "<raw></raw>"
    std::uint32_t size;
    StringId prefix;
    StringId local;
    NameId likely_next;  // the start tag that last followed this one
    std::uint64_t seen;  // number of the start tag that last had it as an attribute

    std::string_view raw() const { return {tags + 1, size}; }
    std::string_view start_tag() const { return {tags, size + 2}; }
    std::string_view end_tag() const { return {tags + size + 2, size + 3}; }
  };
  struct Open {
    NameId name;
    StringId name_space;
    std::size_t undo;  // size of undo_ when it began
  };
  struct Undo {
    StringId prefix;
    StringId before;
  };
  struct NamespacedName {
    StringId name_space;
    StringId local;
    const char* at;
    bool operator<(const NamespacedName& other) const {
      return name_space != other.name_space ? name_space < other.name_space : local < other.local;
    }
  };

  void begin();
  Status check_start();
  Error truncated(const char* what) const;
  Error fail(Error error);
  bool at_text(std::string_view what) const;

  Result<NameId> decode_name();
  Result<NameId> add_name(std::string_view raw, const char* at);
  NameId insert_name(std::string_view raw);
  Status decode_attributes();
  Status decode_attribute(const char* name_at, NameId name);
  Status decode_value(std::string_view& value);
  Status declare(NameId name, std::string_view uri, const char* at);
  Status resolve_attributes();
  Status check_namespaced_names();
  Status push(NameId name);
  void pop();

  Result<NodeKind> decode_markup();
  Result<NodeKind> decode_start_tag();
  Result<NodeKind> decode_end_tag();
  Result<NodeKind> decode_text();
  Result<NodeKind> decode_text_outside();
  Result<NodeKind> decode_bent_text(const char* stop, bool high);
  Result<NodeKind> decode_comment();
  Result<NodeKind> decode_cdata();
  Result<NodeKind> decode_instruction();
  Result<NodeKind> end_of_document();
  Status decode_section(std::string_view close, const char* what);
  Status append_reference(std::string& to);
  Status check_characters(const char* from, const char* to) const;
  void append_normalized(std::string& to, const char* from, const char* end) const;

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* node_begin_ = nullptr;
  NameId name_ = 0;
  StringId name_space_ = kEmptyString;
  NameId last_start_ = 0;
  bool empty_element_ = false;
  bool pending_end_ = false;
  bool root_seen_ = false;
  bool failed_ = true;
  std::string_view text_;
  std::string_view target_;
  std::vector<Open> open_;
  std::vector<Attribute> attributes_;
  std::vector<NamespaceDeclaration> declarations_;

  std::vector<Name> names_;
  StringTable name_table_;  // ids are those of names_
  StringTable strings_;
  Arena name_arena_;
  std::vector<StringId> bindings_;  // the namespace of each prefix, by the prefix's StringId
  std::vector<Undo> undo_;
  std::uint64_t start_tags_ = 0;

  std::string scratch_;  // text that had to be decoded
  std::string content_;  // of read_content
  Arena value_arena_;    // attribute values that had to be decoded
  std::vector<NamespacedName> namespaced_;
  Document document_;
  Declaration declaration_;
  ReaderOptions options_;
};

}  // namespace dotwire::xml

// A writer of XML text that behaves as .NET's XmlTextWriter does: what it escapes, where it indents, which prefixes and
// declarations it adds (xml-json-formats C.5, C.6, F).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "wire/xml/document.h"
#include "wire/xml/escape.h"
#include "wire/xml/string_table.h"

namespace dotwire::xml {

struct WriterOptions {
  bool indent = false;
  std::string_view indentation = "  ";
  std::string_view newline = "\n";  // "\r\n" where Windows wrote
  std::uint32_t depth = 0;          // of the elements around the first one; if there are any, it begins a line
  // XmlDictionaryWriter instead: <a/>, declarations behind all attributes in the order of their need and none that says
  // nothing new, carriage returns (in values all white space but blanks) as references.
  bool dictionary = false;
  std::string_view default_namespace = {};  // of the elements around the first one
  Unfit unfit = Unfit::AsDotnet;
};

// Names go out as they are: encode them first (XmlConvert). Borrows the buffer. The first failure stays and is what
// finish() gives.
class Writer {
 public:
  explicit Writer(Buffer& out, const WriterOptions& options = {});

  // <?xml version="1.0" encoding="..." standalone="..."?>, no encoding where it is empty.
  void write_declaration(Standalone standalone = Standalone::Absent, std::string_view encoding = {});

  // Declares the prefix where it does not stand for the namespace yet, behind the attributes that follow.
  void start_element(std::string_view prefix, std::string_view local, std::string_view name_space);
  void start_element(std::string_view local) { start_element({}, local, resolve({})); }
  // Without a namespace if that is empty. Without a prefix it takes one in scope, or makes d1p1.
  void attribute(std::string_view prefix, std::string_view local, std::string_view name_space, std::string_view value);
  void attribute(std::string_view local, std::string_view value) { attribute({}, local, {}, value); }
  // A value that holds names, which are encoded.
  void name_attribute(std::string_view prefix, std::string_view local, std::string_view name_space,
                      std::string_view value);
  // xmlns:prefix="uri", or xmlns="uri".
  void declare(std::string_view prefix, std::string_view uri);
  void text(std::string_view text);
  // Goes out as it is.
  void raw(std::string_view markup);
  // A text or whitespace node that must turn indentation off as text does, but writes nothing.
  void mark_mixed();
  // Says that there is content, though perhaps none is written: the end tag comes on a line of its own.
  void begin_content();
  // `<a />` where there is no content.
  void end_element();
  // `<a></a>` where there is no content.
  void full_end_element();

  void element(std::string_view local, std::string_view content);

  // Closes what is open and tells whether all went well.
  Status finish();

  std::size_t depth() const { return open_.size(); }
  Buffer& buffer() { return out_; }
  // The namespace of a prefix here; empty where there is none.
  std::string_view resolve(std::string_view prefix) const;

 private:
  struct Open {
    std::uint32_t name;  // where in name_stack_ its qualified name begins
    std::uint32_t name_size;
    std::uint32_t scope;     // size of scope_ when it began
    std::uint32_t prefixes;  // made for it
    bool mixed;              // no indentation in it any more
    bool has_content;
  };
  struct Binding {
    std::uint32_t prefix;
    std::uint32_t uri;
    std::uint32_t before;  // the binding of the same prefix that it hides
    bool written;
  };
  static constexpr std::uint32_t kNoBinding = ~std::uint32_t{0};

  void close_start_tag(std::string_view end);
  void indent(std::size_t depth);
  void put_qualified(std::string_view prefix, std::string_view local);
  void put_attribute_name(std::string_view prefix, std::string_view local, std::string_view name_space);
  void put_value(std::string_view value, Unfit unfit);
  void put_declaration(const Binding& binding);
  void bind(std::string_view prefix, std::string_view uri, bool written);
  const Binding* binding_of(std::string_view prefix) const;
  std::string_view prefix_for(std::string_view name_space) const;
  std::string make_prefix();
  void fail(std::string_view what);

  Buffer& out_;
  WriterOptions options_;
  bool in_start_tag_ = false;
  bool anything_ = false;
  std::vector<Open> open_;
  std::string name_stack_;
  std::vector<Binding> scope_;
  std::vector<std::uint32_t> binding_by_prefix_;  // by the prefix's number; index into scope_
  StringTable strings_;
  Status status_;
};

}  // namespace dotwire::xml

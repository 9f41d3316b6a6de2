#include "base/try.h"
#include "codecs/dataset_xml/data_write.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/schema_write.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

xml::WriterOptions writer_options(const WriteOptions& options, std::uint32_t depth) {
  return {.indent = true, .indentation = "  ", .newline = options.newline, .depth = depth};
}

std::string root_name(const model::TableSet* set, const WriteOptions& options) {
  if (set == nullptr && !options.schema) return "DocumentElement";
  return schema_name(set);
}

}  // namespace

Status write_xml(const model::Table& table, const model::TableSet* set, const WriteOptions& options, Buffer& out) {
  DOTWIRE_TRY(check_supported(table, set));
  if (options.target == Target::File) {
    out.append("<?xml version=\"1.0\" standalone=\"yes\"?>");
    out.append(options.newline);
  }
  const std::string root = root_name(set, options);
  out.append("<" + root);
  if (may_have_nil(table)) out.append(" xmlns:xsi=\"" + std::string(kXsi) + "\"");
  out.push_back('>');
  const std::size_t start = out.size();
  if (options.schema) {
    xml::Writer writer(out, writer_options(options, 1));
    DOTWIRE_TRY(write_schema_element(writer, table, set, options));
    DOTWIRE_TRY(writer.finish());
  }
  DOTWIRE_TRY(write_rows(out, table, options));
  if (out.size() == start) {
    out.resize(start - 1);
    out.append(" />");
    return {};
  }
  out.append(options.newline);
  out.append("</" + root + ">");
  return {};
}

}  // namespace dotwire::dataset_xml

// The XML forms of DataTables and DataSets in the shape of Format rows.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::xml_table {

enum class Form : std::uint8_t {
  WithSchema,   // WriteXml with WriteSchema
  Rows,         // WriteXml; the columns come from options.schema, or are inferred
  Schema,       // WriteXmlSchema
  DiffGram,     // the columns come from options.schema
  Contract,     // DataContractSerializer
  NetContract,  // NetDataContractSerializer
  Reply,        // schema and DiffGram in any element; read only
};

// XmlReadMode, of Form::Rows.
inline constexpr SettingRule kReadModeSetting = {
    "read-mode", "Auto|ReadSchema|IgnoreSchema|InferSchema|InferTypedSchema|DiffGram|Fragment",
    "reading: where the columns come from, as ReadXml has it; InferTypedSchema: types are told from the values"};

Confidence recognise_form(std::span<const std::uint8_t> input, Form form);
Status read_form(std::span<const std::uint8_t> input, const Options& options, Form form, Document& document);
Status write_form(const Document& document, const Options& options, Form form, Buffer& out);
void losses_of_form(const Document& document, const Options& options, Form form, std::vector<Loss>& losses);

// One row's functions.
template <Form form>
struct Row {
  static Confidence recognise(std::span<const std::uint8_t> input) { return recognise_form(input, form); }
  static Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
    return read_form(input, options, form, document);
  }
  static Status write(const Document& document, const Options& options, Buffer& out) {
    return write_form(document, options, form, out);
  }
  static void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
    losses_of_form(document, options, form, losses);
  }
};

}  // namespace dotwire::registry::xml_table

#include "formats/registry/fast_serializer_row.h"

#include <array>
#include <optional>

#include "base/try.h"
#include "clr/culture.h"
#include "formats/fast_serializer/fast_serializer.h"
#include "formats/registry/dataset_xml_row.h"
#include "formats/registry/zone.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::registry::fast {
namespace {

namespace format = dotwire::fast_serializer;
using format::Shape;

std::optional<format::Dialect> dialect_of(std::string_view value) {
  if (value == "a") return format::Dialect::A;
  if (value == "b") return format::Dialect::B;
  if (value == "c") return format::Dialect::C;
  return std::nullopt;
}

struct ShapeName {
  std::string_view name;
  Shape shape;
};
constexpr std::array<ShapeName, 5> kShapes = {{{"table", Shape::Table},
                                               {"dataset", Shape::DataSet},
                                               {"typed-table", Shape::TypedTable},
                                               {"typed-dataset", Shape::TypedDataSet},
                                               {"simple-typed", Shape::SimpleTyped}}};

std::optional<Shape> shape_of(std::string_view value) {
  for (const ShapeName& each : kShapes) {
    if (each.name == value) return each.shape;
  }
  return std::nullopt;
}

std::string_view note_of(const format::Recorded& recorded) {
  switch (recorded.dialect) {
    case format::Dialect::A: return format::is_set(recorded.shape) ? "DataSet, writer of 2006" : "writer of 2006";
    case format::Dialect::B: return format::is_set(recorded.shape) ? "DataSet, writer 2.0" : "writer 2.0";
    case format::Dialect::C: return format::is_set(recorded.shape) ? "DataSet, writer 2.2" : "writer 2.2";
  }
  return {};
}

const format::Recorded* recorded_of(const Document& document) {
  const bool ours = document.recorded && document.format != nullptr && document.format->read == read;
  return ours ? static_cast<const format::Recorded*>(document.recorded.get()) : nullptr;
}

// The document, or the table of a set that is asked for; one of both is null.
struct Source {
  const model::Table* table = nullptr;
  const model::TableSet* set = nullptr;
};

Result<Source> source_of(const Document& document, const Options& options) {
  const std::optional<Shape> shape = shape_of(find_setting(options, "shape"));
  const bool whole = options.table.empty() && (!shape || format::is_set(*shape));
  if (document.kind() == DocumentKind::TableSet && whole) return Source{nullptr, &document.table_set()};
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  return Source{table, nullptr};
}

Result<format::WriteOptions> write_options(const Document& document, const Options& options, const Source& source) {
  format::WriteOptions how;
  const format::Recorded* recorded = recorded_of(document);
  // Notes are in the order of a set's tables.
  const bool same = recorded != nullptr && (source.set != nullptr || document.kind() == DocumentKind::Table);
  if (recorded != nullptr) how = format::options_of(*recorded);
  if (!same) {
    how.shape.reset();
    how.recorded = nullptr;
  }
  if (const auto dialect = dialect_of(find_setting(options, "dialect")); dialect) how.encode.dialect = *dialect;
  if (const auto shape = shape_of(find_setting(options, "shape")); shape) how.shape = shape;
  const std::string_view optimize = find_setting(options, "optimize");
  if (optimize == "yes" || optimize == "no") how.encode.optimize = optimize == "yes";
  const std::string_view scale = find_setting(options, "decimal-scale");
  if (scale == "default") how.encode.decimals = format::DecimalScale::Default;
  if (scale == "preserve") how.encode.decimals = format::DecimalScale::Preserve;
  if (scale == "exact") how.encode.decimals = format::DecimalScale::Exact;
  if (const std::string_view culture = find_setting(options, "culture"); !culture.empty()) {
    const std::uint32_t number = lcid_of_culture(culture);
    if (number == kCustomLcid) {
      return Error(ErrorCode::InvalidArgument, "no LCID is known for the culture \"" + std::string(culture) + "\"");
    }
    how.unset_locale_id = static_cast<std::int32_t>(number);
  }
  if (options.dialect != Dialect::Recorded) how.runtime = options.dialect;
  how.omit_deleted_rows = true;
  if (document.kind() == DocumentKind::TableSet) how.around = &document.table_set();
  return how;
}

Status read_content(std::span<const std::uint8_t> input, const Options& options, format::Content& content,
                    format::Recorded& recorded) {
  Reading reading;
  DOTWIRE_TRY(reading.open(options));
  format::Reader reader;
  DOTWIRE_TRY(recorded, reader.read(input, content, reading.how));
  return {};
}

}  // namespace

Status Reading::open(const Options& options) {
  DOTWIRE_TRY(zone, zone_of(options));
  how.dialect = dialect_of(find_setting(options, "read-dialect"));
  how.shape = shape_of(find_setting(options, "read-shape"));
  const std::optional<format::EnumTypes> enums = format::parse_enum_types(find_setting(options, "read-enums"));
  if (!enums)
    return Error(ErrorCode::InvalidArgument, "setting read-enums: it is a list like Ns.Colour:Byte,Ns.B:Int64");
  how.enums = *enums;
  how.zone = &zone;
  how.limits = options.limits;
  if (options.schema.empty()) return {};
  DOTWIRE_TRY(xml_table::read_form(options.schema, options, xml_table::Form::Schema, schema));
  if (schema.kind() == DocumentKind::TableSet) {
    how.schema = &schema.table_set();
  } else {
    tables.tables.push_back(std::make_unique<model::Table>(
        std::move(const_cast<model::Table&>(schema.table()))));  // NOLINT: the document is ours
    how.schema = &tables;
  }
  return {};
}

Confidence recognise(std::span<const std::uint8_t> input) {
  return format::identify(input) ? Confidence::Likely : Confidence::No;
}

Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
  format::Content content;
  format::Recorded recorded;
  DOTWIRE_TRY(read_content(input, options, content, recorded));
  Measure measure;
  measure.size = recorded.size;
  measure.note = note_of(recorded);
  return measure;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  format::Content content;
  auto recorded = std::make_shared<format::Recorded>();
  DOTWIRE_TRY(read_content(input, options, content, *recorded));
  document.size = recorded->size;
  if (content.table != nullptr) {
    document.set(std::move(content.table));
  } else {
    document.set(std::move(content.set));
  }
  document.recorded = std::move(recorded);
  return {};
}

Status write(const Document& document, const Options& options, Buffer& out) {
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  DOTWIRE_TRY(const Source source, source_of(document, options));
  DOTWIRE_TRY(format::WriteOptions how, write_options(document, options, source));
  how.zone = &zone;
  format::Writer writer;
  return source.set != nullptr ? writer.write(*source.set, out, how) : writer.write(*source.table, out, how);
}

void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  const Result<Source> source = source_of(document, options);
  if (!source.ok()) return;
  const Result<format::WriteOptions> how = write_options(document, options, *source);
  if (!how.ok()) return;
  if (source->set != nullptr) return format::losses(*source->set, *how, losses);
  if (document.kind() == DocumentKind::TableSet && document.table_set().name != "NewDataSet") {
    losses.push_back({"DataSetName", "the Fast Serializer has no place for the name of a DataSet around a table"});
  }
  format::losses(*source->table, *how, losses);
}

}  // namespace dotwire::registry::fast

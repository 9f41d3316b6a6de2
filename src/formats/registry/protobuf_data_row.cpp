#include "formats/registry/protobuf_data_row.h"

#include "base/try.h"
#include "formats/protobuf_data/protobuf_data.h"
#include "formats/registry/protobuf_data_walk.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::registry::protobuf_table {
namespace {

using protobuf_data::Layout;
using protobuf_data::Version;

constexpr std::pair<std::string_view, Version> kVersions[] = {
    {"", Version::V4_1},        {"4.1", Version::V4_1},     {"4.0", Version::V3_0},     {"3.0", Version::V3_0},
    {"2.1", Version::V2_0_7},   {"2.0.7", Version::V2_0_7}, {"2.0.6", Version::V2_0_6}, {"2.0.5", Version::V2_0_5},
    {"2.0.3", Version::V2_0_3}, {"2.0.1", Version::V2_0_1}, {"2.0.0", Version::V2_0_0}};

Error no_value(std::string_view name, std::string_view value) {
  return Error(ErrorCode::InvalidArgument,
               "setting " + std::string(name) + " has no value " + std::string(value) + " for protobuf-net-data");
}

// Which of two words the setting has; nothing for none or "version".
Result<std::optional<bool>> choice(const Options& options, std::string_view name, std::string_view no,
                                   std::string_view yes) {
  const std::string_view value = find_setting(options, name);
  if (value.empty() || value == "version") return std::optional<bool>();
  if (value != no && value != yes) return no_value(name, value);
  return std::optional<bool>(value == yes);
}

struct Reading {
  protobuf_data::ReadOptions options;
  std::vector<std::string_view> names;
};

Result<Reading> read_options(const Options& options, Layout layout) {
  Reading reading;
  reading.options.layout = layout;
  reading.options.limits = options.limits;
  DOTWIRE_TRY(const std::optional<bool> plain, choice(options, "zero-decimals", "keep", "plain"));
  reading.options.plain_zero_decimals = plain.value_or(false);
  for (std::string_view rest = find_setting(options, "names"); !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    reading.names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return reading;
}

// What reading recorded, if this format read it: another's is something else.
const protobuf_data::Document* recorded_of(const Document& document) {
  const bool ours =
      document.format != nullptr && (document.format->read == read || document.format->read == read_light);
  return ours ? static_cast<const protobuf_data::Document*>(document.recorded.get()) : nullptr;
}

Result<protobuf_data::WriteOptions> write_options(const Document& document, const Options& options, Layout layout) {
  protobuf_data::WriteOptions how;
  how.layout = layout;
  if (const protobuf_data::Document* recorded = recorded_of(document))
    how.records_affected = recorded->records_affected;
  if (layout == Layout::Light) return how;
  const std::string_view version = find_setting(options, "version");
  const auto* const found = std::find_if(std::begin(kVersions), std::end(kVersions),
                                         [&](const auto& known) { return known.first == version; });
  if (found == std::end(kVersions)) return no_value("version", version);
  how.version = found->second;
  DOTWIRE_TRY(how.empty_arrays_as_null, choice(options, "empty-arrays", "empty", "null"));
  DOTWIRE_TRY(how.computed_columns, choice(options, "computed-columns", "omit", "write"));
  DOTWIRE_TRY(const std::optional<bool> shifted, choice(options, "shifted-values", "no", "yes"));
  how.shifted_values = shifted.value_or(false);
  return how;
}

// All of a set, or the table that is named.
Result<std::vector<const model::Table*>> tables_to_write(const Document& document, const Options& options) {
  if (options.table.empty()) return document.tables();
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  return std::vector<const model::Table*>{table};
}

Confidence recognise_layout(std::span<const std::uint8_t> input, Layout layout) {
  switch (protobuf_data::identify(input, layout)) {
    case protobuf_data::Likeness::None: return Confidence::No;
    case protobuf_data::Likeness::Empty: return Confidence::Perhaps;
    case protobuf_data::Likeness::Result: return Confidence::Likely;
  }
  return Confidence::No;
}

// Only the end is wanted.
class Nobody final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
  bool wants_values() const override { return false; }
};

using Walk = Status (*)(std::span<const std::uint8_t>, const Options&, EventVisitor&, WalkSummary&);

// Without reading cells: of damage in them only what hides the end of a value is seen.
Result<Measure> measure_by(Walk walk, std::span<const std::uint8_t> input, const Options& options) {
  Nobody nobody;
  WalkSummary summary;
  DOTWIRE_TRY(walk(input, options, nobody, summary));
  Measure measure;
  measure.size = summary.payload_size;
  return measure;
}

Status read_layout(std::span<const std::uint8_t> input, const Options& options, Layout layout, Document& document) {
  DOTWIRE_TRY(Reading reading, read_options(options, layout));
  reading.options.names = reading.names;
  protobuf_data::Reader reader;
  auto set = std::make_unique<model::TableSet>();
  DOTWIRE_TRY(protobuf_data::Document found, reader.read(input, *set, reading.options));
  document.size = found.size;
  document.recorded = std::make_shared<protobuf_data::Document>(std::move(found));
  if (set->tables.size() == 1) {
    document.set(std::move(set->tables[0]));
  } else {
    document.set(std::move(set));
  }
  return {};
}

Status write_layout(const Document& document, const Options& options, Layout layout, Buffer& out) {
  DOTWIRE_TRY(const protobuf_data::WriteOptions how, write_options(document, options, layout));
  DOTWIRE_TRY(const std::vector<const model::Table*> tables, tables_to_write(document, options));
  // Which counts tables: of one that is picked nothing is known.
  const bool whole = tables.size() == document.tables().size();
  protobuf_data::Writer writer;
  return writer.write(tables, out, how, whole ? recorded_of(document) : nullptr);
}

void losses_of_layout(const Document& document, const Options& options, Layout layout, std::vector<Loss>& losses) {
  const Result<protobuf_data::WriteOptions> how = write_options(document, options, layout);
  const Result<std::vector<const model::Table*>> tables = tables_to_write(document, options);
  if (!how.ok() || !tables.ok()) return;
  const std::string no_place =
      std::string(layout == Layout::Light ? "protobuf-net-data-light" : "protobuf-net-data") + " has no place for ";
  const auto name = [&](const std::vector<plain_tables::Loss>& found) {
    for (const plain_tables::Loss& loss : found) {
      losses.push_back(
          {loss.path, no_place + loss.what + (loss.count > 1 ? " (" + std::to_string(loss.count) + " times)" : "")});
    }
  };
  if (document.kind() == DocumentKind::TableSet) {
    plain_tables::Losses found;
    plain_tables::add_set_losses(document.table_set(), found);
    name(found.take());
  }
  for (std::size_t i = 0; i < tables->size(); ++i) {
    const model::Table& table = *(*tables)[i];
    const std::string prefix = tables->size() == 1 ? std::string() : "tables/" + table.name + "/";
    // Those that reading gives.
    if (table.name != "Table" + std::to_string(i + 1)) {
      losses.push_back({prefix + "TableName", no_place + "names of tables"});
    }
    name(protobuf_data::losses(table, prefix, *how));
  }
}

}  // namespace

Confidence recognise(std::span<const std::uint8_t> input) { return recognise_layout(input, Layout::Data); }
Confidence recognise_light(std::span<const std::uint8_t> input) { return recognise_layout(input, Layout::Light); }

Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
  return measure_by(walk, input, options);
}
Result<Measure> measure_light(std::span<const std::uint8_t> input, const Options& options) {
  return measure_by(walk_light, input, options);
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  return read_layout(input, options, Layout::Data, document);
}
Status read_light(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  return read_layout(input, options, Layout::Light, document);
}

Status write(const Document& document, const Options& options, Buffer& out) {
  return write_layout(document, options, Layout::Data, out);
}
Status write_light(const Document& document, const Options& options, Buffer& out) {
  return write_layout(document, options, Layout::Light, out);
}

void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  losses_of_layout(document, options, Layout::Data, losses);
}
void losses_light(const Document& document, const Options& options, std::vector<Loss>& losses) {
  losses_of_layout(document, options, Layout::Light, losses);
}

}  // namespace dotwire::registry::protobuf_table

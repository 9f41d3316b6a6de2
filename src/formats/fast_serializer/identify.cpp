#include <algorithm>

#include "base/memory_budget.h"
#include "base/try.h"
#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/schema_reader.h"
#include "model/well_known.h"

namespace dotwire::fast_serializer {
namespace {

// Heads are small; what is recognised is not yet trusted.
constexpr std::uint64_t kMemory = std::uint64_t{64} << 20;

bool is_type_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) >= ' '; });
}

// Names a type as .NET does, so that a column is no accident.
bool has_columns(const model::Table& table) {
  return !table.columns.empty() && std::ranges::all_of(table.columns, [](const auto& column) {
    return is_type_name(column->type_name) && column->type_name.find('.') != std::string::npos;
  });
}

Status read_head(Bytes in, Dialect dialect, bool as_set, const Limits& limits, const EnumTypes& enums,
                 std::string& unknown) {
  static const TimeZone utc;
  Decoder decoder;
  Budget budget(limits, in.size());
  Recorded recorded;
  ObjectReader objects(decoder, budget, utc, limits, recorded);
  objects.know(enums, 0);
  SchemaReader schema(objects);
  DOTWIRE_TRY(decoder.open(in, dialect, limits));
  const std::uint8_t* at = decoder.payload();
  std::vector<std::unique_ptr<model::Column>> old;
  model::TableSet set;
  model::Table table;
  TableNote note;
  Status status;
  try {
    if (as_set) {
      DOTWIRE_TRY(const std::uint32_t flags, schema.read_set_head(at, set));
      if ((flags & set_flag::kTables) == 0) return Error(ErrorCode::Malformed, "no tables");
      DOTWIRE_TRY(const std::uint32_t count, schema.read_item_count(at, "tables"));
      if (count == 0) return Error(ErrorCode::Malformed, "no tables");
    }
    Result<std::uint32_t> flags = schema.read_table_head(at, as_set ? &set : nullptr, old, table, note);
    if (!flags.ok()) status = std::move(flags).error();
  } catch (const MemoryLimitReached&) {
    status = memory_error(0);
  }
  unknown = objects.unknown_enum();
  if (!status.ok()) return status;
  if (decoder.is_open_ended() || !has_columns(table)) return Error(ErrorCode::Malformed, "no columns");
  return {};
}

// Whether the head decodes. Where there are no columns, the whole document must.
bool has_head(Bytes in, Dialect dialect, bool as_set, const Limits& limits) {
  constexpr bool kAny = true;  // what an enum's number is does not matter here
  const auto read = [&](const EnumTypes& types, std::string& unknown) {
    return read_head(in, dialect, as_set, limits, types, unknown);
  };
  EnumTypes none;
  return EnumSearch(std::ref(read), kAny).run(none).ok();
}

// Nothing but settings: the whole document is read, and must be the whole input.
bool is_whole(Bytes in, const Limits& limits) {
  constexpr std::size_t kLongest = 4096;
  if (in.size() > kLongest || in.size() < 8) return false;
  Reader reader;
  Content content;
  ReadOptions options;
  options.limits = limits;
  const Result<Recorded> recorded = reader.read(in, content, options);
  return recorded.ok() && recorded->size == in.size() && !recorded->open_ended;
}

}  // namespace

bool identify(Bytes in, const Limits& given) {
  Limits limits = given;
  limits.memory = std::min(limits.memory, kMemory);
  if (in.size() < 8) return false;
  const auto first = load<std::uint32_t>(in.data());
  if (first < 6 || first > in.size()) return false;
  for (const Dialect dialect : {Dialect::A, Dialect::B, Dialect::C}) {
    for (const bool as_set : {false, true}) {
      if (has_head(in, dialect, as_set, limits)) return true;
    }
  }
  return is_whole(in, limits);
}

}  // namespace dotwire::fast_serializer

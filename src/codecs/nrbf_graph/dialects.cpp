#include "codecs/nrbf_graph/dialects.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

#include "base/load.h"
#include "wire/nrbf/record_type.h"
#include "wire/nrbf/record_walker.h"

namespace dotwire::nrbf {

using namespace std::string_view_literals;

namespace {

constexpr std::string_view kMscorlib = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
constexpr std::string_view kCoreLib4 =
    "System.Private.CoreLib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e";
constexpr std::string_view kCoreLib10 =
    "System.Private.CoreLib, Version=10.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e";

constexpr auto kTable = std::to_array<DialectSwitches>({
    {.dialect = Dialect::Framework,
     .burns_ids = true,
     .keeps_date_kind = true,
     .writes_messages = true,
     .writes_reflection = true,
     .boxes_in_interfaces = false,
     .has_watson_buckets = true,
     .doubles_list_fields = false,
     .serializes_decimal = false,
     .uintptr_member = "value",
     .core_library = kMscorlib},
    {.dialect = Dialect::Core2,
     .burns_ids = true,
     .keeps_date_kind = false,
     .writes_messages = false,
     .writes_reflection = false,
     .boxes_in_interfaces = false,
     .has_watson_buckets = true,
     .doubles_list_fields = false,
     .serializes_decimal = false,
     .uintptr_member = "value",
     .core_library = kCoreLib4},
    {.dialect = Dialect::Core3,
     .burns_ids = true,
     .keeps_date_kind = true,
     .writes_messages = false,
     .writes_reflection = false,
     .boxes_in_interfaces = false,
     .has_watson_buckets = true,
     .doubles_list_fields = false,
     .serializes_decimal = true,
     .uintptr_member = "value",
     .core_library = kCoreLib4},
    {.dialect = Dialect::Net10,
     .burns_ids = true,
     .keeps_date_kind = true,
     .writes_messages = false,
     .writes_reflection = false,
     .boxes_in_interfaces = true,
     .has_watson_buckets = true,
     .doubles_list_fields = true,
     .serializes_decimal = true,
     .uintptr_member = "value",
     .core_library = kCoreLib10},
    {.dialect = Dialect::Mono,
     .burns_ids = true,
     .keeps_date_kind = true,
     .writes_messages = true,
     .writes_reflection = true,
     .boxes_in_interfaces = false,
     .has_watson_buckets = false,
     .doubles_list_fields = false,
     .serializes_decimal = false,
     .uintptr_member = "pointer",
     .core_library = kMscorlib},
    {.dialect = Dialect::OldMono,
     .burns_ids = false,
     .keeps_date_kind = true,
     .writes_messages = true,
     .writes_reflection = true,
     .boxes_in_interfaces = false,
     .has_watson_buckets = false,
     .doubles_list_fields = false,
     .serializes_decimal = false,
     .uintptr_member = "pointer",
     .core_library = kMscorlib},
});

// Texts that only one runtime's payloads have, most telling first. `without`: must not be there.
struct Marker {
  std::string_view text;
  std::string_view without;
  Dialect dialect;
};
constexpr auto kMarkers = std::to_array<Marker>({
    {"System.Private.CoreLib, Version=10.", "", Dialect::Net10},
    {"System.Data.Common, Version=10.", "", Dialect::Net10},
    {"System.Collections, Version=10.", "", Dialect::Net10},
    {"System.Private.CoreLib, Version=4.0.", "", Dialect::Core2},  // and 3.0, 3.1, which write the same
    {"NonRandomizedStringEqualityComparer", "mscorlib, Version=2.", Dialect::Core2},
    {"System.Private.CoreLib, Version=", "", Dialect::Core3},
    {"DataType_AssemblyQualifiedName", "", Dialect::Mono},
    {".DataColumn_0.DataType", "", Dialect::Framework},
    {"mscorlib, Version=2.0.0.0", "", Dialect::Framework},
    {"ExceptionMethod", "WatsonBuckets", Dialect::Mono},
    {"\x0ESystem.UIntPtr\x01\0\0\0\x07pointer"sv, "", Dialect::Mono},
    {"System.Numerics, Version=4.0.0.0, PublicKeyToken=", "", Dialect::Net10},  // others name a culture
    // Fields of SqlTypes, which the Framework names m_... and .NET does not write.
    {"\x09_fNotNull\x06_value"sv, "", Dialect::Mono},
    {"\x08_bStatus\x05_bLen"sv, "", Dialect::Mono},
    {"SqlBinary\x01\0\0\0\x06_value"sv, "", Dialect::Mono},
});

// Follows the writer's counter along the records (A.7).
class FollowIds final : public EventVisitor {
 public:
  explicit FollowIds(Bytes payload) : payload_(payload) {}

  bool visit(const Event& event) override {
    if (!event.is_record || event.index > kMostRecords) return event.index <= kMostRecords;
    switch (static_cast<RecordType>(event.code)) {
      case RecordType::SerializedStreamHeader: {
        const auto root = load<std::int32_t>(payload_.data() + 1);
        const auto header = load<std::int32_t>(payload_.data() + 5);
        ask(root);
        if (header > 0) ask(header);
        return root == 1;
      }
      case RecordType::MemberReference: return ask(load<std::int32_t>(payload_.data() + event.offset + 1));
      case RecordType::BinaryObjectString: return event.id < 0 || ask(event.id);
      case RecordType::BinaryLibrary: return ask(event.id);
      default:
        if (event.has_id && event.id < 0 && event.id != std::numeric_limits<std::int32_t>::min()) ask_value(-event.id);
        return !burns_.has_value();
    }
  }
  bool wants_values() const override { return false; }
  std::optional<bool> burns() const { return burns_; }

 private:
  static constexpr std::uint64_t kMostRecords = 20'000;

  // False when the question is settled, or the payload does not follow the rule at all.
  bool ask(std::int32_t id) {
    if (known_.insert(id).second) {
      if (!take(id)) return false;
    } else if (id != last_) {
      ++burnt_;
    }
    last_ = id;
    return true;
  }
  bool ask_value(std::int32_t id) { return take(id); }

  bool take(std::int32_t id) {
    if (burnt_ != 0) {
      if (id == next_ + burnt_) burns_ = true;
      if (id == next_) burns_ = false;
      return false;
    }
    if (id != next_) return false;
    ++next_;
    return true;
  }

  Bytes payload_;
  std::unordered_set<std::int32_t> known_;
  std::int32_t next_ = 1;
  std::int32_t last_ = 0;
  std::int32_t burnt_ = 0;
  std::optional<bool> burns_;
};

}  // namespace

std::span<const DialectSwitches> dialect_table() { return kTable; }

const DialectSwitches& switches_of(Dialect dialect) {
  for (const DialectSwitches& row : kTable) {
    if (row.dialect == dialect) return row;
  }
  return kTable[0];
}

std::optional<bool> burns_ids(Bytes payload) {
  if (payload.size() < kHeaderSize) return std::nullopt;
  FollowIds follow(payload);
  WalkSummary summary;
  const Status walked = walk_records(payload, {}, follow, summary);
  return follow.burns();
}

Dialect guess_dialect(Bytes payload) {
  constexpr std::size_t kEnough = std::size_t{1} << 20;
  const std::string_view text = as_text(payload.first(std::min(payload.size(), kEnough)));
  const auto has = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
  Dialect found = Dialect::Recorded;
  for (const Marker& marker : kMarkers) {
    if (!has(marker.text) || (!marker.without.empty() && has(marker.without))) continue;
    found = marker.dialect;
    break;
  }
  const bool may_be_old_mono = found == Dialect::Recorded || found == Dialect::Mono || found == Dialect::Framework;
  if (may_be_old_mono && burns_ids(payload) == std::optional<bool>(false)) return Dialect::OldMono;
  return found;
}

}  // namespace dotwire::nrbf

#include "wire/nrbf/class_types.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "clr/type_name.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t kPrimitive = 0, kString = 1, kObject = 2;
constexpr std::string_view kObjectName = "System.Object";

constexpr auto kPrimitives = std::to_array<std::pair<std::string_view, std::uint8_t>>({
    {"System.Boolean", 1},
    {"System.Byte", 2},
    {"System.Char", 3},
    {"System.DateTime", 13},
    {"System.Decimal", 5},
    {"System.Double", 6},
    {"System.Int16", 7},
    {"System.Int32", 8},
    {"System.Int64", 9},
    {"System.SByte", 10},
    {"System.Single", 11},
    {"System.TimeSpan", 12},
    {"System.UInt16", 14},
    {"System.UInt32", 15},
    {"System.UInt64", 16},
});
static_assert(std::ranges::is_sorted(kPrimitives, {}, &std::pair<std::string_view, std::uint8_t>::first));

// Members of classes that are not ISerializable, as "name:type" with blanks between: a letter of kLetters, or the
// number of a generic argument.
struct FrameworkClass {
  std::string_view name;
  std::string_view members;
};

constexpr auto kLetters = std::to_array<std::pair<char, std::uint8_t>>({
    {'b', 1},   // Boolean
    {'y', 2},   // Byte
    {'d', 6},   // Double
    {'h', 7},   // Int16
    {'i', 8},   // Int32
    {'l', 9},   // Int64
    {'f', 11},  // Single
    {'u', 16},  // UInt64
});

// nrbf-soap.md A.10 and A.12; the layouts of all runtimes together. `o`: a record;
// `O`: one of a member declared as Object.
constexpr auto kClasses = std::to_array<FrameworkClass>({
    {"System.ArraySegment`1", "_array:o _offset:i _count:i"},
    {"System.Collections.ArrayList", "_items:o _size:i _version:i"},
    {"System.Collections.BitArray", "m_array:o m_length:i _version:i"},
    {"System.Collections.CaseInsensitiveComparer", "_compareInfo:o m_compareInfo:o"},
    {"System.Collections.CaseInsensitiveHashCodeProvider", "_compareInfo:o m_text:o"},
    {"System.Collections.CollectionBase", "list:o"},
    {"System.Collections.DictionaryBase", "hashtable:o"},
    {"System.Collections.DictionaryEntry", "_key:O _value:O"},
    {"System.Collections.Generic.KeyValuePair`2", "key:0 value:1"},
    {"System.Collections.Generic.List`1", "_items:o _size:i _version:i"},
    {"System.Collections.Generic.Queue`1", "_array:o _head:i _tail:i _size:i _version:i"},
    {"System.Collections.Generic.SortedDictionary`2", "_set:o"},
    {"System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer", "keyComparer:o"},
    {"System.Collections.Generic.SortedList`2", "keys:o values:o _size:i version:i comparer:o keyList:o valueList:o"},
    {"System.Collections.Generic.SortedList`2+KeyList", "_dict:o"},
    {"System.Collections.Generic.SortedList`2+ValueList", "_dict:o"},
    {"System.Collections.Generic.Stack`1", "_array:o _size:i _version:i"},
    {"System.Collections.ListDictionaryInternal", "head:o version:i count:i"},
    {"System.Collections.ListDictionaryInternal+DictionaryNode", "key:O value:O next:o"},
    {"System.Collections.ObjectModel.Collection`1", "items:o"},
    {"System.Collections.ObjectModel.ObservableCollection`1", "_monitor:o Collection`1+items:o"},
    {"System.Collections.ObjectModel.ObservableCollection`1+SimpleMonitor", "_busyCount:i"},
    {"System.Collections.ObjectModel.ReadOnlyCollection`1", "list:o"},
    {"System.Collections.ObjectModel.ReadOnlyDictionary`2", "m_dictionary:o"},
    {"System.Collections.ObjectModel.ReadOnlyObservableCollection`1", "ReadOnlyCollection`1+list:o"},
    {"System.Collections.Queue", "_array:o _head:i _tail:i _size:i _growFactor:i _version:i"},
    {"System.Collections.ReadOnlyCollectionBase", "list:o"},
    {"System.Collections.SortedList", "keys:o values:o _size:i version:i comparer:o keyList:o valueList:o"},
    {"System.Collections.SortedList+KeyList", "sortedList:o"},
    {"System.Collections.SortedList+ValueList", "sortedList:o"},
    {"System.Collections.Specialized.HybridDictionary", "list:o hashtable:o caseInsensitive:b"},
    {"System.Collections.Specialized.ListDictionary", "head:o version:i count:i comparer:o"},
    {"System.Collections.Specialized.ListDictionary+DictionaryNode", "key:O value:O next:o"},
    {"System.Collections.Specialized.StringCollection", "data:o"},
    {"System.Collections.Specialized.StringDictionary", "contents:o keyComparer:o"},
    {"System.Collections.Stack", "_array:o _size:i _version:i"},
    {"System.CultureAwareComparer", "_compareInfo:o _ignoreCase:b _options:o"},
    {"System.DateTime", "ticks:l dateData:u"},
    {"System.Decimal", "flags:i hi:i lo:i mid:i"},
    {"System.DelegateSerializationHolder+DelegateEntry",
     "type:s assembly:s target:O targetTypeAssembly:s targetTypeName:s methodName:s delegateEntry:o"},
    {"System.Drawing.Color", "name:s value:l knownColor:h state:h"},
    {"System.Drawing.Point", "x:i y:i"},
    {"System.Drawing.PointF", "x:f y:f"},
    {"System.Drawing.Rectangle", "x:i y:i width:i height:i"},
    {"System.Drawing.RectangleF", "x:f y:f width:f height:f"},
    {"System.Drawing.Size", "width:i height:i"},
    {"System.Drawing.SizeF", "width:f height:f"},
    {"System.Globalization.CompareInfo", "m_name:s win32LCID:i culture:i m_SortVersion:o"},
    {"System.Globalization.SortVersion", "m_NlsVersion:i m_SortId:o"},
    {"System.Guid", "_a:i _b:h _c:h _d:y _e:y _f:y _g:y _h:y _i:y _j:y _k:y"},
    {"System.Numerics.BigInteger", "_sign:i _bits:o"},
    {"System.Numerics.Complex", "m_real:d m_imaginary:d"},
    {"System.OrdinalComparer", "_ignoreCase:b"},
    {"System.Random", "inext:i inextp:i SeedArray:o"},
    {"System.Runtime.Remoting.Messaging.Header", "HeaderNamespace:s MustUnderstand:b Name:s Value:O"},
    {"System.TimeSpan", "_ticks:l"},
    {"System.Version", "_Major:i _Minor:i _Build:i _Revision:i"},
});
static_assert(std::ranges::is_sorted(kClasses, {}, &FrameworkClass::name));

// Enums of the framework whose number is an Int32, in namespaces where all that can be met are.
constexpr auto kEnums = std::to_array<std::string_view>({
    "System.ConsoleColor",
    "System.Data.DataSetDateTime",
    "System.Data.MappingType",
    "System.Data.SerializationFormat",
    "System.DateTimeKind",
    "System.DayOfWeek",
    "System.Drawing.FontStyle",
    "System.Drawing.GraphicsUnit",
    "System.Drawing.KnownColor",
    "System.Globalization.CompareOptions",
    "System.Globalization.DateTimeFormatFlags",
    "System.Globalization.DateTimeStyles",
    "System.Globalization.GregorianCalendarTypes",
    "System.Globalization.NumberStyles",
    "System.IO.FileAccess",
    "System.IO.FileAttributes",
    "System.IO.FileMode",
    "System.IO.FileShare",
    "System.Net.HttpStatusCode",
    "System.PlatformID",
    "System.StringComparison",
    "System.TypeCode",
    "System.UriKind",
});
static_assert(std::ranges::is_sorted(kEnums));

MemberType primitive_type(std::uint8_t code) { return {kPrimitive, code, {}, {}}; }

// Of the generic argument `number`, which may be anything.
MemberType argument_type(std::string_view class_name, std::size_t number) {
  const Result<TypeName> type = parse_type_name(class_name);
  if (!type.ok() || number >= type->root().arguments.size()) return {};
  const TypeName::Node& argument = type->nodes[type->root().arguments[number]];
  if (!argument.suffixes.empty()) return {};
  if (argument.name == "System.String") return {kString, 0, {}, {}};
  if (argument.name == kObjectName) return {kObject, 0, kObjectName, {}};
  const std::uint8_t code = primitive_code(argument.name);
  return code != 0 ? primitive_type(code) : MemberType{};
}

std::string_view definition(std::string_view class_name) { return class_name.substr(0, class_name.find('[')); }

// "m_Item3" and "m_Rest" of Tuple`8, "Item3" and "Rest" of ValueTuple`8.
std::optional<MemberType> tuple_member(std::string_view class_name, std::string_view name, std::string_view member) {
  const bool value = name.starts_with("System.ValueTuple`");
  if (!value) {
    if (!name.starts_with("System.Tuple`") || !member.starts_with("m_")) return std::nullopt;
    member.remove_prefix(2);
  }
  if (member == "Rest") return argument_type(class_name, 7);
  if (member.size() != 5 || !member.starts_with("Item") || member[4] < '1' || member[4] > '7') return std::nullopt;
  return argument_type(class_name, static_cast<std::size_t>(member[4] - '1'));
}

std::optional<MemberType> listed_member(std::string_view class_name, std::string_view members,
                                        std::string_view member) {
  while (!members.empty()) {
    const std::size_t end = std::min(members.find(' '), members.size());
    const std::string_view entry = members.substr(0, end);
    members.remove_prefix(std::min(end + 1, members.size()));
    if (entry.substr(0, entry.size() - 2) != member) continue;
    const char letter = entry.back();
    if (letter == 'o') return MemberType{};
    if (letter == 'O') return MemberType{kObject, 0, kObjectName, {}};
    if (letter == 's') return MemberType{kString, 0, {}, {}};
    if (letter >= '0' && letter <= '9') return argument_type(class_name, static_cast<std::size_t>(letter - '0'));
    for (const auto& [name, code] : kLetters) {
      if (name == letter) return primitive_type(code);
    }
  }
  return std::nullopt;
}

// Classes of the framework without members that are written as what they are.
constexpr auto kEmptyClasses = std::to_array<std::string_view>({
    "System.Collections.Generic.GenericComparer`1",
    "System.Collections.Generic.GenericEqualityComparer`1",
    "System.Collections.Generic.NullableComparer`1",
    "System.Collections.Generic.NullableEqualityComparer`1",
    "System.Collections.Generic.ObjectComparer`1",
    "System.Collections.Generic.ObjectEqualityComparer`1",
    "System.Object",
});
static_assert(std::ranges::is_sorted(kEmptyClasses));

// Framework, Mono and .NET 10 differ: BitArray, Decimal and the default comparer of strings.
bool is_core_class(std::string_view class_name, std::string_view definition) {
  return definition == "System.Decimal" || definition == "System.Collections.BitArray" ||
         class_name.starts_with("System.Collections.Generic.GenericEqualityComparer`1[[System.String,");
}

std::optional<bool> framework_serializes_itself(std::string_view class_name, bool in_core) {
  const std::string_view name = definition(class_name);
  if (in_core && is_core_class(class_name, name)) return true;
  // In the table for files that others wrote; .NET's own say their types.
  if (name == "System.DateTime" || name == "System.OrdinalComparer") return true;
  if (name.starts_with("System.Tuple`") || name.starts_with("System.ValueTuple`") || primitive_code(name) != 0 ||
      std::ranges::binary_search(kEmptyClasses, name) ||
      std::ranges::binary_search(kClasses, name, {}, &FrameworkClass::name)) {
    return false;
  }
  return std::nullopt;
}

bool is_exception(std::span<const std::string_view> members) {
  return std::ranges::all_of(
      std::to_array<std::string_view>({"ClassName", "Message", "InnerException", "StackTraceString", "HResult"}),
      [members](std::string_view name) { return std::ranges::find(members, name) != members.end(); });
}

// Names that no property of GetObjectData's usual code gives an entry, but the compiler and the formatter a field:
// "<Name>k__BackingField", and "Base+name" of an inherited one.
bool is_field(std::string_view member) {
  return member.ends_with(">k__BackingField") || (member.find('+') != std::string_view::npos && member[0] != '+');
}

// Where `names` stand in `declared`: tried in order first, then looked up in an index that is made once.
class Lookup {
 public:
  explicit Lookup(std::span<const DeclaredMember> declared) : declared_(declared) {}

  const DeclaredMember* find(std::string_view name) {
    if (next_ < declared_.size() && declared_[next_].name == name) return &declared_[next_++];
    if (index_.empty()) {
      for (const DeclaredMember& member : declared_) index_.push_back(&member);
      std::ranges::stable_sort(index_, {}, &DeclaredMember::name);
    }
    const auto found = std::ranges::lower_bound(index_, name, {}, &DeclaredMember::name);
    if (found == index_.end() || (*found)->name != name) return nullptr;
    next_ = static_cast<std::size_t>(*found - declared_.data()) + 1;
    return *found;
  }

 private:
  std::span<const DeclaredMember> declared_;
  std::size_t next_ = 0;
  std::vector<const DeclaredMember*> index_;
};

}  // namespace

std::optional<bool> serializes_itself(std::string_view class_name, std::span<const std::string_view> members,
                                      bool in_core) {
  if (class_name.starts_with("System.")) {
    if (const auto known = framework_serializes_itself(class_name, in_core); known.has_value()) return known;
  }
  if (members.size() == 1 && members[0] == "value__") return false;  // an enum
  if (is_exception(members)) return true;
  if (std::ranges::any_of(members, is_field)) return false;
  return std::nullopt;
}

std::uint8_t primitive_code(std::string_view clr_name) {
  const auto found =
      std::ranges::lower_bound(kPrimitives, clr_name, {}, &std::pair<std::string_view, std::uint8_t>::first);
  return found != kPrimitives.end() && found->first == clr_name ? found->second : 0;
}

std::optional<MemberType> framework_member_type(std::string_view class_name, std::string_view member) {
  const std::string_view name = definition(class_name);
  if (!name.starts_with("System.")) return std::nullopt;
  if (member == "m_value") {
    const std::uint8_t code = primitive_code(name);
    if (code != 0) return primitive_type(code);
  }
  if (member == "value__" && std::ranges::binary_search(kEnums, name)) return primitive_type(8);
  if (const auto item = tuple_member(class_name, name, member); item.has_value()) return item;
  const auto found = std::ranges::lower_bound(kClasses, name, {}, &FrameworkClass::name);
  if (found == kClasses.end() || found->name != name) return std::nullopt;
  return listed_member(class_name, found->members, member);
}

Status resolve_member_types(std::string_view class_name, std::span<const std::string_view> names,
                            const ClassTypes* known, std::uint64_t offset, std::span<MemberType> types) {
  if (names.empty()) return {};
  const auto declared = known != nullptr ? known->find(class_name) : std::nullopt;
  Lookup lookup(declared.value_or(std::span<const DeclaredMember>()));
  // No class of the framework has more; names that come again and again cost a look-up each.
  constexpr std::size_t kMostMembers = 64;
  std::size_t from_framework = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const DeclaredMember* member = lookup.find(names[i]); member != nullptr) {
      types[i] = member->type;
      continue;
    }
    const std::optional<MemberType> framework =
        ++from_framework <= kMostMembers ? framework_member_type(class_name, names[i]) : std::nullopt;
    if (!framework.has_value()) {
      constexpr std::size_t kShown = 200;
      return Error(ErrorCode::Unsupported, offset,
                   "the payload does not say the type of member " + std::string(names[i].substr(0, kShown)) +
                       " of class " + std::string(class_name.substr(0, kShown)) +
                       (known == nullptr ? std::string("; give --contract")
                                         : ", and neither does " + std::string(known->title())));
    }
    types[i] = *framework;
  }
  return {};
}

}  // namespace dotwire::nrbf

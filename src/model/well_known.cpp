#include "model/well_known.h"

#include <algorithm>
#include <array>

namespace dotwire::model {
namespace {

struct Entry {
  std::string_view name;
  WellKnown type;
};

// By definition name, sorted.
constexpr std::array kTypes = std::to_array<Entry>({
    {"System.Boolean", WellKnown::Primitive},
    {"System.Byte", WellKnown::Primitive},
    {"System.Char", WellKnown::Primitive},
    {"System.Collections.ArrayList", WellKnown::List},
    {"System.Collections.BitArray", WellKnown::BitArray},
    {"System.Collections.CollectionBase", WellKnown::Wrapper},
    {"System.Collections.DictionaryBase", WellKnown::DictionaryWrapper},
    {"System.Collections.DictionaryEntry", WellKnown::DictionaryEntry},
    {"System.Collections.Generic.Dictionary`2", WellKnown::Dictionary},
    {"System.Collections.Generic.HashSet`1", WellKnown::Elements},
    {"System.Collections.Generic.KeyValuePair`2", WellKnown::KeyValuePair},
    {"System.Collections.Generic.LinkedList`1", WellKnown::Elements},
    {"System.Collections.Generic.List`1", WellKnown::List},
    {"System.Collections.Generic.Queue`1", WellKnown::Queue},
    {"System.Collections.Generic.SortedDictionary`2", WellKnown::SortedDictionary},
    {"System.Collections.Generic.SortedList`2", WellKnown::SortedList},
    {"System.Collections.Generic.SortedSet`1", WellKnown::Elements},
    {"System.Collections.Generic.Stack`1", WellKnown::Stack},
    {"System.Collections.Generic.TreeSet`1", WellKnown::Elements},
    {"System.Collections.Hashtable", WellKnown::Hashtable},
    {"System.Collections.ListDictionaryInternal", WellKnown::ListDictionary},
    {"System.Collections.ObjectModel.Collection`1", WellKnown::Wrapper},
    {"System.Collections.ObjectModel.ObservableCollection`1", WellKnown::Wrapper},
    {"System.Collections.ObjectModel.ReadOnlyCollection`1", WellKnown::Wrapper},
    {"System.Collections.ObjectModel.ReadOnlyDictionary`2", WellKnown::DictionaryWrapper},
    {"System.Collections.ObjectModel.ReadOnlyObservableCollection`1", WellKnown::Wrapper},
    {"System.Collections.Queue", WellKnown::Queue},
    {"System.Collections.ReadOnlyCollectionBase", WellKnown::Wrapper},
    {"System.Collections.SortedList", WellKnown::SortedList},
    {"System.Collections.Specialized.HybridDictionary", WellKnown::HybridDictionary},
    {"System.Collections.Specialized.ListDictionary", WellKnown::ListDictionary},
    {"System.Collections.Specialized.NameValueCollection", WellKnown::NameValueCollection},
    {"System.Collections.Specialized.OrderedDictionary", WellKnown::OrderedDictionary},
    {"System.Collections.Specialized.StringCollection", WellKnown::Wrapper},
    {"System.Collections.Specialized.StringDictionary", WellKnown::DictionaryWrapper},
    {"System.Collections.Stack", WellKnown::Stack},
    {"System.ComponentModel.BindingList`1", WellKnown::Wrapper},
    {"System.Data.PropertyCollection", WellKnown::Hashtable},
    {"System.Data.SqlTypes.SqlBinary", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlBoolean", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlByte", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlDateTime", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlDecimal", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlDouble", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlGuid", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlInt16", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlInt32", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlInt64", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlMoney", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlSingle", WellKnown::Sql},
    {"System.Data.SqlTypes.SqlString", WellKnown::Sql},
    {"System.DateTime", WellKnown::DateTime},
    {"System.DateTimeOffset", WellKnown::DateTimeOffset},
    {"System.Decimal", WellKnown::Decimal},
    {"System.DelegateSerializationHolder", WellKnown::Delegate},
    {"System.Double", WellKnown::Primitive},
    {"System.Globalization.CultureInfo", WellKnown::CultureInfo},
    {"System.Guid", WellKnown::Guid},
    {"System.Int16", WellKnown::Primitive},
    {"System.Int32", WellKnown::Primitive},
    {"System.Int64", WellKnown::Primitive},
    {"System.IntPtr", WellKnown::IntPtr},
    {"System.Numerics.BigInteger", WellKnown::BigInteger},
    {"System.SByte", WellKnown::Primitive},
    {"System.Single", WellKnown::Primitive},
    {"System.Text.StringBuilder", WellKnown::StringBuilder},
    {"System.TimeSpan", WellKnown::TimeSpan},
    {"System.UInt16", WellKnown::Primitive},
    {"System.UInt32", WellKnown::Primitive},
    {"System.UInt64", WellKnown::Primitive},
    {"System.UIntPtr", WellKnown::UIntPtr},
    {"System.UnitySerializationHolder", WellKnown::Unity},
    {"System.Uri", WellKnown::Uri},
    {"System.Version", WellKnown::Version},
});
static_assert(std::ranges::is_sorted(kTypes, {}, &Entry::name));

}  // namespace

WellKnown well_known(std::string_view type_name) {
  const std::string_view name = definition_name(type_name);
  if (!name.starts_with("System.")) return WellKnown::None;
  // The definition of an array's element is not the array's.
  const std::string_view rest = type_name.substr(name.size());
  if (rest.ends_with(']') && rest.size() >= 2 &&
      std::string_view("[,*").find(rest[rest.size() - 2]) != std::string_view::npos) {
    return WellKnown::None;
  }
  const auto found = std::ranges::lower_bound(kTypes, name, {}, &Entry::name);
  return found != kTypes.end() && found->name == name ? found->type : WellKnown::None;
}

bool is_collection(WellKnown type) { return type >= WellKnown::List && type <= WellKnown::DictionaryEntry; }

void Scalar::clear() {
  kind = ValueKind::None;
  sql_null = false;
  std::memset(bytes, 0, sizeof(bytes));
  text = {};
}

void View::clear() {
  shape = Shape::Object;
  hash_order = false;
  scalar.clear();
  slice = {};
  values.clear();
  type_name = {};
  texts.clear();
}

}  // namespace dotwire::model

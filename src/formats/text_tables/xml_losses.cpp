#include "formats/text_tables/xml_losses.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/unicode.h"
#include "clr/sql_types.h"
#include "clr/uri.h"
#include "codecs/dataset_xml/diff_rows.h"
#include "codecs/dataset_xml/nesting.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/sql_xml.h"
#include "codecs/plain_tables/losses.h"
#include "model/auto_number.h"
#include "model/lone_surrogates.h"

namespace dotwire::text_tables {
namespace {

using model::Column;
using model::Relation;
using model::Table;
using model::TableSet;
using model::ValueKind;

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + (count == 1 ? " value is " : " values are ") + std::string(what);
}

// .NET's own NaN has the sign and no payload; the text "NaN" gives that one.
template <class Float, class Bits>
bool is_other_nan(Float value, Bits own_nan) {
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return std::isnan(value) && bits != own_nan;
}
constexpr std::uint32_t kSingleNan = 0xFFC00000;
constexpr std::uint64_t kDoubleNan = 0xFFF8000000000000;
constexpr std::string_view kOtherNan = "a NaN with bits of its own", kZeroSign = "a zero with a sign",
                           kLoneSurrogate = "text with a lone surrogate",
                           kUnknownXml = "an object or array whose XML is not known, which is left out",
                           kAnyType = "of a type that .NET writes as xs:anyType, which it does not read again",
                           kUntyped = "of another type than System.String in an attribute",
                           kRespelled = "a Uri in another spelling than its ToString()",
                           kOtherKind = "a date of a kind that the column's DateTimeMode does not keep";

bool is_other_display(std::string_view uri, const XmlHolds& what) {
  return to_display_text(Uri{std::string(uri)}, what.uris) != uri;
}

// A DoubleStorage has no "-0", SqlDouble and boxed values have.
template <class Float, class Bits>
std::string_view lost_of_float(Float value, Bits own_nan) {
  if (value == 0 && std::signbit(value)) return kZeroSign;
  return is_other_nan(value, own_nan) ? kOtherNan : std::string_view();
}

bool keeps_kind(model::DateTimeMode mode, DateTime value) {
  return mode != model::DateTimeMode::UnspecifiedLocal || value.kind() == DateTimeKind::Unspecified;
}

bool is_negative_zero(Decimal value) { return value.negative() && value.is_zero(); }

bool is_surrogate(char16_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

// Its text says neither the sign of a zero nor more precision than it has digits.
bool is_other_sql_decimal(const model::SqlDecimalCell& cell) {
  SqlDecimal value{
      .is_null = false, .negative = cell.negative != 0, .precision = cell.precision, .scale = cell.scale, .data = {}};
  std::memcpy(value.data.data(), cell.words, sizeof(cell.words));
  const Result<SqlDecimal> again = parse_sql_decimal(to_text(value));
  return !again.ok() || *again != value;
}

std::string_view lost_of_sql_xml(std::string_view text) {
  const Result<std::string> again = dataset_xml::sql_xml_as_read(text);
  return again.ok() && *again == text ? "" : "XML in another spelling than that of .NET's writers";
}

// What is lost of a value by itself: a cell of an Object column, or a default, whose mode decides of dates.
std::string_view lost_of(const model::Node* node, const XmlHolds& what, const model::DateTimeMode* mode) {
  if (const model::StringNode* text = model::as_string(node)) {
    return !what.surrogates && find_lone_surrogate(text->view()) != kValid ? kLoneSurrogate : std::string_view();
  }
  const model::ScalarNode* scalar = model::as_scalar(node);
  if (scalar == nullptr || scalar->sql_null) return {};
  switch (scalar->value_kind) {
    case ValueKind::Single:
    case ValueKind::SqlSingle: return is_other_nan(scalar->get<float>(), kSingleNan) ? kOtherNan : std::string_view();
    case ValueKind::Double:
    case ValueKind::SqlDouble: return is_other_nan(scalar->get<double>(), kDoubleNan) ? kOtherNan : std::string_view();
    case ValueKind::Decimal: return is_negative_zero(scalar->get<Decimal>()) ? kZeroSign : std::string_view();
    case ValueKind::Char:
      return !what.surrogates && is_surrogate(scalar->get<char16_t>()) ? kLoneSurrogate : std::string_view();
    case ValueKind::DateTime:
      return mode != nullptr && !keeps_kind(*mode, scalar->get<DateTime>()) ? kOtherKind : std::string_view();
    case ValueKind::SqlXml: return lost_of_sql_xml(scalar->text());
    case ValueKind::Uri: return is_other_display(scalar->text(), what) ? kRespelled : std::string_view();
    default: return {};
  }
}

// The record of a boxed enum, whose number nothing tells from any other text.
bool is_boxed_enum(const Column& column, const model::Node* node) {
  const model::ObjectNode* object = model::as_object(node);
  return object != nullptr && column.type_name == "System.Object" && object->type->members.size() == 1 &&
         object->type->members[0].name == "value__";
}

// Its text says which it is, to us.
bool is_any_type(const Column& column, const model::Node* node) {
  const model::ScalarNode* scalar = model::as_scalar(node);
  return scalar != nullptr && column.type_name == "System.Object" &&
         (scalar->value_kind == ValueKind::DateTimeOffset || scalar->value_kind == ValueKind::BigInteger);
}

// .NET refuses such columns; we write the text.
bool is_untyped(const Column& column, const model::Node* node) {
  const bool attribute =
      column.mapping == model::MappingType::Attribute || column.mapping == model::MappingType::Hidden;
  return attribute && column.type_name == "System.Object" && model::as_string(node) == nullptr;
}

// What is lost of the cell; empty: nothing.
std::string_view lost_of(const Column& column, std::size_t i, const XmlHolds& what) {
  switch (column.kind()) {
    case ValueKind::Single: return lost_of_float(column.get<float>(i), kSingleNan);
    case ValueKind::SqlSingle: return is_other_nan(column.get<float>(i), kSingleNan) ? kOtherNan : std::string_view();
    case ValueKind::Double: return lost_of_float(column.get<double>(i), kDoubleNan);
    case ValueKind::SqlDouble: return is_other_nan(column.get<double>(i), kDoubleNan) ? kOtherNan : std::string_view();
    case ValueKind::Decimal: return is_negative_zero(column.get<Decimal>(i)) ? kZeroSign : std::string_view();
    case ValueKind::SqlDecimal:
      return is_other_sql_decimal(column.get<model::SqlDecimalCell>(i))
                 ? "a SqlDecimal of other precision than its digits"
                 : "";
    case ValueKind::DateTime: {
      const bool kept = column.date_time_mode != model::DateTimeMode::UnspecifiedLocal ||
                        column.get<DateTime>(i).kind() == DateTimeKind::Unspecified;
      return kept ? std::string_view() : kOtherKind;
    }
    case ValueKind::Char: return is_surrogate(column.get<char16_t>(i)) ? kLoneSurrogate : std::string_view();
    case ValueKind::String:
    case ValueKind::SqlString:
      return find_lone_surrogate(column.text(i)) != kValid ? kLoneSurrogate : std::string_view();
    case ValueKind::SqlXml: return lost_of_sql_xml(column.text(i));
    case ValueKind::Uri: return is_other_display(column.text(i), what) ? kRespelled : std::string_view();
    case ValueKind::Object:
      if (!dataset_xml::has_known_xml(column, column.object(i))) return kUnknownXml;
      if (is_untyped(column, column.object(i))) return kUntyped;
      if (is_boxed_enum(column, column.object(i))) return "an enum";
      if (is_any_type(column, column.object(i))) return kAnyType;
      return lost_of(column.object(i), what, nullptr);
    default: return {};
  }
}

bool may_lose(ValueKind kind, const XmlHolds& what) {
  switch (kind) {
    case ValueKind::Single:
    case ValueKind::SqlSingle:
    case ValueKind::Double:
    case ValueKind::SqlDouble:
    case ValueKind::Decimal:
    case ValueKind::SqlDecimal:
    case ValueKind::SqlXml:
    case ValueKind::Uri:
    case ValueKind::Object:
    case ValueKind::DateTime: return true;
    case ValueKind::Char:
    case ValueKind::String:
    case ValueKind::SqlString: return !what.surrogates;
    default: return false;
  }
}

void add_default(const Column& column, const std::string& path, const XmlHolds& what, std::vector<Loss>& losses) {
  if (!what.schema || column.default_value == nullptr || column.storage() == model::Storage::Object) return;
  const std::string_view lost = lost_of(column.default_value, what, &column.date_time_mode);
  if (lost.empty()) return;
  losses.push_back({path + "/DefaultValue", "the default is " + std::string(lost) + ", which the text does not say"});
}

// Names, captions and the like, which the writer of contracts puts U+FFFD into.
void add_surrogates(const std::vector<std::string>& paths, const std::string& prefix, std::vector<Loss>& losses) {
  for (const std::string& path : paths) {
    if (!path.ends_with("/DefaultValue")) losses.push_back({prefix + path, "lone surrogates become U+FFFD"});
  }
}

// Readers go on behind the last number that they find.
void add_next_number(const Column& column, const std::string& path, std::vector<Loss>& losses) {
  if (!model::says_other_next_number(column)) return;
  losses.push_back({path + "/AutoIncrementCurrent", "the next number is not the one behind the last of the rows"});
}

void add_table(const Table& table, const TableSet* set, const std::string& prefix, const XmlHolds& what,
               std::vector<Loss>& losses) {
  xml_table_losses(table, prefix, what, losses);
  for (const auto& column : table.columns) add_default(*column, prefix + "columns/" + column->name, what, losses);
  for (const auto& column : table.columns) {
    if (what.schema) add_next_number(*column, prefix + "columns/" + column->name, losses);
  }
  if (what.schema) xml_schema_losses(table, set, prefix, losses);
  if (!what.surrogates) add_surrogates(model::lone_surrogates_of_schema(table), prefix, losses);
}

// The rows in the order that reading gives them, as far as they are reached: .NET adds a row at its end tag.
class Walk {
 public:
  Walk(const dataset_xml::Scope& scope, const dataset_xml::Nesting& nesting)
      : scope_(scope),
        nesting_(nesting),
        met_(scope.tables.size()),
        last_(scope.tables.size()),
        rows_(scope.tables.size()) {
    for (std::size_t t = 0; t < scope.tables.size(); ++t) met_[t].resize(scope.tables[t]->row_count());
  }

  void run() {
    for (std::uint32_t t = 0; t < scope_.tables.size(); ++t) run(t);
  }

  // Of that table alone.
  void run(std::uint32_t table) {
    for (std::uint64_t row = 0; row < met_[table].size(); ++row) {
      if (!nesting_.is_inside(table, row)) from({table, row});
    }
  }

  // The tables whose rows come in another order.
  const std::vector<bool>& moved() const { return moved_; }
  const std::vector<std::uint64_t>& rows_of(std::uint32_t table) const { return rows_[table]; }
  bool is_met(std::uint32_t table, std::uint64_t row) const { return met_[table][row]; }

 private:
  void from(dataset_xml::RowPlace top) {
    open_.push_back({top, false});
    while (!open_.empty()) {
      const auto [place, is_complete] = open_.back();
      open_.pop_back();
      if (is_complete) {
        add(place);
        continue;
      }
      met_[place.table][place.row] = true;
      open_.push_back({place, true});
      const auto links = nesting_.links_of(place.table);
      for (std::size_t i = links.size(); i-- > 0;) {
        const dataset_xml::Nesting::Link& link = nesting_.link(links[i]);
        const auto children = link.children(place.row);
        for (std::size_t c = children.size(); c-- > 0;) open_.push_back({{link.child_table, children[c]}, false});
      }
    }
  }
  void add(dataset_xml::RowPlace place) {
    rows_[place.table].push_back(place.row);
    if (place.row < last_[place.table]) moved_[place.table] = true;
    last_[place.table] = place.row;
  }

  const dataset_xml::Scope& scope_;
  const dataset_xml::Nesting& nesting_;
  std::vector<std::vector<bool>> met_;
  std::vector<std::uint64_t> last_;
  std::vector<std::vector<std::uint64_t>> rows_;
  std::vector<bool> moved_ = std::vector<bool>(scope_.tables.size());
  struct Open {
    dataset_xml::RowPlace place;
    bool is_complete;  // what is inside it came before
  };
  std::vector<Open> open_;
};

void add_unmet_rows(const dataset_xml::Scope& scope, const Walk& walk, std::uint32_t t, const std::string& prefix,
                    std::string_view what, std::vector<Loss>& losses) {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  for (std::uint64_t row = 0; row < scope.tables[t]->row_count(); ++row) {
    if (walk.is_met(t, row) || dataset_xml::visible_record(scope.tables[t]->row(row)) == model::kNoRecord) continue;
    if (count++ == 0) first = row;
  }
  if (count == 0) return;
  losses.push_back({prefix + "rows/[" + std::to_string(first) + "]",
                    std::string(what) + (count == 1 ? std::string() : " (" + std::to_string(count) + " rows)")});
}

constexpr std::string_view kMoved = "nested rows stand inside their parents, which is another order";

bool has_nested(const dataset_xml::Scope& scope) {
  return std::any_of(scope.relations.begin(), scope.relations.end(), [](const Relation& r) { return r.nested; });
}

void add_nested_rows(const dataset_xml::Scope& scope, const XmlHolds& what, std::vector<Loss>& losses) {
  if (!has_nested(scope) || !what.rows) return;
  const Result<dataset_xml::Nesting> nesting = dataset_xml::Nesting::of(scope);
  if (!nesting.ok()) return;  // writing says so
  Walk walk(scope, *nesting);
  walk.run();
  for (std::uint32_t t = 0; t < scope.tables.size(); ++t) {
    const bool alone = scope.set == nullptr || scope.set->tables.empty();
    const std::string prefix = alone ? std::string() : "tables/" + scope.tables[t]->name + "/";
    // A DiffGram numbers its rows.
    if (!what.states && walk.moved()[t]) losses.push_back({prefix + "rows", std::string(kMoved)});
    add_unmet_rows(scope, walk, t, prefix, "a row that is inside itself is left out", losses);
  }
}

// Rows of a DiffGram that are put in one after the other, each at the number that it says: whether that changes their
// order. The deleted ones come last.
bool is_moved_by_insertion(const Table& table, std::vector<std::uint64_t> rows) {
  for (std::uint64_t row = 0; row < table.row_count(); ++row) {
    if (dataset_xml::visible_record(table.row(row)) == model::kNoRecord) rows.push_back(row);
  }
  std::vector<std::uint64_t> places(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) places[i] = std::min<std::uint64_t>(rows[i], i);
  dataset_xml::settle_insertions(places);
  std::vector<std::uint64_t> order(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) order[places[i]] = rows[i];
  return !std::ranges::is_sorted(order);
}

// Of one table of the scope, which is written without the others.
void add_nested_rows(const dataset_xml::Scope& scope, std::uint32_t table, const XmlHolds& what,
                     std::vector<Loss>& losses) {
  if (!has_nested(scope) || !what.rows) return;
  const Result<dataset_xml::Nesting> nesting = dataset_xml::Nesting::of(scope);
  if (!nesting.ok()) return;
  Walk walk(scope, *nesting);
  walk.run(table);
  // The numbers of a DiffGram are its order where the schema says that the table is nested. That of a payload has no
  // relations.
  const bool moved = what.states ? what.remoting && is_moved_by_insertion(*scope.tables[table], walk.rows_of(table))
                                 : walk.moved()[table];
  if (moved) losses.push_back({"rows", std::string(kMoved)});
  add_unmet_rows(scope, walk, table, {},
                 scope.tables.size() == 1 ? "a row that is inside itself is left out"
                                          : "a row that stands inside one of another table is left out",
                 losses);
}

void add_relations(const TableSet& set, const XmlHolds& what, std::vector<Loss>& losses) {
  if (!what.schema) {
    for (const Relation& relation : set.relations) {
      losses.push_back({"relations/" + relation.name, "DataSet XML has no place for relations"});
    }
    return;
  }
  bool plain = false;
  for (const Relation& relation : set.relations) {
    if (relation.nested && plain) {
      losses.push_back({"relations/" + relation.name, "the relation comes before those that are not nested"});
    }
    plain |= !relation.nested;
  }
}

// DataSets tell tables of one name by their namespaces.
void add_same_names(const TableSet& set, const XmlHolds& what, std::vector<Loss>& losses) {
  for (std::size_t i = 1; i < set.tables.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (set.tables[i]->name != set.tables[k]->name) continue;
      if (!what.remoting && set.tables[i]->namespace_uri != set.tables[k]->namespace_uri) continue;
      losses.push_back({"tables/" + set.tables[i]->name,
                        "another table has the name, and nothing reads such a schema again, .NET no more than this"});
      break;
    }
  }
}

constexpr std::string_view kNoClass = "reading XML gives no class of a typed DataTable or DataSet";

void add_class(const Table& table, const std::string& prefix, std::vector<Loss>& losses) {
  if (!table.class_name.empty()) losses.push_back({prefix + "Class", std::string(kNoClass)});
}

void add_inherited_case(const Table& table, const TableSet& set, const std::string& prefix, std::vector<Loss>& losses) {
  if (table.case_sensitive_set || !table.case_sensitive || set.case_sensitive) return;
  losses.push_back({prefix + "CaseSensitive", "the schema says that of the DataSet alone"});
}

}  // namespace

void xml_cell_losses(const Column& column, const std::string& path, const XmlHolds& what, std::vector<Loss>& losses) {
  if (column.has_styles()) losses.push_back({path, "XML has no LCID and compare options of SqlString"});
  if (!may_lose(column.kind(), what)) return;
  std::vector<std::pair<std::string_view, std::uint64_t>> found;  // few kinds
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    const std::string_view lost = column.is_null(i) ? std::string_view() : lost_of(column, i, what);
    if (lost.empty()) continue;
    const auto same = std::ranges::find(found, lost, &std::pair<std::string_view, std::uint64_t>::first);
    if (same == found.end()) {
      found.emplace_back(lost, 1);
    } else {
      ++same->second;
    }
  }
  for (const auto& [lost, count] : found) {
    const bool says_all = lost == kUnknownXml || lost == kAnyType;
    losses.push_back({path, counted(count, lost) + (says_all ? "" : ", which the text does not say")});
  }
}

void xml_edit_losses(const Table& table, const std::string& prefix, std::vector<Loss>& losses) {
  std::uint64_t edits = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < table.row_count() && !table.plain_rows(); ++i) {
    if (table.row(i).proposed == model::kNoRecord) continue;
    if (edits++ == 0) first = i;
  }
  if (edits == 0) return;
  losses.push_back({prefix + "rows/[" + std::to_string(first) + "]/Current",
                    "the values of an edit take the place of those behind it" +
                        (edits == 1 ? std::string() : " (" + std::to_string(edits) + " rows)")});
}

void xml_row_losses(const Table& table, const std::string& prefix, const XmlHolds& what, std::vector<Loss>& losses) {
  if (what.states) return;
  for (const auto& column : table.columns) {
    if (column->mapping != model::MappingType::Hidden) continue;
    std::uint64_t values = 0;
    for (std::size_t i = 0; i < column->record_count(); ++i) values += column->is_null(i) ? 0 : 1;
    if (values != 0) {
      losses.push_back({prefix + "columns/" + column->name, counted(values, "of a hidden column, which is left out")});
    }
  }
}

void inherited_case_losses(const TableSet& set, const Table& table, std::vector<Loss>& losses) {
  if (!set.case_sensitive || table.case_sensitive_set || table.case_sensitive) return;
  losses.push_back({"CaseSensitive", "a table alone is read without it: CaseSensitive of the DataSet"});
}

void xml_around_losses(const TableSet& set, std::vector<Loss>& losses) {
  plain_tables::Losses found;
  plain_tables::add_set_losses(set, found);
  for (plain_tables::Loss& loss : found.take()) {
    // The table has taken these over, and relations are named elsewhere.
    if (loss.path == "CaseSensitive" || loss.path == "Locale" || loss.path.starts_with("relations/")) continue;
    losses.push_back({std::move(loss.path), "a table alone is read without it: " + loss.what});
  }
}

void xml_losses(const TableSet& set, const XmlHolds& what, std::vector<Loss>& losses) {
  if (!set.type_name.empty() && !what.remoting) losses.push_back({"TypeName", std::string(kNoClass)});
  for (const auto& table : set.tables) {
    if (what.schema) add_class(*table, "tables/" + table->name + "/", losses);
  }
  for (const auto& table : set.tables) add_table(*table, &set, "tables/" + table->name + "/", what, losses);
  if (!what.surrogates) add_surrogates(model::lone_surrogates_of_schema(set), "", losses);
  xml_set_losses(set, what, losses);
  add_relations(set, what, losses);
  if (what.schema) add_same_names(set, what, losses);
  for (const auto& table : set.tables) {
    if (what.schema) add_inherited_case(*table, set, "tables/" + table->name + "/", losses);
  }
  add_nested_rows(dataset_xml::Scope::of(set), what, losses);
  if (!what.schema && !what.states) xml_root_losses(set, losses);
}

void xml_losses(const Table& table, const TableSet* set, const XmlHolds& what, std::vector<Loss>& losses) {
  if (what.schema && !what.remoting) add_class(table, "", losses);
  if (what.schema && set == nullptr && !table.locale_set && !table.locale.empty()) {
    losses.push_back({"Locale", "the culture is that of a DataSet, which is not written"});
  }
  add_table(table, set != nullptr && !set->tables.empty() ? set : nullptr, "", what, losses);
  for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
    const bool other = key.parent_table != key.child_table;
    if (!what.schema || (!other && !what.remoting)) continue;
    losses.push_back(
        {"constraints/" + key.name, other ? "foreign keys to other tables are written with their DataSet only"
                                          : "foreign keys are written with their DataSet only"});
  }
  if (set != nullptr && what.schema) add_inherited_case(table, *set, "", losses);
  std::uint32_t index = 0;
  const dataset_xml::Scope scope = dataset_xml::Scope::of(table, set, index);
  if (!what.schema && !what.states) xml_root_losses(table, set, losses);
  // Rows that something else holds than XML do not stand in one another.
  if (what.cells) add_nested_rows(scope, index, what, losses);
}

}  // namespace dotwire::text_tables

#include "losses/table_differences.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "clr/same_number.h"
#include "clr/type_name.h"
#include "formats/text_tables/cells.h"
#include "model/first_difference_graph.h"
#include "model/same_cell.h"

namespace dotwire::test {
namespace {

using model::Column;
using model::PropertyCollection;
using model::Row;
using model::RowState;
using model::Table;
using model::TableSet;

bool same_properties(const PropertyCollection& a, const PropertyCollection& b) {
  if (a.entries.size() != b.entries.size()) return false;
  return std::ranges::all_of(a.entries, [&](const model::Property& property) {
    return std::ranges::any_of(b.entries, [&](const model::Property& other) {
      return model::same_value(property.key, other.key) && model::same_value(property.value, other.value);
    });
  });
}

// Tables may come in another order, which is a difference of its own. Without sets it is the table itself.
bool same_table(const TableSet* a_set, std::uint32_t a, const TableSet* b_set, std::uint32_t b) {
  if (a_set == nullptr || b_set == nullptr || a >= a_set->tables.size() || b >= b_set->tables.size()) return a == b;
  return a_set->tables[a]->name == b_set->tables[b]->name;
}

// A JSON string's text, or another value as it is spelled.
std::string text_of(const Column& column, std::size_t record, CellTexts texts) {
  Buffer out;
  if (texts == CellTexts::Csv) {
    if (!text_tables::append_cell_text(column, record, out)) return {};
    return std::string(out.text());
  }
  json::Writer writer(out);
  text_tables::write_cell(writer, column, record, JsonNumbers::Text);
  if (!out.text().starts_with('"')) return std::string(out.text());
  if (column.storage() == model::Storage::Object) return std::string(model::as_string(column.object(record))->view());
  Buffer text;
  text_tables::append_cell_text(column, record, text);
  // Dates say more in JSON.
  const std::string_view quoted = out.text().substr(1, out.text().size() - 2);
  return std::string(column.storage() == model::Storage::Fixed ? quoted : text.text());
}

bool same_text(const Column& a, std::size_t a_record, const Column& b, std::size_t b_record, CellTexts texts) {
  if (a.is_null(a_record) || b.is_null(b_record)) return a.is_null(a_record) && b.is_null(b_record);
  const std::string one = text_of(a, a_record, texts);
  const std::string other = text_of(b, b_record, texts);
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
  };
  if (one == R"({"$object":true})") return false;
  return one == other || (is_number(one) && is_number(other) && is_same_number(one, other));
}

class TableDifferences {
 public:
  TableDifferences(const Table& a, const TableSet* a_set, const Table& b, const TableSet* b_set, std::string prefix,
                   CellTexts texts, Differences& found)
      : a_(a), b_(b), a_set_(a_set), b_set_(b_set), prefix_(std::move(prefix)), texts_(texts), found_(found) {}

  TableDifferences(const TableDifferences& like, Differences& found)
      : a_(like.a_),
        b_(like.b_),
        a_set_(like.a_set_),
        b_set_(like.b_set_),
        prefix_(like.prefix_),
        texts_(like.texts_),
        found_(found),
        columns_(like.columns_) {}

  void find() {
    add_table();
    match_columns();
    for (const auto& [one, other] : columns_) add_column(*a_.columns[one], *b_.columns[other]);
    add_constraints();
    add_rows();
  }

 private:
  void add_if(bool differs, const std::string& path) {
    if (differs) found_.seen.insert(prefix_ + path);
  }
  void hide_if(bool differs, const std::string& path) {
    if (differs) found_.hidden.insert(prefix_ + path);
  }

  void add_properties(const std::optional<PropertyCollection>& a, const std::optional<PropertyCollection>& b,
                      const std::string& path) {
    static const PropertyCollection none;
    add_if(!same_properties(a ? *a : none, b ? *b : none), path + "ExtendedProperties");
  }

  static bool case_sensitive(const Table& table, const TableSet* set) {
    return set != nullptr && !table.case_sensitive_set ? set->case_sensitive : table.case_sensitive;
  }
  static std::string_view namespace_of(const Table& table, const TableSet* set) {
    const bool own = set == nullptr || table.namespace_set || !table.namespace_uri.empty();
    return own ? table.namespace_uri : set->namespace_uri;
  }
  // The culture of the table or of its set; nothing where neither has one: then it is that of the reader.
  static std::optional<std::string> locale_of(const Table& table, const TableSet* set) {
    if (table.locale_set || !table.locale.empty()) return table.locale;
    return set != nullptr && set->locale_set ? std::optional(set->locale) : std::nullopt;
  }

  void add_table() {
    add_if(a_.name != b_.name, "TableName");
    add_if(namespace_of(a_, a_set_) != namespace_of(b_, b_set_), "Namespace");
    add_if(a_.prefix != b_.prefix, "Prefix");
    add_if(case_sensitive(a_, a_set_) != case_sensitive(b_, b_set_), "CaseSensitive");
    // The invariant one says nothing: payloads name it where nobody has set any.
    const std::optional<std::string> locale = locale_of(a_, a_set_);
    const std::string other = locale_of(b_, b_set_).value_or(b_.locale);
    add_if(locale && !locale->empty() && *locale != other, "Locale");
    hide_if(a_.locale_set != b_.locale_set || a_.locale_id != b_.locale_id, "Locale");
    hide_if(a_.case_sensitive_set != b_.case_sensitive_set || a_.case_sensitive != b_.case_sensitive, "CaseSensitive");
    hide_if(a_.type_name != b_.type_name, "TypeName");
    add_if(a_.class_name != b_.class_name, "Class");
    hide_if(a_.namespace_set != b_.namespace_set, "Namespace");
    add_if(a_.minimum_capacity != b_.minimum_capacity, "MinimumCapacity");
    add_if(a_.display_expression != b_.display_expression, "DisplayExpression");
    add_properties(a_.extended_properties, b_.extended_properties, "");
  }

  // By their names, and by their places where nothing else is left of them.
  void match_columns() {
    std::vector<bool> used(b_.columns.size());
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < a_.columns.size(); ++i) {
      const auto known =
          std::ranges::find_if(b_.columns, [&](const auto& b) { return b->name == a_.columns[i]->name; });
      auto j = static_cast<std::size_t>(known - b_.columns.begin());
      if (known == b_.columns.end() && a_.columns.size() == b_.columns.size() &&
          a_.find_column(b_.columns[i]->name) == nullptr) {
        j = i;
        add_if(true, "columns/" + a_.columns[i]->name + "/ColumnName");
      } else if (known == b_.columns.end()) {
        add_if(true, "columns/" + a_.columns[i]->name);
        continue;
      }
      add_if(last && *last > j, "columns");
      last = j;
      used[j] = true;
      columns_.emplace_back(i, j);
    }
    for (std::size_t j = 0; j < used.size(); ++j) add_if(!used[j], "columns/" + b_.columns[j]->name);
  }

  void add_column(const Column& a, const Column& b) {
    const std::string path = "columns/" + a.name + "/";
    const auto add = [&](bool differs, const char* property) { add_if(differs, path + property); };
    add(to_type_string(a.type_name) != to_type_string(b.type_name), "TypeName");
    add((a.caption_set ? a.caption : a.name) != (b.caption_set ? b.caption : b.name) && a.name == b.name, "Caption");
    add((a.namespace_set || b.namespace_set) && a.namespace_uri != b.namespace_uri, "Namespace");
    add(a.prefix != b.prefix, "Prefix");
    add(a.mapping != b.mapping, "ColumnMapping");
    add(a.date_time_mode != b.date_time_mode, "DateTimeMode");
    add(a.allow_db_null != b.allow_db_null, "AllowDBNull");
    add(a.read_only != b.read_only, "ReadOnly");
    add(a.unique != b.unique, "Unique");
    add(a.auto_increment != b.auto_increment, "AutoIncrement");
    add(a.auto_increment_seed != b.auto_increment_seed || a.auto_increment_step != b.auto_increment_step,
        "AutoIncrementSeed");
    add(a.max_length != b.max_length, "MaxLength");
    add(a.expression != b.expression, "Expression");
    const bool same_types = a.xml_data_type == b.xml_data_type && a.simple_type_name == b.simple_type_name &&
                            a.simple_types == b.simple_types;
    hide_if(!same_types, path + "DataType");
    add(!model::same_value(default_of(a), default_of(b)), "DefaultValue");
    add_properties(a.extended_properties, b.extended_properties, path);
  }

  // A null SqlType is what such a column defaults to anyway.
  static const model::Node* default_of(const Column& column) {
    const auto* scalar = model::as_scalar(column.default_value);
    const bool nothing = scalar != nullptr && (scalar->sql_null || scalar->value_kind == model::ValueKind::DBNull);
    return nothing ? nullptr : column.default_value;
  }

  // The columns of `b` that are those of `a`, or nothing.
  std::optional<std::vector<std::uint32_t>> matched(const std::vector<std::uint32_t>& columns) const {
    std::vector<std::uint32_t> others;
    for (const std::uint32_t column : columns) {
      for (const auto& [one, other] : columns_) {
        if (one == column) others.push_back(static_cast<std::uint32_t>(other));
      }
    }
    if (others.size() != columns.size()) return std::nullopt;
    return others;
  }

  // A constraint's name, and all of it but that as a text.
  struct Constraint {
    std::string name;
    bool foreign = false;
    std::size_t index = 0;
  };
  static std::vector<Constraint> constraints_of(const Table& table) {
    std::vector<Constraint> all;
    for (const model::ConstraintRef& ref : table.constraint_order) {
      all.push_back({ref.foreign ? table.foreign_keys[ref.index].name : table.unique_constraints[ref.index].name,
                     ref.foreign, ref.index});
    }
    return all;
  }

  bool same_constraint(const Constraint& a, const Constraint& b) const {
    if (a.foreign != b.foreign) return false;
    if (a.foreign) {
      const model::ForeignKeyConstraint& one = a_.foreign_keys[a.index];
      const model::ForeignKeyConstraint& other = b_.foreign_keys[b.index];
      return matched(one.child_columns) == other.child_columns &&
             same_table(a_set_, one.parent_table, b_set_, other.parent_table) &&
             one.parent_columns == other.parent_columns && one.accept_reject_rule == other.accept_reject_rule &&
             one.delete_rule == other.delete_rule && one.update_rule == other.update_rule &&
             same_properties(one.extended_properties, other.extended_properties);
    }
    const model::UniqueConstraint& one = a_.unique_constraints[a.index];
    const model::UniqueConstraint& other = b_.unique_constraints[b.index];
    return matched(one.columns) == other.columns && one.primary_key == other.primary_key &&
           same_properties(one.extended_properties, other.extended_properties);
  }

  void add_constraints() {
    const std::vector<Constraint> one = constraints_of(a_);
    const std::vector<Constraint> other = constraints_of(b_);
    std::optional<std::size_t> last;
    for (const Constraint& constraint : one) {
      const auto known = std::ranges::find(other, constraint.name, &Constraint::name);
      add_if(known == other.end() || !same_constraint(constraint, *known), "constraints/" + constraint.name);
      if (known == other.end()) continue;
      const auto place = static_cast<std::size_t>(known - other.begin());
      add_if(last && *last > place, "constraints");
      last = place;
    }
    for (const Constraint& constraint : other) {
      add_if(std::ranges::find(one, constraint.name, &Constraint::name) == one.end(), "constraints/" + constraint.name);
    }
  }

  // Rows of `a` that are to be found in `b`.
  std::vector<std::size_t> matched_rows() {
    std::vector<std::size_t> rows;
    std::vector<std::size_t> living;
    for (std::size_t i = 0; i < a_.row_count(); ++i) {
      rows.push_back(i);
      if (a_.row(i).state != RowState::Deleted) living.push_back(i);
    }
    if (rows.size() == b_.row_count()) return rows;
    add_if(true, living.size() == b_.row_count() ? "rows/Deleted" : "rows");
    return living.size() == b_.row_count() ? living : std::vector<std::size_t>();
  }

  // All Added is what filling a table makes of any content: it says nothing.
  bool states_say_something() const {
    for (std::size_t i = 0; i < a_.row_count(); ++i) {
      if (a_.row(i).state != RowState::Added) return true;
    }
    return false;
  }

  void add_rows() {
    const std::vector<std::size_t> rows = matched_rows();
    const bool states_count = states_say_something();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row one = a_.row(rows[i]);
      const Row other = b_.row(i);
      const bool same_state = one.state == other.state;
      add_if(!same_state && states_count, "rows/RowState");
      hide_if(!same_state && !states_count, "rows/RowState");
      if (!same_state && one.state == RowState::Modified) add_if(true, "rows/Original");
      if (one.proposed != model::kNoRecord && other.proposed == model::kNoRecord) {
        add_lost_edit(one, other);
        add_errors(rows[i], i);
        continue;
      }
      add_version(one.current, other.current, "Current");
      // An unchanged row has one record for both.
      const bool one_record = one.original == one.current && other.original == other.current;
      if (same_state && !one_record) add_version(one.original, other.original, "Original");
      add_version(one.proposed, other.proposed, "Proposed");
      add_errors(rows[i], i);
    }
  }

  // Either the values of the edit are gone, or those behind them.
  void add_lost_edit(const Row& one, const Row& other) {
    Differences current;
    TableDifferences(*this, current).add_version(one.current, other.current, "Current");
    add_if(true, current.seen.empty() ? "rows/Proposed" : "rows/Current");
    if (!current.seen.empty()) add_version(one.proposed, other.current, "Current");
  }

  void add_version(std::uint64_t a, std::uint64_t b, const std::string& version) {
    if (a == model::kNoRecord || b == model::kNoRecord) {
      return add_if((a == model::kNoRecord) != (b == model::kNoRecord), "rows/" + version);
    }
    for (const auto& [one, other] : columns_) {
      const Column& left = *a_.columns[one];
      const Column& right = *b_.columns[other];
      const auto l = static_cast<std::size_t>(a);
      const auto r = static_cast<std::size_t>(b);
      const bool same =
          model::same_cell(left, l, right, r) ||
          (texts_ != CellTexts::None && left.type_name != right.type_name && same_text(left, l, right, r, texts_));
      add_if(!same, "rows/" + version + "/" + a_.columns[one]->name);
    }
  }

  static const model::RowErrors* errors_of(const Table& table, std::size_t row) {
    const auto known = std::ranges::find(table.row_errors, row, &model::RowErrors::row);
    return known == table.row_errors.end() ? nullptr : &*known;
  }

  void add_errors(std::size_t a, std::size_t b) {
    static const model::RowErrors none{};
    const auto* one = errors_of(a_, a);
    const auto* other = errors_of(b_, b);
    const auto texts = [](const model::RowErrors& errors) {
      std::set<std::pair<std::uint32_t, std::string>> all;
      for (const model::ColumnError& error : errors.columns) {
        if (!error.text.empty()) all.emplace(error.column, error.text);
      }
      return all;
    };
    const model::RowErrors& left = one == nullptr ? none : *one;
    const model::RowErrors& right = other == nullptr ? none : *other;
    add_if(left.text != right.text || texts(left) != texts(right), "rows/RowError");
  }

  const Table& a_;
  const Table& b_;
  const TableSet* a_set_;
  const TableSet* b_set_;
  std::string prefix_;
  CellTexts texts_;
  Differences& found_;
  std::vector<std::pair<std::size_t, std::size_t>> columns_;
};

bool same_relation(const TableSet& a_set, const model::Relation& a, const TableSet& b_set, const model::Relation& b) {
  static const PropertyCollection none;
  return same_table(&a_set, a.parent_table, &b_set, b.parent_table) &&
         same_table(&a_set, a.child_table, &b_set, b.child_table) && a.parent_columns == b.parent_columns &&
         a.child_columns == b.child_columns && a.nested == b.nested &&
         same_properties(a.extended_properties.value_or(none), b.extended_properties.value_or(none));
}

Differences differences(const TableSet& a, const TableSet& b) {
  Differences found;
  const auto add_if = [&](bool differs, const std::string& path) {
    if (differs) found.seen.insert(path);
  };
  add_if(a.name != b.name, "DataSetName");
  add_if(a.namespace_uri != b.namespace_uri, "Namespace");
  add_if(a.prefix != b.prefix, "Prefix");
  add_if(a.case_sensitive != b.case_sensitive, "CaseSensitive");
  add_if(a.locale_set && !a.locale.empty() && (!b.locale_set || a.locale != b.locale), "Locale");
  if (a.locale_set != b.locale_set || a.locale_id != b.locale_id) found.hidden.insert("Locale");
  if (a.exclude_schema != b.exclude_schema) found.hidden.insert("SchemaSerializationMode");
  add_if(a.type_name != b.type_name, "TypeName");
  add_if(a.enforce_constraints != b.enforce_constraints, "EnforceConstraints");
  add_if(!same_properties(a.extended_properties, b.extended_properties), "ExtendedProperties");
  for (std::size_t i = 0; i < a.tables.size(); ++i) {
    const Table& table = *a.tables[i];
    const auto known = std::ranges::find_if(b.tables, [&](const auto& other) {
      return other->name == table.name &&
             (i < b.tables.size() && b.tables[i]->name == table.name ? other == b.tables[i] : true);
    });
    const bool renamed = known == b.tables.end() && a.tables.size() == b.tables.size();
    add_if(known == b.tables.end() && !renamed, "tables/" + table.name);
    if (known == b.tables.end() && !renamed) continue;
    add_if(!renamed && static_cast<std::size_t>(known - b.tables.begin()) != i, "tables");
    const Table& other = renamed ? *b.tables[i] : **known;
    TableDifferences(table, &a, other, &b, "tables/" + table.name + "/", CellTexts::None, found).find();
  }
  for (std::size_t i = 0; i < a.relations.size(); ++i) {
    const model::Relation& relation = a.relations[i];
    const auto known = std::ranges::find(b.relations, relation.name, &model::Relation::name);
    add_if(known == b.relations.end() || !same_relation(a, relation, b, *known), "relations/" + relation.name);
    if (known != b.relations.end()) {
      add_if(static_cast<std::size_t>(known - b.relations.begin()) != i && b.relations.size() == a.relations.size(),
             "relations");
    }
  }
  return found;
}

}  // namespace

Differences differences(const Document& a, std::string_view table, const Document& b, CellTexts texts) {
  const bool a_is_set = a.kind() == DocumentKind::TableSet;
  const bool b_is_set = b.kind() == DocumentKind::TableSet;
  if (a_is_set && b_is_set && table.empty()) return differences(a.table_set(), b.table_set());
  std::vector<const Table*> one = a.tables();
  if (!table.empty()) std::erase_if(one, [&](const Table* each) { return each->name != table; });
  std::vector<const Table*> other = b.tables();
  // Beside it may stand what is nested in it.
  if (one.size() == 1 && other.size() > 1) {
    std::erase_if(other, [&](const Table* each) { return each->name != one[0]->name; });
  }
  if (one.size() != 1 || other.size() != 1) return {{"another kind of content"}, {}};
  Differences found;
  TableDifferences(*one[0], a_is_set ? &a.table_set() : nullptr, *other[0], b_is_set ? &b.table_set() : nullptr, "",
                   texts, found)
      .find();
  if (!a_is_set) return found;
  // All around it is gone, where there was something.
  const TableSet& set = a.table_set();
  const auto hide_if = [&](bool lost, const std::string& path) {
    if (lost) found.hidden.insert(path);
  };
  hide_if(set.name != "NewDataSet", "DataSetName");
  hide_if(!set.namespace_uri.empty(), "Namespace");
  hide_if(!set.prefix.empty(), "Prefix");
  hide_if(set.case_sensitive, "CaseSensitive");
  hide_if(set.locale_set || set.locale_id, "Locale");
  hide_if(!set.enforce_constraints, "EnforceConstraints");
  hide_if(!set.extended_properties.empty(), "ExtendedProperties");
  hide_if(!set.type_name.empty(), "TypeName");
  for (const auto& each : set.tables) hide_if(each.get() != one[0], "tables/" + each->name);
  for (const model::Relation& relation : set.relations) hide_if(true, "relations/" + relation.name);
  return found;
}

}  // namespace dotwire::test

#include "formats/dataset_binary/representable.h"

#include <string>

#include "base/load.h"
#include "base/try.h"
#include "clr/uri.h"
#include "codecs/dataset_xml/kept_xml.h"
#include "model/lone_surrogates.h"

namespace dotwire::dataset_binary {

using model::Column;
using model::Table;
using model::TableSet;
using model::ValueKind;

namespace {

constexpr const char* kReplaced = "lone surrogates become U+FFFD";
constexpr const char* kRespelled = "URIs take the spelling of AbsoluteUri";

std::string column_path(std::size_t index, std::string_view name) {
  return "DataTable.DataColumn_" + std::to_string(index) + "." + std::string(name);
}

// runtime-differences.md 7.1.
bool is_refused_type(ValueKind kind, Dialect dialect) {
  switch (kind) {
    case ValueKind::SqlXml: return true;
    case ValueKind::SqlBytes:
    case ValueKind::SqlChars: return dialect != Dialect::Framework;
    case ValueKind::SqlSingle:
    case ValueKind::SqlMoney:
    case ValueKind::SqlDecimal:
    case ValueKind::SqlBinary: return dialect == Dialect::Net10;
    default: return false;
  }
}

bool has_values(const Column& column) {
  for (std::size_t c = 0; c < column.chunk_count(); ++c) {
    if (column.chunk(c).null_count != column.chunk(c).size) return true;
  }
  return false;
}

bool is_type_node(const model::Node* node) {
  const model::ScalarNode* scalar = model::as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Type;
}

bool holds_types(const Column& column) {
  if (column.kind() == ValueKind::Type) return has_values(column) || is_type_node(column.default_value);
  if (column.storage() != model::Storage::Object) return false;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (is_type_node(column.object(i))) return true;
  }
  return false;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

bool same_word(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

// End of a quoted or bracketed part that starts at `at`, or `at`.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
  const char close = text[at] == '\'' ? '\'' : text[at] == '[' ? ']' : text[at] == '`' ? '`' : '\0';
  if (close == '\0') return at;
  const std::size_t end = text.find(close, at + 1);
  return end == std::string_view::npos ? text.size() - 1 : end;
}

// Parent.Column, Parent(Relation).Column, Child.Column ...
bool refers_to_other_tables(std::string_view expression) {
  for (std::size_t i = 0; i < expression.size(); ++i) {
    i = skip_quoted(expression, i);
    if (!is_word(expression[i]) || (i != 0 && is_word(expression[i - 1]))) continue;
    std::size_t end = i;
    while (end < expression.size() && is_word(expression[end])) ++end;
    const std::string_view word = expression.substr(i, end - i);
    std::size_t next = end;
    while (next < expression.size() && expression[next] == ' ') ++next;
    const bool access = next < expression.size() && (expression[next] == '.' || expression[next] == '(');
    if (access && (same_word(word, "parent") || same_word(word, "child"))) return true;
    i = end - 1;
  }
  return false;
}

Status check_column(const Column& column, std::size_t index, Dialect dialect, bool alone) {
  const auto refuse = [&](std::string_view name, std::string why) {
    return error_at(column_path(index, name), std::move(why), ErrorCode::NotRepresentable);
  };
  const bool simple = column.type_name == "System.Char" || column.max_length >= 0 || !column.simple_type_name.empty();
  if (simple && dialect != Dialect::Framework) {
    return refuse("SimpleType", "Char columns and MaxLength are written by the .NET Framework only");
  }
  if (is_refused_type(column.kind(), dialect)) {
    return refuse("DefaultValue", column.type_name + " is not serializable there");
  }
  if (dialect == Dialect::Net10 && holds_types(column)) {
    return refuse("DataType", "a Type in a cell is not serializable on .NET 10");
  }
  if (alone && refers_to_other_tables(column.expression)) {
    return refuse("Expression", "refers to another table, so the table is written with its DataSet only");
  }
  return {};
}

// --- silent losses

// -0.00: the text of a decimal zero has no sign.
bool is_negative_zero(const Decimal& value) { return value.negative() && value.is_zero(); }

bool is_negative_zero(const model::Node* node) {
  const model::ScalarNode* scalar = model::as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Decimal && !scalar->has_text() &&
         is_negative_zero(load<Decimal>(scalar->value));
}

bool has_negative_zeros(const Column& column) {
  const bool objects = column.storage() == model::Storage::Object;
  if (!objects && column.kind() != ValueKind::Decimal) return false;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (objects ? is_negative_zero(column.object(i)) : is_negative_zero(column.get<Decimal>(i))) return true;
  }
  return false;
}

bool is_respelled_uri(const model::Node* node) {
  const model::ScalarNode* scalar = model::as_scalar(node);
  return scalar != nullptr && scalar->value_kind == ValueKind::Uri && is_respelled(scalar->text());
}

// An object says what AbsoluteUri is, and not the text that it was made of.
bool has_respelled_uris(const Column& column) {
  const bool objects = column.storage() == model::Storage::Object;
  if (!objects && column.kind() != ValueKind::Uri) return false;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (objects ? is_respelled_uri(column.object(i)) : !column.is_null(i) && is_respelled(column.text(i))) return true;
  }
  return false;
}

void add_column_losses(const Column& column, const std::string& table, std::vector<Loss>& found) {
  add_value_losses(column, table, found);
  const std::string path = table + "columns/" + column.name;
  if (is_respelled_uri(column.default_value)) found.push_back({path + "/DefaultValue", kRespelled});
  if (column.kind() == ValueKind::DateTime && column.date_time_mode == model::DateTimeMode::UnspecifiedLocal) {
    for (std::size_t i = 0; i < column.record_count(); ++i) {
      if (column.is_null(i) || column.get<DateTime>(i).kind() == DateTimeKind::Unspecified) continue;
      found.push_back({path, "dates lose their kind, which the column's DateTimeMode does not keep"});
      break;
    }
  }
}

std::uint64_t kept_xml_in(const Column& column) {
  if (column.storage() != model::Storage::Object) return 0;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    const model::ObjectNode* object = column.is_null(i) ? nullptr : model::as_object(column.object(i));
    if (object != nullptr && dataset_xml::is_kept_xml(*object)) ++count;
  }
  return count;
}

// `prefix` is the table's path in its set.
void add_table_losses(const Table& table, Dialect dialect, bool alone, const std::string& prefix,
                      std::vector<Loss>& found) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Status status = check_column(*table.columns[i], i, dialect, alone);
    if (!status.ok()) found.push_back({prefix + "columns/" + table.columns[i]->name, status.error().message()});
  }
  if (!table.display_expression.empty())
    found.push_back({prefix + "DisplayExpression", "the payload has no place for expressions"});
  for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
    if (alone && key.parent_table != key.child_table) {
      found.push_back(
          {prefix + "constraints/" + key.name, "foreign keys to other tables are written with their DataSet only"});
    }
  }
  for (std::string& path : model::lone_surrogates_of_schema(table)) found.push_back({prefix + path, kReplaced});
  for (const auto& column : table.columns) add_column_losses(*column, prefix, found);
}

// Reading calls tables Table1, Table2 and so on where the payload leaves their names out.
bool says_more_than_rows(const TableSet& set) {
  for (std::size_t i = 0; i < set.tables.size(); ++i) {
    if (set.tables[i]->name != "Table" + std::to_string(i + 1)) return true;
    if (!set.tables[i]->constraint_order.empty()) return true;
  }
  return !set.relations.empty();
}

}  // namespace

void add_value_losses(const Column& column, const std::string& prefix, std::vector<Loss>& found) {
  const std::string path = prefix + "columns/" + column.name;
  if (model::has_lone_surrogates(column)) found.push_back({path, kReplaced});
  if (has_negative_zeros(column)) found.push_back({path, "decimal zeros lose their sign"});
  if (has_respelled_uris(column)) found.push_back({path, kRespelled});
  if (const std::uint64_t count = kept_xml_in(column); count != 0) {
    found.push_back({path, std::to_string(count) + (count == 1 ? " value is" : " values are") +
                               " XML of a class, whose fields nobody knows: .NET does not read the payload"});
  }
}

Status check_representable(const Table& table, Dialect dialect, bool alone) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    DOTWIRE_TRY(check_column(*table.columns[i], i, dialect, alone));
  }
  return {};
}

Status check_representable(const TableSet& set, Dialect dialect) {
  for (std::size_t i = 0; i < set.tables.size(); ++i) {
    Status status = check_representable(*set.tables[i], dialect, false);
    if (!status.ok()) {
      status.error().prepend_path("DataSet.Tables_" + std::to_string(i));
      return status;
    }
  }
  return {};
}

std::vector<Loss> losses(const Table& table, Dialect dialect) {
  std::vector<Loss> found;
  add_table_losses(table, dialect, true, "", found);
  return found;
}

std::vector<Loss> losses(const TableSet& set, Dialect dialect) {
  std::vector<Loss> found;
  for (std::string& path : model::lone_surrogates_of_schema(set)) found.push_back({std::move(path), kReplaced});
  if (set.exclude_schema && says_more_than_rows(set)) {
    found.push_back({"SchemaSerializationMode", "the payload leaves the schema to the program's own class of DataSet"});
  }
  for (const auto& table : set.tables) {
    const std::string prefix = "tables/" + table->name + "/";
    add_table_losses(*table, dialect, false, prefix, found);
    // Reading gives a table the setting of its set, unless it has one of its own.
    if (!table->case_sensitive_set && table->case_sensitive != set.case_sensitive) {
      found.push_back({prefix + "CaseSensitive", "becomes that of the DataSet"});
    }
  }
  return found;
}

}  // namespace dotwire::dataset_binary

#include "formats/sql/plan.h"

#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "base/unicode.h"
#include "formats/sql/literals.h"
#include "formats/text_tables/cells.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::sql {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

// SQL Server: bytes of a key are bounded, so text in one must say how long it can be.
constexpr std::size_t kKeyText = 450;
constexpr std::size_t kBoundedText = 4000;

std::size_t longest_name(Database database) {
  switch (database) {
    case Database::Postgresql: return 63;  // bytes
    case Database::SqlServer: return 128;
    default: return ~std::size_t{0};
  }
}

// PostgreSQL tells quoted names apart by case, the others do not.
std::string folded(std::string_view name, Database database) {
  std::string key(name);
  if (database == Database::Postgresql) return key;
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

std::string cut(std::string name, std::size_t size) {
  if (name.size() <= size) return name;
  while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) --size;
  name.resize(size);
  return name;
}

// Gives out each name once.
class Names {
 public:
  explicit Names(Database database) : database_(database) {}

  std::string take(std::string_view wanted, std::string_view if_empty) {
    const std::string valid = wtf8_to_utf8(wanted.empty() ? if_empty : wanted);
    std::string name = cut(without_nul(valid), longest_name(database_));
    for (int number = 2; !add(name); ++number) {
      const std::string suffix = "_" + std::to_string(number);
      name = cut(without_nul(valid), longest_name(database_) - suffix.size()) + suffix;
    }
    return name;
  }

 private:
  static std::string without_nul(std::string name) {
    for (std::size_t at = 0; (at = name.find('\0', at)) != std::string::npos;) name.replace(at, 1, "\xEF\xBF\xBD");
    return name;
  }
  bool add(const std::string& name) { return taken_.insert(folded(name, database_)).second; }

  Database database_;
  std::unordered_set<std::string> taken_;
};

// UTF-16 units of the longest text, which is how SQL Server counts.
std::size_t longest_text(const Column& column) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (!column.is_null(i)) longest = std::max(longest, utf16_length(column.text(i)));
  }
  return longest;
}

// SQL Server: decimal(38, scale) with the largest scale there is, but room for all digits before the point.
int shared_scale(const Column& column) {
  std::size_t scale = 0;
  std::size_t whole = 1;
  Buffer text;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (column.is_null(i)) continue;
    text.clear();
    text_tables::append_cell_text(column, i, text);
    std::string_view digits = text.text();
    if (digits.starts_with('-')) digits.remove_prefix(1);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    whole = std::max(whole, point);
    if (point < digits.size()) scale = std::max(scale, digits.size() - point - 1);
  }
  return static_cast<int>(std::min(scale, 38 - std::min<std::size_t>(whole, 38)));
}

struct Types {
  const char* sqlite;
  const char* postgresql;
  const char* sqlserver;
  Literal literal;
};

Types types_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Boolean:
    case ValueKind::SqlBoolean: return {"INTEGER", "boolean", "bit", Literal::Boolean};
    case ValueKind::Byte:
    case ValueKind::SqlByte: return {"INTEGER", "smallint", "tinyint", Literal::Number};
    case ValueKind::SByte:
    case ValueKind::Int16:
    case ValueKind::SqlInt16: return {"INTEGER", "smallint", "smallint", Literal::Number};
    case ValueKind::UInt16:
    case ValueKind::Int32:
    case ValueKind::SqlInt32: return {"INTEGER", "integer", "int", Literal::Number};
    case ValueKind::UInt32:
    case ValueKind::Int64:
    case ValueKind::SqlInt64: return {"INTEGER", "bigint", "bigint", Literal::Number};
    // SQLite has 64 bits with a sign, and makes floating-point numbers of what is larger or has a point: text is exact.
    case ValueKind::UInt64: return {nullptr, "numeric(20)", "decimal(20)", Literal::Number};
    case ValueKind::Decimal:
    case ValueKind::SqlDecimal: return {nullptr, "numeric", nullptr, Literal::Number};
    case ValueKind::SqlMoney: return {nullptr, "numeric(19, 4)", "money", Literal::Number};
    case ValueKind::BigInteger: return {nullptr, "numeric", "nvarchar(max)", Literal::Number};
    case ValueKind::Single:
    case ValueKind::SqlSingle: return {"REAL", "real", "real", Literal::Real};
    case ValueKind::Double:
    case ValueKind::SqlDouble: return {"REAL", "double precision", "float", Literal::Real};
    case ValueKind::DateTime: return {"TEXT", "timestamp", "datetime2", Literal::Clock};
    case ValueKind::SqlDateTime: return {"TEXT", "timestamp", "datetime2", Literal::Clock};
    case ValueKind::DateTimeOffset: return {"TEXT", "timestamp with time zone", "datetimeoffset", Literal::Text};
    case ValueKind::TimeSpan: return {"TEXT", "interval", "nvarchar(26)", Literal::Interval};
    case ValueKind::Guid:
    case ValueKind::SqlGuid: return {"TEXT", "uuid", "uniqueidentifier", Literal::Text};
    case ValueKind::Char: return {"TEXT", "text", "nchar(1)", Literal::Text};
    case ValueKind::Bytes:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes: return {"BLOB", "bytea", "varbinary(max)", Literal::Binary};
    default: return {"TEXT", "text", nullptr, Literal::Text};
  }
}

class Planner {
 public:
  Planner(const Document& document, const Options& options, Database database)
      : document_(document), options_(options), plan_{database, {}, {}} {}

  Plan make(const std::vector<const Table*>& tables) {
    Names names(plan_.database);
    for (const Table* table : tables) {
      TablePlan& made = plan_.tables.emplace_back();
      made.table = table;
      if (document_.kind() == DocumentKind::TableSet) made.path = "tables/" + table->name + "/";
      const bool reserved = database_takes(table->name);
      made.name = names.take(reserved ? "_" + table->name : table->name, "Table1");
      if (made.name != table->name) lose(made.path + "TableName", "becomes " + made.name);
      add_columns(made);
    }
    for (TablePlan& table : plan_.tables) add_keys(table, names);
    for (TablePlan& table : plan_.tables) add_foreign_keys(table, names);
    return std::move(plan_);
  }

 private:
  void lose(std::string path, std::string what) { plan_.losses.push_back({std::move(path), std::move(what)}); }

  // Names that SQLite keeps for itself.
  bool database_takes(const std::string& name) const {
    return plan_.database == Database::Sqlite && folded(name, plan_.database).starts_with("sqlite_");
  }

  void add_columns(TablePlan& table) {
    Names names(plan_.database);
    bool has_identity = false;
    for (const auto& column : table.table->columns) {
      ColumnPlan& made = table.columns.emplace_back();
      made.column = column.get();
      made.name = names.take(column->name, "Column1");
      if (made.name != column->name) lose(table.path + "columns/" + column->name, "becomes " + made.name);
      set_type(made, is_in_key(*table.table, table.columns.size() - 1));
      made.not_null = !column->allow_db_null;
      if (made.not_null && has_nulls(*table.table, made)) {
        made.not_null = false;
        lose(table.path + "columns/" + column->name + "/AllowDBNull", "there are nulls in it");
      }
      const bool is_whole =
          made.literal == Literal::Number && (made.type == "INTEGER" || made.type.find("int") != std::string::npos);
      made.identity = column->auto_increment && is_whole && column->auto_increment_step != 0 && !has_identity &&
                      plan_.database != Database::Sqlite;
      has_identity |= made.identity;
      // SQLite numbers the rows of a table whose whole key is one INTEGER.
      const std::span<const std::uint32_t> key = table.table->primary_key();
      const bool is_row_number = plan_.database == Database::Sqlite && is_whole && key.size() == 1 &&
                                 key[0] == table.columns.size() - 1 && column->auto_increment_step == 1;
      if (column->auto_increment && !made.identity && !is_row_number) {
        lose(table.path + "columns/" + column->name + "/AutoIncrement", "the values stay, the numbering does not");
      }
    }
  }

  // Of the cells and of what becomes NULL.
  bool has_nulls(const Table& table, const ColumnPlan& column) {
    const bool becomes = column.literal == Literal::Real || column.column->storage() == model::Storage::Object;
    for (std::size_t r = 0; r < table.row_count(); ++r) {
      const std::uint64_t record = text_tables::record_to_write(table.row(r), options_);
      if (record == model::kNoRecord) continue;
      const auto cell = static_cast<std::size_t>(record);
      if (column.column->is_null(cell) || (becomes && becomes_null(column, cell))) return true;
    }
    return false;
  }

  bool becomes_null(const ColumnPlan& column, std::size_t record) {
    text_.clear();
    append_cell(text_, column, record, plan_.database);
    return text_.text() == "NULL";
  }

  static bool is_in_key(const Table& table, std::size_t ordinal) {
    for (const model::UniqueConstraint& key : table.unique_constraints) {
      if (std::find(key.columns.begin(), key.columns.end(), ordinal) != key.columns.end()) return true;
    }
    for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
      if (std::find(key.child_columns.begin(), key.child_columns.end(), ordinal) != key.child_columns.end())
        return true;
    }
    return false;
  }

  void set_type(ColumnPlan& made, bool in_key) const {
    const Column& column = *made.column;
    const Types types = types_of(column.kind());
    made.literal = types.literal;
    switch (plan_.database) {
      case Database::Sqlite:
        made.type = types.sqlite == nullptr ? "TEXT" : types.sqlite;
        if (types.sqlite == nullptr || made.literal == Literal::Interval) made.literal = Literal::Text;
        break;
      case Database::Postgresql:
        made.type = types.postgresql;
        if (made.literal == Literal::Text && column.kind() == ValueKind::String && column.max_length > 0) {
          made.type = "varchar(" + std::to_string(column.max_length) + ")";
        }
        break;
      case Database::SqlServer:
        if (made.literal == Literal::Interval || column.kind() == ValueKind::BigInteger) made.literal = Literal::Text;
        if (types.sqlserver != nullptr) {
          made.type = types.sqlserver;
        } else if (column.kind() == ValueKind::Decimal || column.kind() == ValueKind::SqlDecimal) {
          made.type = "decimal(38, " + std::to_string(shared_scale(column)) + ")";
        } else {
          made.type = text_type(column, in_key);
        }
        break;
    }
  }

  static std::string text_type(const Column& column, bool in_key) {
    if (column.kind() != ValueKind::String) return "nvarchar(max)";
    if (column.max_length > 0 && static_cast<std::size_t>(column.max_length) <= (in_key ? kKeyText : kBoundedText)) {
      return "nvarchar(" + std::to_string(column.max_length) + ")";
    }
    if (in_key && longest_text(column) <= kKeyText) return "nvarchar(" + std::to_string(kKeyText) + ")";
    return "nvarchar(max)";
  }

  // SQL Server indexes no values without a bound.
  bool can_index(const TablePlan& table, const std::vector<std::uint32_t>& columns) const {
    return plan_.database != Database::SqlServer ||
           std::none_of(columns.begin(), columns.end(), [&](std::uint32_t column) {
             return table.columns[column].type.find("(max)") != std::string::npos;
           });
  }

  void add_keys(TablePlan& table, Names& names) {
    for (const model::UniqueConstraint& constraint : table.table->unique_constraints) {
      const std::string path = table.path + "constraints/" + constraint.name;
      if (constraint.columns.empty()) continue;
      if (options_.row_state) {
        lose(path, "deleted rows stand beside the others, so that no key holds");
        continue;
      }
      if (!can_index(table, constraint.columns)) {
        lose(path, "SQL Server has no keys over text or bytes of any length");
        continue;
      }
      // Names of constraints are unique in a schema, not in a table.
      const std::string name = names.take(table.name + "_" + constraint.name, "Constraint1");
      table.keys.push_back({name, constraint.columns, constraint.primary_key});
    }
  }

  static bool is_key_over(const TablePlan& table, std::vector<std::uint32_t> columns) {
    std::sort(columns.begin(), columns.end());
    return std::any_of(table.keys.begin(), table.keys.end(), [&](const Key& key) {
      std::vector<std::uint32_t> own = key.columns;
      std::sort(own.begin(), own.end());
      return own == columns;
    });
  }

  TablePlan* plan_of(const Table& table) {
    for (TablePlan& made : plan_.tables) {
      if (made.table == &table) return &made;
    }
    return nullptr;
  }

  void add_foreign_keys(TablePlan& table, Names& names) {
    const std::vector<const Table*> all = document_.tables();
    const bool enforced = document_.kind() != DocumentKind::TableSet || document_.table_set().enforce_constraints;
    for (const model::ForeignKeyConstraint& key : table.table->foreign_keys) {
      const std::string path = table.path + "constraints/" + key.name;
      if (options_.row_state) {
        lose(path, "deleted rows stand beside the others, so that no key holds");
        continue;
      }
      if (!enforced) {
        lose(path, "the set does not enforce it, a database would");
        continue;
      }
      TablePlan* parent = document_.kind() == DocumentKind::Table ? &table
                          : key.parent_table < all.size()         ? plan_of(*all[key.parent_table])
                                                                  : nullptr;
      if (parent == nullptr) {
        lose(path, "the table that it refers to is not written");
        continue;
      }
      if (!is_key_over(*parent, key.parent_columns)) {
        lose(path, "what it refers to is no key");
        continue;
      }
      ForeignKey& made = table.foreign_keys.emplace_back();
      made.name = names.take(table.name + "_" + key.name, "Constraint1");
      made.columns = key.child_columns;
      made.parent = static_cast<std::size_t>(parent - plan_.tables.data());
      made.parent_columns = key.parent_columns;
      made.update_rule = key.update_rule;
      made.delete_rule = key.delete_rule;
      // SQL Server refuses cycles and several ways of cascading; a table that refers to itself is the plain case.
      if (plan_.database == Database::SqlServer && parent == &table &&
          (made.update_rule != model::Rule::None || made.delete_rule != model::Rule::None)) {
        made.update_rule = made.delete_rule = model::Rule::None;
        lose(path + "/UpdateRule", "SQL Server has no cascading within one table");
      }
    }
  }

  const Document& document_;
  const Options& options_;
  Plan plan_;
  Buffer text_;
};

}  // namespace

Result<Plan> make_plan(const Document& document, const Options& options, Database database) {
  std::vector<const Table*> tables = document.tables();
  if (!options.table.empty()) {
    DOTWIRE_TRY(const Table* table, text_tables::pick_table(document, options));
    tables = {table};
  }
  return Planner(document, options, database).make(tables);
}

}  // namespace dotwire::sql

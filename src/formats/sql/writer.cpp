#include <algorithm>
#include <optional>
#include <string>

#include "base/try.h"
#include "formats/sql/literals.h"
#include "formats/sql/plan.h"
#include "formats/sql/sql.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::sql {
namespace {

// SQL Server takes no more rows in one INSERT.
constexpr std::size_t kMostRows = 1000;
constexpr std::size_t kStatementBytes = std::size_t{1} << 20;

class Writer {
 public:
  Writer(const Plan& plan, const Options& options, Drain& drain)
      : plan_(plan),
        options_(options),
        drain_(drain),
        out_(drain.buffer()),
        line_(options.newline == Newline::CrLf ? "\r\n" : "\n") {}

  Status write() {
    put(plan_.database == Database::SqlServer ? "BEGIN TRANSACTION;" : "BEGIN;");
    end_line();
    for (const TablePlan& table : plan_.tables) {
      if (Status free = text_tables::check_row_state(*table.table, options_); !free.ok()) return free;
      Status made = create(table);
      if (!made.ok()) return made;
    }
    for (const TablePlan& table : plan_.tables) {
      Status made = insert(table);
      if (!made.ok()) return made;
    }
    if (plan_.database != Database::Sqlite) {
      for (const TablePlan& table : plan_.tables) {
        for (const ForeignKey& key : table.foreign_keys) alter(table, key);
      }
    }
    put(plan_.database == Database::SqlServer ? "COMMIT TRANSACTION;" : "COMMIT;");
    end_line();
    return drain_.finish();
  }

 private:
  void put(std::string_view text) { out_.append(text); }
  void put_name(std::string_view name) { append_name(out_, name, plan_.database); }
  void end_line() { put(line_); }

  void put_names(const TablePlan& table, const std::vector<std::uint32_t>& columns) {
    put(" (");
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i != 0) put(", ");
      put_name(table.columns[columns[i]].name);
    }
    put(")");
  }

  Status create(const TablePlan& table) {
    if (table.columns.empty() && plan_.database != Database::Postgresql) {
      Error error(ErrorCode::NotRepresentable, "the database has no tables without columns");
      error.set_path(table.path + "columns");
      return error;
    }
    const std::size_t count = table.columns.size() + (options_.row_state ? 1 : 0);
    if (count > most_columns()) {
      Error error(ErrorCode::NotRepresentable, std::to_string(count) + " columns, and the database takes " +
                                                   std::to_string(most_columns()) + " in a table");
      error.set_path(table.path + "columns");
      return error;
    }
    put("CREATE TABLE ");
    put_name(table.name);
    put(" (");
    bool first = true;
    const auto next = [&] {
      if (!first) put(",");
      first = false;
      end_line();
      put("  ");
    };
    for (const ColumnPlan& column : table.columns) {
      next();
      put_column(column);
    }
    if (options_.row_state) {
      next();
      put_name(text_tables::kRowStateColumn);
      put(plan_.database == Database::SqlServer ? " nvarchar(9)"
          : plan_.database == Database::Sqlite  ? " TEXT"
                                                : " text");
    }
    for (const Key& key : table.keys) {
      next();
      put("CONSTRAINT ");
      put_name(key.name);
      put(key.primary ? " PRIMARY KEY" : " UNIQUE");
      put_names(table, key.columns);
    }
    if (plan_.database == Database::Sqlite) {
      for (const ForeignKey& key : table.foreign_keys) {
        next();
        put_foreign_key(table, key);
      }
    }
    end_line();
    put(");");
    end_line();
    return drain_.step();
  }

  // As the databases come.
  std::size_t most_columns() const {
    switch (plan_.database) {
      case Database::Sqlite: return 2000;
      case Database::Postgresql: return 1600;
      default: return 1024;
    }
  }

  void put_column(const ColumnPlan& column) {
    put_name(column.name);
    put(" ");
    put(column.type);
    if (column.identity) put_identity(column);
    if (column.not_null) put(" NOT NULL");
    if (column.identity || column.column->default_value == nullptr) return;
    const std::size_t start = out_.size();
    put(" DEFAULT ");
    if (!append_default(out_, column, plan_.database)) out_.resize(start);
  }

  // What the column would number next.
  static std::int64_t next_number(const model::Column& column) {
    const std::int64_t step = column.auto_increment_step;
    std::optional<std::int64_t> last;
    for (std::size_t i = 0; i < column.record_count(); ++i) {
      if (column.is_null(i)) continue;
      const std::int64_t value = whole_number(column, i);
      if (!last || (step > 0 ? value > *last : value < *last)) last = value;
    }
    if (!last) return column.auto_increment_seed;
    const std::int64_t bound = step > 0 ? INT64_MAX - step : INT64_MIN - step;
    if (step > 0 ? *last > bound : *last < bound) return *last;
    const std::int64_t next = *last + step;
    return step > 0 ? std::max(next, column.auto_increment_seed) : std::min(next, column.auto_increment_seed);
  }

  static std::int64_t whole_number(const model::Column& column, std::size_t record) {
    using model::ValueKind;
    switch (column.kind()) {
      case ValueKind::Byte:
      case ValueKind::SqlByte: return column.get<std::uint8_t>(record);
      case ValueKind::SByte: return column.get<std::int8_t>(record);
      case ValueKind::Int16:
      case ValueKind::SqlInt16: return column.get<std::int16_t>(record);
      case ValueKind::UInt16: return column.get<std::uint16_t>(record);
      case ValueKind::Int32:
      case ValueKind::SqlInt32: return column.get<std::int32_t>(record);
      case ValueKind::UInt32: return column.get<std::uint32_t>(record);
      default: return column.get<std::int64_t>(record);
    }
  }

  void put_identity(const ColumnPlan& plan) {
    const model::Column& column = *plan.column;
    const std::string step = std::to_string(column.auto_increment_step);
    if (plan_.database == Database::SqlServer) {
      put(" IDENTITY(" + std::to_string(column.auto_increment_seed) + ", " + step + ")");
      return;
    }
    const std::int64_t start = next_number(column);
    put(" GENERATED BY DEFAULT AS IDENTITY (START WITH " + std::to_string(start) + " INCREMENT BY " + step);
    if (column.auto_increment_step > 0 && start < 1) put(" MINVALUE " + std::to_string(start));
    if (column.auto_increment_step < 0 && start > -1) put(" MAXVALUE " + std::to_string(start));
    put(")");
  }

  void put_rule(std::string_view event, model::Rule rule) {
    constexpr std::string_view kActions[] = {"", "CASCADE", "SET NULL", "SET DEFAULT"};
    if (rule == model::Rule::None) return;
    put(event);
    put(kActions[static_cast<std::size_t>(rule)]);
  }

  void put_foreign_key(const TablePlan& table, const ForeignKey& key) {
    put("CONSTRAINT ");
    put_name(key.name);
    put(" FOREIGN KEY");
    put_names(table, key.columns);
    put(" REFERENCES ");
    const TablePlan& parent = plan_.tables[key.parent];
    put_name(parent.name);
    put_names(parent, key.parent_columns);
    put_rule(" ON UPDATE ", key.update_rule);
    put_rule(" ON DELETE ", key.delete_rule);
  }

  void alter(const TablePlan& table, const ForeignKey& key) {
    put("ALTER TABLE ");
    put_name(table.name);
    put(" ADD ");
    put_foreign_key(table, key);
    put(";");
    end_line();
  }

  void put_identity_insert(const TablePlan& table, bool on) {
    if (plan_.database != Database::SqlServer) return;
    bool numbers_itself = false;
    for (const ColumnPlan& column : table.columns) numbers_itself |= column.identity;
    if (!numbers_itself) return;
    put("SET IDENTITY_INSERT ");
    put_name(table.name);
    put(on ? " ON;" : " OFF;");
    end_line();
  }

  void begin_insert(const TablePlan& table) {
    put("INSERT INTO ");
    put_name(table.name);
    put(" (");
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (i != 0) put(", ");
      put_name(table.columns[i].name);
    }
    if (options_.row_state) {
      put(", ");
      put_name(text_tables::kRowStateColumn);
    }
    put(") VALUES");
  }

  Status insert(const TablePlan& table) {
    if (table.columns.empty()) return {};
    std::size_t rows = 0;  // of the statement
    std::uint64_t statement = 0;
    bool any = false;
    for (std::size_t r = 0; r < table.table->row_count(); ++r) {
      const model::Row row = table.table->row(r);
      const std::uint64_t record = text_tables::record_to_write(row, options_);
      if (record == model::kNoRecord) continue;
      if (!any) put_identity_insert(table, true);
      any = true;
      if (rows == kMostRows || (rows != 0 && drain_.size() - statement > kStatementBytes)) {
        put(";");
        end_line();
        rows = 0;
      }
      if (rows == 0) {
        statement = drain_.size();
        begin_insert(table);
      } else {
        put(",");
      }
      end_line();
      put("  (");
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i != 0) put(", ");
        append_cell(out_, table.columns[i], static_cast<std::size_t>(record), plan_.database);
      }
      if (options_.row_state) {
        put(", ");
        append_text(out_, text_tables::row_state_name(row.state), plan_.database);
      }
      put(")");
      ++rows;
      Status step = drain_.step();
      if (!step.ok()) {
        step.error().set_path(table.path + "rows/[" + std::to_string(r) + "]");
        return step;
      }
    }
    if (rows != 0) {
      put(";");
      end_line();
    }
    if (any) put_identity_insert(table, false);
    return {};
  }

  const Plan& plan_;
  const Options& options_;
  Drain& drain_;
  Buffer& out_;
  std::string_view line_;
};

Status put_sql(const Document& document, const Options& options, Drain& drain, Database database) {
  DOTWIRE_TRY(const Plan plan, make_plan(document, options, database));
  return Writer(plan, options, drain).write();
}

}  // namespace

Status put_sqlite(const Document& document, const Options& options, Drain& drain) {
  return put_sql(document, options, drain, Database::Sqlite);
}

Status put_postgresql(const Document& document, const Options& options, Drain& drain) {
  return put_sql(document, options, drain, Database::Postgresql);
}

Status put_sqlserver(const Document& document, const Options& options, Drain& drain) {
  return put_sql(document, options, drain, Database::SqlServer);
}

}  // namespace dotwire::sql

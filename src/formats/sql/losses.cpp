#include <cmath>
#include <string>

#include "formats/sql/literals.h"
#include "formats/sql/plan.h"
#include "formats/sql/sql.h"
#include "formats/text_tables/cells.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::sql {
namespace {

using model::Column;
using model::ValueKind;

constexpr std::int64_t kTicksPerMicrosecond = 10;

// What one value loses; several of a column are counted together.
enum class Change : std::uint8_t { None, Finer, Utc, Offset, NoNumber, Nul, Rounded, Padded, Unsigned };
constexpr std::size_t kChanges = 9;
constexpr std::string_view kWhat[kChanges] = {
    "",
    "finer than the microseconds of PostgreSQL",
    "UTC, which the column does not say",
    "in another offset than UTC, which PostgreSQL does not keep",
    "no number or infinite, which becomes NULL",
    "text with U+0000, which becomes U+FFFD",
    "rounded: SQL Server has 38 digits for the column",
    "of another scale than the column, which adds zeros",
    "a zero with a sign, which the database does not keep",
};

std::int64_t ticks_of(const Column& column, std::size_t record) {
  if (column.kind() == ValueKind::DateTime) return column.get<DateTime>(record).ticks();
  if (column.kind() == ValueKind::DateTimeOffset) return column.get<model::DateTimeOffsetCell>(record).clock_ticks;
  return column.get<TimeSpan>(record).ticks;
}

bool is_clock(ValueKind kind) {
  return kind == ValueKind::DateTime || kind == ValueKind::DateTimeOffset || kind == ValueKind::TimeSpan;
}

class Finder {
 public:
  Finder(const Plan& plan, std::vector<Loss>& losses) : plan_(plan), losses_(losses) {}

  void table(const TablePlan& table) {
    for (const ColumnPlan& column : table.columns) {
      const std::string path = table.path + "columns/" + column.column->name;
      settings(column, path);
      values(column, path);
    }
  }

 private:
  void settings(const ColumnPlan& plan, const std::string& path) {
    const Column& column = *plan.column;
    Buffer text;
    if (column.default_value != nullptr && !plan.identity && !append_default(text, plan, plan_.database)) {
      losses_.push_back({path + "/DefaultValue", "SQL has no spelling for the default value"});
    }
    if (column.max_length >= 0 && plan.type.find('(') == std::string::npos) {
      losses_.push_back({path + "/MaxLength", "the column's type has no length"});
    }
  }

  void values(const ColumnPlan& plan, const std::string& path) {
    const Column& column = *plan.column;
    std::uint64_t counts[kChanges] = {};
    for (std::size_t i = 0; i < column.record_count(); ++i) {
      if (!column.is_null(i)) ++counts[static_cast<std::size_t>(change(plan, i))];
      if (column.kind() == ValueKind::DateTime && !column.is_null(i) &&
          column.get<DateTime>(i).kind() == DateTimeKind::Utc) {
        ++counts[static_cast<std::size_t>(Change::Utc)];
      }
      if (plan_.database == Database::Postgresql && column.kind() == ValueKind::DateTimeOffset && !column.is_null(i) &&
          column.get<model::DateTimeOffsetCell>(i).offset_minutes != 0) {
        ++counts[static_cast<std::size_t>(Change::Offset)];
      }
    }
    for (std::size_t i = 1; i < kChanges; ++i) {
      if (counts[i] == 0) continue;
      losses_.push_back(
          {path, std::to_string(counts[i]) + (counts[i] == 1 ? " value is " : " values are ") + std::string(kWhat[i])});
    }
  }

  Change change(const ColumnPlan& plan, std::size_t record) {
    const Column& column = *plan.column;
    const bool postgresql = plan_.database == Database::Postgresql;
    if (plan.literal == Literal::Real) {
      const bool single = column.kind() == ValueKind::Single || column.kind() == ValueKind::SqlSingle;
      const double value = single ? double{column.get<float>(record)} : column.get<double>(record);
      if (!postgresql && value == 0 && std::signbit(value)) return Change::Unsigned;
      if (postgresql || std::isfinite(value)) return Change::None;
      return plan_.database == Database::Sqlite && std::isinf(value) ? Change::None : Change::NoNumber;
    }
    if (postgresql && is_clock(column.kind())) {
      return ticks_of(column, record) % kTicksPerMicrosecond != 0 ? Change::Finer : Change::None;
    }
    if (postgresql && plan.literal == Literal::Text) {
      if (column.storage() == model::Storage::Varying) {
        return column.text(record).find('\0') == std::string_view::npos ? Change::None : Change::Nul;
      }
      return column.kind() == ValueKind::Char && column.get<char16_t>(record) == 0 ? Change::Nul : Change::None;
    }
    if (plan_.database == Database::SqlServer &&
        (column.kind() == ValueKind::Decimal || column.kind() == ValueKind::SqlDecimal)) {
      return change_of_scale(plan, record);
    }
    return Change::None;
  }

  Change change_of_scale(const ColumnPlan& plan, std::size_t record) {
    text_.clear();
    text_tables::append_cell_text(*plan.column, record, text_);
    const std::string_view text = text_.text();
    const std::size_t point = text.find('.');
    const std::size_t scale = point == std::string_view::npos ? 0 : text.size() - point - 1;
    const std::size_t shared = std::stoul(plan.type.substr(plan.type.find(',') + 1));
    return scale == shared ? Change::None : scale > shared ? Change::Rounded : Change::Padded;
  }

  const Plan& plan_;
  std::vector<Loss>& losses_;
  Buffer text_;
};

void sql_losses(const Document& document, const Options& options, std::vector<Loss>& losses, Database database) {
  const Result<Plan> plan = make_plan(document, options, database);
  if (!plan.ok()) return;
  text_tables::relational_losses(document, options, losses);
  losses.insert(losses.end(), plan->losses.begin(), plan->losses.end());
  Finder finder(*plan, losses);
  for (const TablePlan& table : plan->tables) finder.table(table);
}

}  // namespace

void sqlite_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  sql_losses(document, options, losses, Database::Sqlite);
}

void postgresql_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  sql_losses(document, options, losses, Database::Postgresql);
}

void sqlserver_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  sql_losses(document, options, losses, Database::SqlServer);
}

}  // namespace dotwire::sql

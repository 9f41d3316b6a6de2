// SQLite runs what dotwire writes for it, and gives the values back.
#include <sqlite3.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "support/golden.h"

namespace dotwire::test {
namespace {

using model::ValueKind;

class Database {
 public:
  Database() { EXPECT_EQ(sqlite3_open(":memory:", &database_), SQLITE_OK); }
  ~Database() { sqlite3_close(database_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  std::string run(const std::string& sql) {
    char* message = nullptr;
    sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message);
    std::string error = message == nullptr ? "" : message;
    sqlite3_free(message);
    return error;
  }
  // Rows as "a|b", null as NULL, blobs in hex, with their types in front.
  std::vector<std::string> rows(const std::string& query) {
    std::vector<std::string> found;
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_, query.c_str(), -1, &statement, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database_);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      std::string row;
      for (int i = 0; i < sqlite3_column_count(statement); ++i) row += (i == 0 ? "" : "|") + cell(statement, i);
      found.push_back(std::move(row));
    }
    sqlite3_finalize(statement);
    return found;
  }

 private:
  static std::string cell(sqlite3_stmt* statement, int column) {
    const int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_NULL) return "NULL";
    const auto* bytes = static_cast<const unsigned char*>(type == SQLITE_BLOB ? sqlite3_column_blob(statement, column)
                                                                              : sqlite3_column_text(statement, column));
    const std::string value(reinterpret_cast<const char*>(bytes),
                            static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    return (type == SQLITE_INTEGER ? "i:" : type == SQLITE_FLOAT ? "f:" : type == SQLITE_BLOB ? "b:" : "t:") + value;
  }

  sqlite3* database_ = nullptr;
};

std::string sql_of(const Document& document, std::string_view format = "sql-sqlite", const Options& options = {}) {
  Buffer out;
  const Status put = write_document(document, *find_format(format), out, options);
  EXPECT_TRUE(put.ok()) << put.error().to_string();
  return std::string(out.text());
}

std::vector<std::string> losses_of(const Document& document, std::string_view format) {
  std::vector<std::string> found;
  for (const Loss& loss : find_losses(document, *find_format(format))) found.push_back(loss.path + ": " + loss.what);
  return found;
}

Document orders(void (*change)(model::Table& table) = nullptr) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "Order \"Details\"";
  model::Column& id = table.add_column("Id", ValueKind::Int32);
  id.allow_db_null = false;
  id.auto_increment = true;
  id.auto_increment_seed = 1;
  model::Column& name = table.add_column("Na'me", ValueKind::String);
  name.max_length = 50;
  model::Column& price = table.add_column("Price", ValueKind::Decimal);
  model::Column& paid = table.add_column("Paid", ValueKind::Boolean);
  model::Column& real = table.add_column("Real", ValueKind::Double);
  model::Column& blob = table.add_column("Blob", ValueKind::Bytes);
  model::Column& large = table.add_column("Large", ValueKind::UInt64);
  model::Column& day = table.add_column("Day", ValueKind::DateTime);
  model::Column& took = table.add_column("Took", ValueKind::TimeSpan);
  for (int i = 1; i <= 2; ++i) {
    id.append(i);
    name.append_text(i == 1 ? std::string_view("it's \0 'so'", 11) : std::string_view());
    price.append(Decimal{i == 1 ? 150U : 0U, 0, 0, 2U << 16});
    paid.append(i == 1);
    real.append(i == 1 ? 0.1 : -INFINITY);
    blob.append_text(i == 1 ? std::string_view("\0\xFF'", 3) : std::string_view());
    large.append(~std::uint64_t{0} - (i == 1 ? 0U : 1U));
    day.append(DateTime(634176630151200000 + i, i == 1 ? DateTimeKind::Utc : DateTimeKind::Unspecified));
    took.append(TimeSpan{i == 1 ? -937840500001 : 10});
  }
  for (const auto& column : table.columns) {
    if (column.get() == &id) {
      column->append(std::int32_t{3});
    } else {
      column->append_null();
    }
  }
  table.added_plain_rows(3);
  model::UniqueConstraint key;
  key.name = "Constraint1";
  key.columns = {0};
  key.primary_key = true;
  table.unique_constraints.push_back(key);
  table.constraint_order.push_back({false, 0});
  if (change != nullptr) change(table);
  return document;
}

TEST(Sqlite, GivesTheValuesBack) {
  Database database;
  const Document document = orders();
  ASSERT_EQ(database.run(sql_of(document)), "");
  const std::vector<std::string> rows = database.rows("SELECT * FROM \"Order \"\"Details\"\"\" ORDER BY \"Id\"");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0], std::string("i:1|t:it's \0 'so'|t:1.50|i:1|f:0.1|b:\0\xFF'|t:18446744073709551615|"
                                 "t:2010-08-17T17:30:15.1200001|t:-1.02:03:04.0500001",
                                 115));
  EXPECT_EQ(rows[1],
            "i:2|t:|t:0.00|i:0|f:-Inf|b:|t:18446744073709551614|t:2010-08-17T17:30:15.1200002|t:00:00:00.0000010");
  EXPECT_EQ(rows[2], "i:3|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL");
  EXPECT_NE(database.run("INSERT INTO \"Order \"\"Details\"\"\" (\"Id\") VALUES (2)"), "") << "the key holds";
  EXPECT_EQ(database.run("INSERT INTO \"Order \"\"Details\"\"\" (\"Paid\") VALUES (1)"), "") << "it numbers its rows";
}

TEST(Sql, NamesWhatIsLost) {
  const Document document = orders();
  EXPECT_EQ(losses_of(document, "sql-sqlite"),
            (std::vector<std::string>{"columns/Na'me/MaxLength: the column's type has no length",
                                      "columns/Day: 1 value is UTC, which the column does not say"}));
  EXPECT_EQ(losses_of(document, "sql-postgresql"),
            (std::vector<std::string>{"columns/Na'me: 1 value is text with U+0000, which becomes U+FFFD",
                                      "columns/Day: 2 values are finer than the microseconds of PostgreSQL",
                                      "columns/Day: 1 value is UTC, which the column does not say",
                                      "columns/Took: 1 value is finer than the microseconds of PostgreSQL"}));
  EXPECT_EQ(losses_of(document, "sql-sqlserver"),
            (std::vector<std::string>{"columns/Real: 1 value is no number or infinite, which becomes NULL",
                                      "columns/Day: 1 value is UTC, which the column does not say"}));
}

TEST(Sql, SpellsThingsAsEachDatabaseDoes) {
  const std::string postgresql = sql_of(orders(), "sql-postgresql");
  EXPECT_NE(postgresql.find("\"Id\" integer GENERATED BY DEFAULT AS IDENTITY (START WITH 4 INCREMENT BY 1) NOT NULL"),
            std::string::npos)
      << postgresql;
  EXPECT_NE(postgresql.find("\"Na'me\" varchar(50)"), std::string::npos);
  EXPECT_NE(postgresql.find("'\\x00FF27'"), std::string::npos);
  EXPECT_NE(postgresql.find("'-1 days -02:03:04.0500001'"), std::string::npos);
  EXPECT_NE(postgresql.find("'-Infinity'::double precision"), std::string::npos);
  const std::string sqlserver = sql_of(orders(), "sql-sqlserver");
  EXPECT_NE(sqlserver.find("[Id] int IDENTITY(1, 1) NOT NULL"), std::string::npos) << sqlserver;
  EXPECT_NE(sqlserver.find("[Price] decimal(38, 2)"), std::string::npos);
  EXPECT_NE(sqlserver.find("N'it''s '+NCHAR(0)+N' ''so'''"), std::string::npos);
  EXPECT_NE(sqlserver.find("SET IDENTITY_INSERT [Order \"Details\"] ON;"), std::string::npos);
}

TEST(Sql, WritesStatesOfRows) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "T";
  model::Column& id = table.add_column("Id", ValueKind::Int32);
  for (int i = 0; i < 4; ++i) id.append(i);
  table.add_row({model::RowState::Unchanged, 0, 0, model::kNoRecord});
  table.add_row({model::RowState::Deleted, 1, model::kNoRecord, model::kNoRecord});
  table.add_row({model::RowState::Modified, 2, 3, model::kNoRecord});
  Options options;
  options.row_state = true;
  Database database;
  ASSERT_EQ(database.run(sql_of(document, "sql-sqlite", options)), "");
  EXPECT_EQ(database.rows("SELECT * FROM T"),
            (std::vector<std::string>{"i:0|t:Unchanged", "i:1|t:Deleted", "i:3|t:Modified"}));
  EXPECT_EQ(sql_of(document, "csv", options), "Id,RowState\r\n0,Unchanged\r\n1,Deleted\r\n3,Modified\r\n");
  EXPECT_EQ(sql_of(document, "ndjson", options),
            "{\"Id\":0,\"RowState\":\"Unchanged\"}\n{\"Id\":1,\"RowState\":\"Deleted\"}\n"
            "{\"Id\":3,\"RowState\":\"Modified\"}\n");
  std::vector<Loss> losses = find_losses(document, *find_format("csv"), options);
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(losses[0].path, "rows/[2]/Original");
  table.columns[0]->name = "RowState";
  Buffer out;
  EXPECT_EQ(write_document(document, *find_format("csv"), out, options).error().code(), ErrorCode::NotRepresentable);
}

// Names that are one to the database.
TEST(Sql, KeepsNamesApart) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "T";
  table.add_column("a", ValueKind::Int32).append(1);
  table.add_column("A", ValueKind::Int32).append(2);
  table.add_column("A_2", ValueKind::Int32).append(3);
  table.added_plain_rows(1);
  Database database;
  ASSERT_EQ(database.run(sql_of(document)), "");
  EXPECT_EQ(database.rows("SELECT a, A_2, A_2_2 FROM T"), std::vector<std::string>{"i:1|i:2|i:3"});
  EXPECT_EQ(losses_of(document, "sql-sqlite"),
            (std::vector<std::string>{"columns/A: becomes A_2", "columns/A_2: becomes A_2_2"}));
  EXPECT_EQ(losses_of(document, "sql-postgresql"), std::vector<std::string>{});
}

TEST(Sql, TakesOddNamesAndDefaults) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "sqlite_master";
  model::Column& column = table.add_column("x'); DROP TABLE t; --", ValueKind::String);
  column.default_value = table.graph().make_string(std::string_view("a\0b", 3));
  column.append_text("'; DROP TABLE t; --");
  column.append_null();
  table.added_plain_rows(2);
  Database database;
  ASSERT_EQ(database.run(sql_of(document)), "");
  EXPECT_EQ(database.rows("SELECT * FROM _sqlite_master"), (std::vector<std::string>{"t:'; DROP TABLE t; --", "NULL"}));
  EXPECT_EQ(losses_of(document, "sql-sqlite"), std::vector<std::string>{"TableName: becomes _sqlite_master"});
}

TEST(Sql, DropsWhatRowsBreak) {
  const Document document = orders([](model::Table& table) { table.columns[1]->allow_db_null = false; });
  const std::vector<std::string> losses = losses_of(document, "sql-sqlite");
  EXPECT_EQ(losses[0], "columns/Na'me/AllowDBNull: there are nulls in it");
  Database database;
  EXPECT_EQ(database.run(sql_of(document)), "");
  // What becomes NULL, too.
  Document reals;
  model::Table& unlike = reals.make_table();
  unlike.name = "T";
  model::Column& real = unlike.add_column("R", ValueKind::Double);
  real.allow_db_null = false;
  real.append(std::nan(""));
  unlike.added_plain_rows(1);
  EXPECT_EQ(losses_of(reals, "sql-sqlite")[0], "columns/R/AllowDBNull: there are nulls in it");
  EXPECT_EQ(Database().run(sql_of(reals)), "");
  Options options;
  options.row_state = true;
  EXPECT_EQ(sql_of(document, "sql-sqlite", options).find("PRIMARY KEY"), std::string::npos);
  const Document taken = orders([](model::Table& table) { table.columns[1]->name = "rowstate"; });
  Buffer out;
  EXPECT_FALSE(write_document(taken, *find_format("sql-sqlite"), out, options).ok());
}

TEST(Sql, RefusesMoreColumnsThanTheDatabaseTakes) {
  Document document;
  model::Table& table = document.make_table();
  for (int i = 0; i < 2001; ++i) table.add_column("c" + std::to_string(i), ValueKind::Int32);
  Buffer out;
  EXPECT_EQ(write_document(document, *find_format("sql-sqlite"), out).error().code(), ErrorCode::NotRepresentable);
}

// SQLite takes each table and set of the corpus, and has as many rows.
TEST(SqliteGolden, TakesEveryTable) {
  std::size_t count = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.stored() || row.kind == "graph" || row.format == "expected") continue;
    Result<Document> document = read_document(row.bytes());
    if (!document.ok() || document->kind() == DocumentKind::Graph) continue;
    bool has_columns = true;
    for (const model::Table* table : document->tables()) has_columns = has_columns && !table->columns.empty();
    if (!has_columns) continue;
    Database database;
    const std::string sql = sql_of(*document);
    EXPECT_EQ(database.run(sql), "") << row.name() << "\n" << sql.substr(0, 2000);
    for (const model::Table* table : document->tables()) {
      std::size_t rows = 0;
      for (std::size_t r = 0; r < table->row_count(); ++r) rows += table->row(r).state != model::RowState::Deleted;
      if (table->name.empty()) continue;
      std::string name = table->name;
      for (std::size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) name.insert(at, 1, '"');
      if (document->tables().size() == 1) {
        EXPECT_EQ(database.rows("SELECT count(*) FROM \"" + name + "\""), std::vector{"i:" + std::to_string(rows)})
            << row.name();
      }
    }
    ++count;
  }
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GT(count, 50U);
}

}  // namespace
}  // namespace dotwire::test

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/file.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Convert, TablesToCsv) {
  EXPECT_EQ(run({"convert", "-", "--to", "csv"}, small_table()).out, "A,S\r\n300,hi\r\n,\r\n");
  EXPECT_EQ(run({"convert", "-", "--to", "csv", "--newline", "lf", "--null", "NULL"}, small_table()).out,
            "A,S\n300,hi\nNULL,NULL\n");
}

TEST(Convert, CsvTellsNullFromEmptyAndQuotes) {
  const Buffer table = hex(R"(
    00 01 54  01 00 00 00
    01 53 0D 53 79 73 74 65 6D 2E 53 74 72 69 6E 67
    04 00 00 00
    01                          # null
    00 00                       # ""
    00 04 61 2C 22 62           # a,"b
    00 02 20 78                 # blank x
  )");
  EXPECT_EQ(run({"convert", "-", "--to", "csv", "--newline", "lf"}, table).out, "S\n\n\"\"\n\"a,\"\"b\"\n\" x\"\n");
}

TEST(Convert, TablesToNdjsonAndJson) {
  EXPECT_EQ(run({"convert", "-", "--to", "ndjson"}, small_table()).out,
            "{\"A\":300,\"S\":\"hi\"}\n{\"A\":null,\"S\":null}\n");
  const std::string json = run({"convert", "-", "--to", "json"}, small_table()).out;
  EXPECT_THAT(json, StartsWith("{\n  \"$table\": \"T\",\n  \"columns\": ["));
  const ProgramRun no_table = run({"convert", "-", "--to", "json", "--table", "X"}, point_payload());
  EXPECT_EQ(no_table.code, 64);
  EXPECT_THAT(no_table.out, testing::IsEmpty());
  EXPECT_THAT(no_table.err, testing::HasSubstr("there is no table named X: the document is an object graph"));
  EXPECT_THAT(json, HasSubstr("{\"A\": 300,\"S\": \"hi\"}"));
}

TEST(Convert, CharactersThatXmlHasNoPlaceFor) {
  const std::string json =
      R"({"$table":"T","columns":[{"name":"S","type":"System.String"}],"rows":[{"S":"a\u0001\uD800b"}]})";
  const Buffer table(std::span(reinterpret_cast<const std::uint8_t*>(json.data()), json.size()));
  const auto xml = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"convert", "-", "--to", "datatable-xml-data"});
    return run(more, table);
  };
  EXPECT_THAT(xml({"--xml-chars", "escape"}).out, HasSubstr("<S>a_x0001__xD800_b</S>"));
  EXPECT_THAT(xml({"--xml-chars", "replace"}).out, HasSubstr("<S>a\xEF\xBF\xBD\xEF\xBF\xBD"
                                                             "b</S>"));
  EXPECT_THAT(xml({"--xml-chars", "error"}).err, HasSubstr("text holds a character that XML has no place for"));
  EXPECT_NE(xml({"--xml-chars", "error"}).code, 0);
  EXPECT_THAT(xml({}).err, HasSubstr("lone surrogate"));
}

TEST(Convert, WhatLooksEscapedIsEscapedToo) {
  const std::string json = R"({"$table":"T","columns":[{"name":"S","type":"System.String"}],)"
                           R"("rows":[{"S":"_x0041_ _x41_ _x00000041_ _x004"}]})";
  const Buffer table(std::span(reinterpret_cast<const std::uint8_t*>(json.data()), json.size()));
  EXPECT_THAT(run({"convert", "-", "--to", "datatable-xml-data", "--xml-chars", "escape"}, table).out,
              HasSubstr("<S>_x005F_x0041_ _x41_ _x005F_x00000041_ _x004</S>"));
  EXPECT_THAT(run({"convert", "-", "--to", "datatable-xml-data"}, table).out, HasSubstr("<S>_x0041_ _x41_ "));
}

TEST(Convert, DefaultsInJsonAreOfTheirColumn) {
  const auto column = [](std::string_view type, std::string_view value) {
    const std::string json = R"({"$table":"T","columns":[{"name":"C","type":")" + std::string(type) +
                             R"(","default":)" + std::string(value) + R"(}],"rows":[]})";
    return run({"convert", "-", "--to", "json"},
               Buffer(std::span(reinterpret_cast<const std::uint8_t*>(json.data()), json.size())));
  };
  EXPECT_THAT(column("System.Boolean", "true").out, HasSubstr(R"({"$type": "System.Boolean","$value": true})"));
  EXPECT_THAT(column("System.Int32", "7").out, HasSubstr(R"("$value": 7})"));
  EXPECT_THAT(column("System.String", R"("a")").out, HasSubstr(R"("default": "a")"));
  EXPECT_THAT(column("System.Decimal", R"("1.50")").out, HasSubstr(R"("$value": "1.50"})"));
  const ProgramRun wrong = column("System.Int32", R"({"$type":"System.Boolean","$value":true})");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("the default is a System.Boolean in a column of System.Int32"));
  EXPECT_EQ(column("System.Int32", "true").code, 2);
}

TEST(Convert, JsonComesBack) {
  const Buffer payload = point_payload();
  const ProgramRun json = run({"convert", "-", "--to", "json"}, payload);
  const Buffer text(std::span(reinterpret_cast<const std::uint8_t*>(json.out.data()), json.out.size()));
  const ProgramRun back = run({"convert", "-", "--from", "json", "--to", "binaryformatter"}, text);
  EXPECT_EQ(back.out, std::string(payload.text())) << back.err;
  EXPECT_THAT(run({"identify", "-"}, text).out, HasSubstr("json"));
  EXPECT_THAT(run({"verify", "-"}, text).out, HasSubstr("identical"));
}

TEST(Convert, NumbersThatReadersRoundAreTextUnlessAskedFor) {
  const std::string json =
      R"({"$table":"T","columns":[{"name":"N","type":"System.Int64"}],"rows":[{"N":9007199254740993}]})";
  const Buffer table(std::span(reinterpret_cast<const std::uint8_t*>(json.data()), json.size()));
  EXPECT_THAT(run({"convert", "-", "--to", "ndjson"}, table).out, HasSubstr("{\"N\":\"9007199254740993\"}"));
  EXPECT_THAT(run({"convert", "-", "--to", "ndjson", "--numbers", "json"}, table).out,
              HasSubstr("{\"N\":9007199254740993}"));
}

TEST(Convert, GraphsToJson) {
  const ProgramRun result = run({"convert", "-", "--to", "json"}, point_payload());
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "{\n"
            "  \"$graph\": 1,\n"
            "  \"classes\": {\n"
            "    \"P\": {\n"
            "      \"library\": \"L\",\n"
            "      \"members\": {\n"
            "        \"x\": \"Int32\",\n"
            "        \"s\": \"String\"\n"
            "      }\n"
            "    }\n"
            "  },\n"
            "  \"root\": {\n"
            "    \"$type\": \"P\",\n"
            "    \"x\": 42,\n"
            "    \"s\": \"hi\"\n"
            "  }\n"
            "}\n");
}

TEST(Convert, CyclesAreReferencesInJson) {
  const Buffer cycle = hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    10 01 00 00 00 03 00 00 00  # object[3]
    09 01 00 00 00              # the array itself
    0D 02                       # two nulls
    0B
  )");
  const ProgramRun result = run({"convert", "-", "--to", "json"}, cycle);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"$id\": 1"));
  EXPECT_THAT(result.out, HasSubstr("\"$ref\": 1"));
}

TEST(Convert, GraphsToDump) {
  const ProgramRun result = run({"convert", "-", "--to", "dump"}, point_payload());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"int\": \"42\""));
}

TEST(Convert, ToTheSameFormatGivesTheSameBytes) {
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  const std::string out = (folder / "o.bin").string();
  const ProgramRun result = run({"convert", file, "--to", "custom-formatter", "-o", out});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(same_bytes(read_bytes(out), small_table()));
}

TEST(Convert, ThroughQuicklzAndBack) {
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  const std::string packed = (folder / "t.qlz").string();
  const std::string back = (folder / "back.bin").string();
  EXPECT_EQ(run({"convert", file, "--to", "custom-formatter-quicklz", "-o", packed}).code, 0);
  EXPECT_THAT(run({"identify", packed}).out, HasSubstr("custom-formatter-quicklz, in quicklz"));
  EXPECT_EQ(run({"verify", packed}).code, 0);
  EXPECT_EQ(run({"convert", packed, "--to", "custom-formatter", "-o", back}).code, 0);
  EXPECT_TRUE(same_bytes(read_bytes(back), small_table()));
}

TEST(Convert, BinaryFormatterInQuicklz) {
  const TempDir folder;
  const std::string file = put(folder, "p.bin", long_payload(1000));
  const std::string packed = (folder / "p.qlz").string();
  EXPECT_EQ(run({"convert", file, "--to", "binaryformatter-quicklz", "-o", packed}).code, 0);
  EXPECT_THAT(run({"identify", "--json", packed}).out,
              HasSubstr(R"("format":"binaryformatter-quicklz","type":"P, L","dialect":null,"layers":["quicklz"])"));
  EXPECT_EQ(run({"verify", packed}).code, 0);
}

TEST(Convert, TablesToBinaryAndXmlAndBack) {
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  for (const char* format : {"datatable-binary", "datatable-binary-quicklz", "datatable-xml"}) {
    const std::string other = (folder / format).string();
    const ProgramRun there = run({"convert", file, "--to", format, "-o", other});
    ASSERT_EQ(there.code, 0) << format << ": " << there.err;
    EXPECT_EQ(run({"verify", other}).out, other + ": identical\n");
    EXPECT_EQ(run({"convert", other, "--to", "csv"}).out, "A,S\r\n300,hi\r\n,\r\n") << format;
  }
}

TEST(Convert, DataWithoutSchemaTakesOne) {
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  const std::string data = (folder / "t.xml").string();
  const std::string schema = (folder / "t.xsd").string();
  ASSERT_EQ(run({"convert", file, "--to", "datatable-xml-data", "-o", data}).code, 0);
  ASSERT_EQ(run({"convert", file, "--to", "datatable-xsd", "--loss", "warn", "-o", schema}).code, 0);
  // Without one, columns of text are inferred from the data, and the set is named after its root.
  EXPECT_EQ(run({"convert", data, "--loss", "warn", "--to", "csv"}).out, "A,S\r\n300,hi\r\n,\r\n");
  const ProgramRun result = run({"convert", data, "--schema", schema, "--to", "csv"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "A,S\r\n300,hi\r\n,\r\n");
}

TEST(Convert, NamesLossesBeforeAnythingIsWritten) {
  const std::optional<Buffer> states = golden("mono", "table", "row-states", "bf-remoting-binary");
  if (!states) GTEST_SKIP() << "no golden corpus";
  const TempDir folder;
  const std::string out = (folder / "o.csv").string();
  const ProgramRun strict = run({"convert", "-", "--to", "csv", "-o", out}, *states);
  EXPECT_EQ(strict.code, 4);
  EXPECT_THAT(strict.err, HasSubstr("rows/["));
  EXPECT_THAT(strict.err, HasSubstr("nothing was written"));
  EXPECT_FALSE(std::filesystem::exists(out));
  const ProgramRun lenient = run({"convert", "-", "--to", "csv", "--loss", "warn", "-o", out}, *states);
  EXPECT_EQ(lenient.code, 0) << lenient.err;
  EXPECT_THAT(lenient.err, HasSubstr("rows/["));
  EXPECT_TRUE(std::filesystem::exists(out));
}

// What concerns the whole document has no path.
TEST(Convert, NamesWhatCannotBeReadAgain) {
  const std::string odd = R"({"$table": "T", "columns": [{"name": "B", "type": "System.DateTimeOffset"}],
      "rows": [{"B": "2020-01-01T00:00:00+14:01"}]})";
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(odd.data()), odd.size());
  const ProgramRun result = run({"convert", "-", "--to", "datatable-xml"}, bytes);
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("-: what is written is not read again: out of range at line "));
  EXPECT_EQ(result.out, "");
}

TEST(Convert, AGraphIsNoTable) {
  const ProgramRun result = run({"convert", "-", "--to", "csv"}, point_payload());
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("csv does not hold an object graph"));
}

TEST(Convert, ReadsAsTheFormatAskedFor) {
  const std::optional<Buffer> table = golden("mono", "table", "nulls", "bf-remoting-binary");
  if (!table) GTEST_SKIP() << "no golden corpus";
  EXPECT_THAT(run({"convert", "-", "--from", "binaryformatter", "--to", "json"}, *table).out,
              HasSubstr("DataTable.RemotingVersion"));
}

TEST(Convert, AFailedWriteLeavesTheFileAsItWas) {
  const TempDir folder;
  const std::string out = (folder / "no-such-folder" / "o.csv").string();
  const ProgramRun result = run({"convert", "-", "--to", "csv", "-o", out}, small_table());
  EXPECT_EQ(result.code, 74);
  EXPECT_THAT(result.err, HasSubstr("No such file"));
}

TEST(Convert, WritesThroughALink) {
  const TempDir folder;
  const std::string real = put_text(folder, "real.csv", "old");
  const std::string link = (folder / "link.csv").string();
  std::filesystem::create_symlink(real, link);
  EXPECT_EQ(run({"convert", "-", "--to", "csv", "-o", link}, small_table()).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_GT(std::filesystem::file_size(real), 3U);
}

TEST(Bench, RanksFormatsOverTablesOfOnesOwn) {
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  const ProgramRun result = run({"bench", "own", "--quick", "--csv", "-", file});
  if (result.err.find("without the benchmarks") != std::string::npos) GTEST_SKIP() << "built without the benchmarks";
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, StartsWith("data,format,size,gzip_size,zstd_size,write_ns,"));
  EXPECT_THAT(result.out, HasSubstr(file + ",custom-formatter," + std::to_string(small_table().size()) + ","));
  EXPECT_THAT(result.err, HasSubstr("datatable-xml"));
  EXPECT_EQ(run({"bench", "own", "--quick", put(folder, "g.bin", point_payload())}).code, 64);
}

TEST(Output, AFullDiskIsNoticed) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const TempDir folder;
  const std::string file = put(folder, "t.bin", small_table());
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"convert", file, "--to", "csv"}, std::vector<std::string>{"identify", file},
        std::vector<std::string>{"inspect", file}, std::vector<std::string>{"verify", file},
        std::vector<std::string>{"--help"}}) {
    const ProgramRun result = run_into("/dev/full", words);
    EXPECT_EQ(result.code, 74) << words[0];
    EXPECT_THAT(result.err, HasSubstr("standard output: No space left")) << words[0];
  }
}

TEST(Output, AReaderThatHasGoneEndsTheProgramQuietly) {
  const TempDir folder;
  const ProgramRun result = run_into_closed_pipe({"inspect", put(folder, "t.bin", small_table())});
  EXPECT_EQ(result.code, 74);
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Usage, WrongWordsGiveSixtyFour) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, std::vector<std::string>{"frobnicate"}, std::vector<std::string>{"identify"},
        std::vector<std::string>{"identify", "--nonsense", "x"}, std::vector<std::string>{"convert", "-"},
        std::vector<std::string>{"convert", "-", "--to", "word"},
        std::vector<std::string>{"convert", "-", "--to", "datatable-reply"},
        std::vector<std::string>{"inspect", "-", "--from", "sql-sqlite"}, std::vector<std::string>{"help", "nothing"},
        std::vector<std::string>{"convert", "-", "--to", "csv", "--loss", "maybe"},
        std::vector<std::string>{"verify", "--limit", "speed=1", "-"},
        std::vector<std::string>{"verify", "--zone", "Nowhere/Atall", "-"}}) {
    const ProgramRun result =
        run(words, golden("mono", "table", "nulls", "bf-remoting-binary").value_or(small_table()));
    if (words.size() > 1 && words[1] == "--zone" && result.code != 64) continue;  // without the corpus no zone is asked
    EXPECT_EQ(result.code, 64) << (words.empty() ? "" : words[0]);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, StartsWith("dotwire: "));
  }
}

TEST(Usage, AnUnknownCommandIsNamed) {
  EXPECT_THAT(run({"frobnicate"}).err, HasSubstr("there is no command frobnicate; there are identify, inspect,"));
}

TEST(Usage, AnUnknownSuiteIsNamed) {
  const ProgramRun unknown = run({"bench", "nosuch"});
  EXPECT_EQ(unknown.code, 64);
  EXPECT_THAT(unknown.err, HasSubstr("there is no command bench nosuch; there are datatable, speed, own, memory\n"));
  const ProgramRun none = run({"bench"});
  EXPECT_EQ(none.code, 64);
  EXPECT_THAT(none.err, HasSubstr("bench needs one of datatable, speed, own, memory\n"));
}

// .NET takes any byte but 0 for true, and writes 1.
TEST(Convert, ABooleanBeyondOneIsTrue) {
  const std::string_view start =
      "00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00"
      "04 01 00 00 00 01 50 01 00 00 00 01 62 00 01 ";
  const Buffer five = hex(std::string(start) + "05 0B");
  EXPECT_EQ(run({"verify", "-"}, five).code, 0);
  const ProgramRun json = run({"convert", "--to", "json", "-"}, five);
  EXPECT_THAT(json.out, HasSubstr("true"));
  const ProgramRun again = run({"convert", "--to", "binaryformatter", "-"}, as_bytes(json.out));
  EXPECT_EQ(again.out, hex(std::string(start) + "01 0B").text());
}

// Losses of what cannot be written at all would only hide why.
TEST(Convert, AnErrorThatDecidesIsSaidAlone) {
  const TempDir folder;
  const std::string table = put(folder, "t.bin", small_table());
  const std::string out = (folder / "out").string();
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--loss", "warn"}}) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"convert", "--to", "csv", "--table", "Nope", table, "-o", out},
          std::vector<std::string>{"convert", "--to", "csv", put(folder, "p.bin", point_payload()), "-o", out}}) {
      std::vector<std::string> all = words;
      all.insert(all.end(), more.begin(), more.end());
      const ProgramRun result = run(all);
      EXPECT_NE(result.code, 0);
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
      EXPECT_FALSE(std::filesystem::exists(out));
    }
  }
  EXPECT_THAT(run({"convert", "--to", "csv", "--table", "Nope", table}).err, HasSubstr("there is no table named Nope"));
}

TEST(Usage, NumbersHaveBoundsInPlainWords) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"inspect", "-", "--first", "0"}, "--first: '0' is not a whole number from 1\n"},
      {{"identify", "-", "--offset", "-5"}, "--offset: '-5' is not a whole number from 0\n"},
      {{"inspect", "-", "--depth", "99999999999"},
       "--depth: '99999999999' is not a whole number from 0 to 4294967295\n"},
      {{"inspect", "-", "--max-items", "1e3"}, "--max-items: '1e3' is not"},
      {{"inspect", "-", "--max-text", ""}, "--max-text: '' is not"},
      {{"verify", "-", "--jobs", "0"}, "--jobs: '0' is not a whole number from 1 to 1024\n"},
      {{"bench", "datatable", "--rows", "abc"}, "--rows: 'abc' is not a whole number from 1\n"},
      {{"bench", "speed", "--count-at", "18446744073709551616"}, "--count-at: '18446744073709551616' is not"}};
  for (const auto& [words, says] : cases) {
    const ProgramRun result = run(words);
    EXPECT_EQ(result.code, 64) << says;
    EXPECT_THAT(result.err, HasSubstr(says));
  }
}

TEST(Usage, TablesOfASetAreNamed) {
  const TempDir folder;
  const std::string set = put_text(folder, "set.json",
                                   R"({"$dataSet":"S","tables":[{"$table":"Orders","columns":[],"rows":[]},)"
                                   R"({"$table":"Lines","columns":[],"rows":[]}]})");
  const ProgramRun which = run({"convert", set, "--to", "csv"});
  EXPECT_EQ(which.code, 4);
  EXPECT_THAT(which.err, HasSubstr("--table takes one of \"Orders\", \"Lines\""));
  const ProgramRun none = run({"convert", set, "--to", "csv", "--table", "nosuch"});
  EXPECT_EQ(none.code, 64);
  EXPECT_THAT(none.err, HasSubstr("there is no table named nosuch; there are \"Orders\", \"Lines\""));
}

TEST(Usage, HelpAndVersionGoToStandardOutput) {
  const ProgramRun help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("Examples:"));
  EXPECT_THAT(help.out, HasSubstr("Exit codes"));
  EXPECT_THAT(help.err, IsEmpty());
  for (const char* command : {"identify", "inspect", "convert", "verify"}) {
    EXPECT_EQ(run({"help", command}).out, run({command, "--help"}).out) << command;
    EXPECT_THAT(run({"help", command}).out, HasSubstr("Examples:")) << command;
  }
  EXPECT_EQ(run({"help"}).out, help.out);
  EXPECT_THAT(run({"version"}).out, StartsWith("dotwire "));
  EXPECT_EQ(run({"version"}).out, run({"--version"}).out);
  EXPECT_THAT(run({"formats"}).out, HasSubstr("binaryformatter"));
}

}  // namespace
}  // namespace dotwire::test

// Many inputs: folders, and the cells of a column.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/file.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string base64(std::string_view bytes, std::string_view digits = kBase64, bool padded = true) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) out += digits[bits >> (count - 6) & 63];
  }
  if (count != 0) out += digits[bits << (6 - count) & 63];
  while (padded && out.size() % 4 != 0) out += '=';
  return out;
}

std::string hex_of(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    out += "0123456789ABCDEF"[static_cast<unsigned char>(c) >> 4];
    out += "0123456789ABCDEF"[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// A text whose payload has both digits that the two alphabets differ in.
std::string payload() {
  const Buffer point = point_payload();
  return replaced(std::string(point.text()), "hi", "\xC3\xBF");
}

// A reader that takes the first and one that takes the last would see different payloads.
TEST(Column, IsThereOnce) {
  const TempDir folder;
  const std::string cell = '"' + base64(point_payload().text()) + '"';
  const std::string twice = put_text(folder, "twice.ndjson",
                                     "{\"a\":" + cell + "}\n{\"a\":" + cell + ",\"b\":1,\"\\u0061\":" + cell +
                                         "}\n{\"b\":1,\"b\":2,\"a\":" + cell + "}\n");
  const ProgramRun rows = run({"verify", "--column", "a", twice});
  EXPECT_EQ(rows.code, 2);
  EXPECT_THAT(rows.out, HasSubstr(":1: identical\n"));
  EXPECT_THAT(rows.out, HasSubstr(":2: damaged at byte "));
  EXPECT_THAT(rows.out, HasSubstr(": the line's JSON object has the column's name twice\n"));
  EXPECT_THAT(rows.out, HasSubstr(":3: identical\n"));
  const std::string csv = put_text(folder, "twice.csv", "a,b,\"a\"\n" + cell + ",1," + cell + "\n");
  const ProgramRun fields = run({"identify", "--column", "a", csv});
  EXPECT_EQ(fields.code, 64);
  EXPECT_THAT(fields.err, HasSubstr("the file has two columns a"));
}

TEST(Column, TakesEachWayToWriteBytes) {
  const TempDir folder;
  const std::string bytes = payload();
  const std::string plain = base64(bytes);
  ASSERT_THAT(plain, HasSubstr("/"));
  const std::string json =
      put_text(folder, "rows.ndjson",
               "{\"id\":1,\"payload\":\"" + plain + "\"}\n\n" +                                   //
                   "{ \"other\" : {\"payload\":[1,\"}\"]}, \"payload\" : \"0x" + hex_of(bytes) +  //
                   "\" }\r\n" +                                                                   //
                   "{\"payload\":\"" + base64(bytes, kBase64Url, false) + "\"}\n" +               //
                   "{\"pay\\u006coad\":\"" + replaced(plain, "/", "\\/") + "\"}\n" +              //
                   "{\"payload\":\"" + replaced(plain, "/", "\\u002F") + "\"}");
  const ProgramRun run_json = run({"verify", "--column", "payload", json});
  EXPECT_EQ(run_json.code, 0) << run_json.err;
  std::string expected;
  for (int i = 1; i <= 5; ++i) expected += json + ":" + std::to_string(i) + ": identical\n";
  EXPECT_EQ(run_json.out, expected);

  const std::string csv = put_text(folder, "rows.csv",
                                   "\xEF\xBB\xBFid,\"the \"\"payload\"\"\",note\r\n1," + plain +
                                       ",\"two\nlines, a \"\"quote\"\"\"\r\n2,\"" + plain.substr(0, 8) + "\n" +
                                       plain.substr(8) + "\",x\r\n3,\\x" + hex_of(bytes) + ",");
  const ProgramRun run_csv = run({"verify", "--column", "the \"payload\"", csv});
  EXPECT_EQ(run_csv.code, 0) << run_csv.err;
  EXPECT_EQ(run_csv.out, csv + ":1: identical\n" + csv + ":2: identical\n" + csv + ":3: identical\n");
}

// Quotes where RFC 4180 has none spoil their row and no other.
TEST(Column, OfCsvGoesOnBehindStrayQuotes) {
  const TempDir folder;
  const Buffer payload = point_payload();
  const std::string cell = base64(payload.text());
  const std::string file = put_text(folder, "stray.csv",
                                    "id,p,q\n1,AAEA\"B,x\n2," + cell + ",y\n\n3,\"" + cell + "\",\"a\n\"\"b,c\"\n" +
                                        "4,\"AA\"EE,w\n5,\"" + cell + ",never closed\n6," + cell + ",z\n");
  const ProgramRun result = run({"verify", "--column", "p", file});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, file + ":1: damaged at byte 6: a quote inside a field that does not begin with one\n" + file +
                            ":2: identical\n" + file + ":3: identical\n" + file +
                            ":4: damaged at byte 6: text behind the closing quote of a field\n" + file +
                            ":5: damaged at byte 2: a quote that nothing closes\n" + file + ":6: identical\n");
  const ProgramRun converted = run({"convert", "--column", "p", "--to", "json", file});
  EXPECT_EQ(converted.code, 2);
  EXPECT_THAT(converted.out, HasSubstr("\"a\n\"\"b,c\"\n"));
  EXPECT_THAT(converted.out, HasSubstr("\n6,\""));
}

TEST(Column, HasOneErrorLineForEachBadRowAndGoesOn) {
  const TempDir folder;
  const std::string good = base64(payload());
  const std::string cut = base64(payload().substr(0, 40));
  const std::string file = put_text(folder, "rows.csv",
                                    "id,payload\n1," + good + "\n2," + cut + "\n3,%%\n4,\n5\n6," +
                                        base64("nothing that is known, but long enough") + "\n7," + good + "\n");
  const ProgramRun result = run({"identify", "--json", "--column", "payload", file});
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 7);
  EXPECT_THAT(result.out, HasSubstr(R"("row":7,"format":"binaryformatter")"));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 4) << result.err;
  for (const char* says : {":2: truncated", ":3: malformed at byte 0: the cell is neither base64 nor hexadecimal",
                           ":5: malformed at byte 0: the row has fewer fields", ":6: unknown format"}) {
    EXPECT_THAT(result.err, HasSubstr(says));
  }
  EXPECT_EQ(result.code, 3);
  // A line for each row, of those without digits too.
  const ProgramRun text = run({"identify", "--column", "payload", file});
  EXPECT_EQ(std::count(text.out.begin(), text.out.end(), '\n'), 7);
  EXPECT_THAT(text.out, HasSubstr(file + ":3: unknown\n"));
  EXPECT_THAT(run({"verify", "--column", "payload", file}).out, HasSubstr(file + ":4: empty\n"));
  // What belongs to a word is no number of one row, but bytes are.
  const std::string twice = put_text(folder, "utf.csv", "a\n" + base64("{\"$table\":\"\xFF\"}") + "\n");
  EXPECT_THAT(run({"verify", "--column", "a", "--summary", twice}).err, HasSubstr("UTF-8"));
  EXPECT_THAT(run({"verify", "--column", "payload", "--summary", file}).err,
              HasSubstr("the cell is neither base64 nor hexadecimal"));
}

TEST(Column, OfNdjsonThatNoRowHasIsNamed) {
  const TempDir folder;
  const std::string file = put_text(folder, "rows.ndjson", "{\"a\":\"00\"}\n{\"b\":1}\n");
  const ProgramRun wrong = run({"identify", "--column", "nope", file});
  EXPECT_EQ(wrong.code, 64);
  EXPECT_THAT(wrong.err, HasSubstr("no row has a column nope"));
  EXPECT_NE(run({"identify", "--column", "b", file}).code, 64);
  const std::string empty = put_text(folder, "empty.ndjson", "");
  EXPECT_THAT(run({"identify", "--column", "a", empty}).err, testing::Not(HasSubstr("no row has")));
}

TEST(Column, MustBeThere) {
  const TempDir folder;
  const std::string file = put_text(folder, "rows.csv", "id,payload\n");
  const ProgramRun result = run({"verify", "--column", "nope", file});
  EXPECT_EQ(result.code, 64);
  EXPECT_THAT(result.err, HasSubstr("invalid argument: the file has no column nope"));
  EXPECT_EQ(run({"verify", "--column", "payload", file}).code, 0);
}

// Rows enough for many batches, one in seven bad.
std::string many_rows(const TempDir& folder, int count) {
  const std::string good = base64(payload());
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "{\"id\":" + std::to_string(i) + ",\"payload\":\"" + (i % 7 == 3 ? good.substr(0, 40) : good) + "\"}\n";
  }
  return put_text(folder, "many.ndjson", text);
}

TEST(Jobs, DoNotChangeAByte) {
  const TempDir folder;
  const std::string file = many_rows(folder, 3000);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"verify", file}, {"identify", "--json", file}, {"convert", file, "--to", "json"}}) {
    std::vector<std::string> more = words;
    more.insert(more.end(), {"--column", "payload", "--jobs", "1"});
    const ProgramRun alone = run(more);
    EXPECT_EQ(std::count(alone.out.begin(), alone.out.end(), '\n'), 3000) << alone.err;
    for (const char* jobs : {"2", "5"}) {
      more.back() = jobs;
      const ProgramRun together = run(more);
      EXPECT_EQ(together.code, alone.code);
      EXPECT_TRUE(together.out == alone.out) << words[0];
      EXPECT_TRUE(together.err == alone.err) << words[0];
    }
  }
}

TEST(ConvertColumn, PutsTheContentInTheCell) {
  const TempDir folder;
  const std::string good = base64(payload());
  const std::string json = put_text(
      folder, "rows.ndjson",
      "{\"id\":1,\"payload\":\"" + good + "\",\"z\":true}\n{\"payload\":\"AAEC\"}\n{\"payload\":null}\n{\"id\":4}\n");
  const ProgramRun result = run({"convert", json, "--column", "payload", "--to", "json"});
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.out, testing::StartsWith("{\"id\":1,\"payload\":{"));
  EXPECT_THAT(result.out, HasSubstr("42"));
  EXPECT_THAT(result.out, testing::EndsWith(",\"z\":true}\n{\"payload\":null}\n{\"payload\":null}\n{\"id\":4}\n"));
  EXPECT_THAT(result.err, HasSubstr(json + ":2: unknown format"));

  const std::string csv = put_text(folder, "rows.csv", "payload,id\n" + good + ",1\n%,2\n");
  const std::string out = (folder / "out.csv").string();
  const ProgramRun same = run({"convert", csv, "--column", "payload", "--to", "binaryformatter", "-o", out});
  EXPECT_EQ(same.code, 2);
  EXPECT_THAT(same.out, IsEmpty());
  EXPECT_EQ(read_text(out), "payload,id\n" + good + ",1\n,2\n");
  EXPECT_FALSE(std::filesystem::exists(out + ".part"));
}

// A line in which the cell cannot be told must not go on as if its content had been converted.
TEST(ConvertColumn, LeavesNothingOfARowWithoutAPlainCell) {
  const TempDir folder;
  const std::string good = base64(payload());
  const std::string json =
      put_text(folder, "rows.ndjson", "{\"payload\":\"" + good + "\",\"payload\":\"" + good + "\"}\n{bad\n");
  const ProgramRun result = run({"convert", json, "--column", "payload", "--to", "json"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "{\"payload\":null}\n{\"payload\":null}\n");
  EXPECT_THAT(result.err, HasSubstr(":1: malformed"));
  EXPECT_THAT(result.err, HasSubstr(":2: malformed"));
  const std::string csv = put_text(folder, "rows.csv", "id,payload,z\n1\n");
  const ProgramRun fields = run({"convert", csv, "--column", "payload", "--to", "json"});
  EXPECT_EQ(fields.code, 2);
  EXPECT_EQ(fields.out, "id,payload,z\n,,\n");
}

TEST(Verify, NamesAnEmptyCellWithItsVerdict) {
  const TempDir folder;
  const std::string file = put_text(folder, "rows.csv", "id,payload\n1,\n");
  const ProgramRun json = run({"verify", "--json", "--column", "payload", file});
  EXPECT_EQ(json.code, 0);
  EXPECT_THAT(json.out, HasSubstr(R"("verdict":"empty","offset":null,"path":null,"message":null)"));
  EXPECT_THAT(run({"verify", "--column", "payload", file}).out, HasSubstr(": empty\n"));
}

TEST(Folders, AreGoneThroughInOrder) {
  const TempDir folder;
  std::filesystem::create_directories(folder / "in/b/c");
  put(folder, "in/z.bin", point_payload());
  put(folder, "in/b/c/x.bin", small_table());
  put(folder, "in/b/a.bin", point_payload());
  const std::string in = (folder / "in").string();
  EXPECT_EQ(run({"verify", in}).out,
            in + "/b/a.bin: identical\n" + in + "/b/c/x.bin: identical\n" + in + "/z.bin: identical\n");
  EXPECT_EQ(run({"convert", in, "--to", "dump"}).code, 64);
  const std::string out = (folder / "out").string();
  EXPECT_EQ(run({"convert", in, "--to", "dump", "-o", out}).code, 0);
  for (const char* name : {"/b/a.bin", "/b/c/x.bin", "/z.bin"}) {
    EXPECT_EQ(read_text(out + name + ".dump"), run({"convert", in + name, "--to", "dump"}).out);
  }
}

// As in a file of --resume: the words but for the threads and that file, and the input's size and age.
std::string command_in_notes(const std::vector<std::string>& words, const std::string& file) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--resume") {
      ++i;
    } else if (words[i] != "--summary") {
      text += "'" + words[i] + "' ";
    }
  }
  struct stat status {};
  EXPECT_EQ(::stat(file.c_str(), &status), 0);
  return text + std::to_string(status.st_size) + "@" + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec) + " ";
}

std::string with_sum(const std::string& text) {
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return text + "sum " + std::to_string(sum) + "\n";
}

TEST(Resume, GoesOnWhereTheFileSays) {
  const TempDir folder;
  const std::string file = many_rows(folder, 1000);
  const std::string whole = run({"verify", "--column", "payload", file}).out;
  // 400 rows were written and noted, then some that were not.
  std::size_t end = 0;
  for (int i = 0; i < 400; ++i) end = whole.find('\n', end) + 1;
  const std::string out = put_text(folder, "out", whole.substr(0, end + 17));
  const std::string notes = (folder / "notes").string();
  const std::vector<std::string> words = {"verify", "--column", "payload", "--resume", notes, "--summary", file};
  const std::string of_command = command_in_notes(words, file);
  const std::string rest = "400 " + std::to_string(end) + " 2\n400 result fine\n";
  put_text(folder, "notes", with_sum("dotwire resume 2\n" + of_command + "\n" + rest));
  const ProgramRun result = run_into(out, words);
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(read_text(out) == whole);
  EXPECT_THAT(result.err, HasSubstr("goes on behind 400 inputs"));
  // What the first run counted is counted.
  EXPECT_THAT(result.err, HasSubstr("914  fine"));
  EXPECT_FALSE(std::filesystem::exists(notes));
}

TEST(Folders, NameLinksThatLeadNowhere) {
  const TempDir folder;
  const std::string good = put_text(folder, "good", point_payload().text());
  std::filesystem::create_symlink("nowhere", folder / "link");
  const ProgramRun result = run({"verify", folder.path().string()});
  EXPECT_EQ(result.code, 74);
  EXPECT_EQ(result.out, good + ": identical\n");
  EXPECT_THAT(result.err, HasSubstr("link: No such file or directory"));
}

// What is in layers counts as what stands alone does, by every command.
TEST(Summary, CountsTypesInLayersAlike) {
  const TempDir folder;
  const std::string plain = put_text(folder, "a", point_payload().text());
  put_text(folder, "b", base64(point_payload().text()));
  const std::string payloads = std::filesystem::path(plain).parent_path().string();
  const std::string types = run({"identify", "--summary", payloads}).err;
  EXPECT_THAT(types, HasSubstr("types:\n           2  "));
  EXPECT_EQ(run({"verify", "--summary", payloads}).err, types);
}

// A run that stopped before it had noted anything but where it began, behind what the file held before.
TEST(Resume, KeepsWhatTheOutputHeldBefore) {
  const TempDir folder;
  const std::string file = many_rows(folder, 10);
  const std::string whole = run({"verify", "--column", "payload", file}).out;
  const std::string out = put_text(folder, "out", "before\n" + whole.substr(0, 30));
  const std::string notes = (folder / "notes").string();
  const std::vector<std::string> words = {"verify", "--column", "payload", "--resume", notes, file};
  put_text(folder, "notes", with_sum("dotwire resume 2\n" + command_in_notes(words, file) + "\n0 7 0\n"));
  run_into(out, words);
  EXPECT_EQ(read_text(out), "before\n" + whole);
}

TEST(Resume, RefusesAFileOfAnotherRun) {
  const TempDir folder;
  const std::string file = many_rows(folder, 10);
  const std::string notes = (folder / "notes").string();
  const std::vector<std::string> words = {"verify", "--column", "payload", "--resume", notes, file};
  const std::string own = "dotwire resume 2\n" + command_in_notes(words, file) + "\n1 1 0\n";
  const std::string changed = own.substr(0, own.size() - 6) + "2 1 0\n";
  const std::string end_of_own = with_sum(own).substr(own.size());
  const std::pair<std::string, const char*> cases[] = {
      {with_sum("dotwire resume 2\n'verify' '--column' 'other' \n1 1 0\n"), "another command"},
      {with_sum(own + "x"), "no file that --resume wrote"},
      {own, "no file that --resume wrote"},
      {changed + end_of_own, "no file that --resume wrote"},
  };
  for (const auto& [text, why] : cases) {
    put_text(folder, "notes", text);
    const ProgramRun result = run(words);
    EXPECT_EQ(result.code, 64) << text;
    EXPECT_THAT(result.err, HasSubstr(why)) << text;
    EXPECT_THAT(result.out, IsEmpty());
  }
  // What it was written of has grown since.
  put_text(folder, "notes", with_sum(own));
  std::ofstream(file, std::ios::app) << "{}\n";
  EXPECT_THAT(run(words).err, HasSubstr("its files have changed"));
}

// What convert writes into a column, it reads from there.
TEST(Column, TakesTheTextsThatConvertWrites) {
  const TempDir folder;
  const std::string payload = "{\"n\":1,\"p\":\"" + base64(small_table().text()) + "\"}\n";
  const std::string csv = "n,p\n1," + base64(small_table().text()) + "\n";
  for (const auto& [name, rows] : {std::pair("rows.json", payload), std::pair("rows.csv", csv)}) {
    const std::string file = put_text(folder, name, rows);
    for (const char* format : {"json", "datatable-xml", "csv", "custom-formatter"}) {
      const std::string text = (folder / "text").string();
      ASSERT_EQ(run({"convert", file, "--column", "p", "--to", format, "--loss", "warn", "-o", text}).code, 0)
          << format;
      const ProgramRun back = run({"convert", text, "--column", "p", "--from", format, "--to", "json"});
      EXPECT_EQ(back.code, 0) << format << back.err;
      EXPECT_THAT(back.out, HasSubstr("columns")) << format;
    }
    const std::string json = (folder / "json").string();
    ASSERT_EQ(run({"convert", file, "--column", "p", "--to", "json", "-o", json}).code, 0);
    EXPECT_EQ(run({"convert", json, "--column", "p", "--to", "custom-formatter"}).out, rows) << name;
  }
  for (const auto& [row, why] :
       {std::pair("{\"p\":\"AAAA\"} more\n", "text follows"), std::pair("{\"p\":\"AAAA\"}}\n", "text follows"),
        std::pair("{\"p\":\"AAAA\",\"q\":tru}\n", "is no JSON")}) {
    const ProgramRun result = run({"convert", "--column", "p", "--to", "json", put_text(folder, "bad", row)});
    EXPECT_THAT(result.err, HasSubstr(why));
    EXPECT_EQ(result.out, "{\"p\":null}\n");
  }
}

TEST(Folders, AreNotConvertedIntoThemselves) {
  const TempDir folder;
  put(folder, "a.bin", small_table());
  const std::string in = folder.path().string();
  for (const std::string& out : {in, in + "/out", in + "/../" + folder.path().filename().string()}) {
    const ProgramRun result = run({"convert", in, "--to", "json", "-o", out});
    EXPECT_EQ(result.code, 64) << out;
    EXPECT_THAT(result.err, HasSubstr("lies in the folder that is read"));
  }
}

TEST(Summary, CountsFormatsTypesAndCauses) {
  const TempDir folder;
  const std::string file = many_rows(folder, 70);
  const ProgramRun result = run({"verify", "--column", "payload", "--summary", file});
  for (const char* line : {"results:\n", "          60  fine\n", "          10  failed\n", "formats:\n", "types:\n",
                           "failures:\n          10  damaged: "}) {
    EXPECT_THAT(result.err, HasSubstr(line));
  }
}

TEST(Bulk, ShowsProgressOnATerminal) {
  const TempDir folder;
  const std::string file = many_rows(folder, 100);
  const ProgramRun result = run_on_terminal({.err = true}, {"verify", "--column", "payload", file});
  EXPECT_THAT(result.err, HasSubstr("/s"));
  EXPECT_TRUE(result.err.ends_with("\r\x1B[K"));
}

}  // namespace
}  // namespace dotwire::test

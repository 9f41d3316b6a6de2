// convert --layer
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "inputs.h"
#include "run.h"
#include "support/file.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(WrittenLayers, AreReadAgainByEveryCommand) {
  for (const std::string_view layer : written_layers()) {
    SCOPED_TRACE(layer);
    const std::string name(layer);
    const ProgramRun wrapped = run({"convert", "--to", "binaryformatter", "--layer", name, "-"}, point_payload());
    ASSERT_EQ(wrapped.code, 0) << wrapped.err;
    EXPECT_NE(wrapped.out, point_payload().text());
    EXPECT_EQ(run({"verify", "-"}, bytes_of(wrapped.out)).code, 0);
    EXPECT_EQ(run({"convert", "--to", "binaryformatter", "-"}, bytes_of(wrapped.out)).out, point_payload().text());
    const std::string said = run({"identify", "-"}, bytes_of(wrapped.out)).out;
    EXPECT_THAT(said, HasSubstr("in " + name)) << said;
    EXPECT_THAT(said, HasSubstr("binaryformatter")) << said;
  }
}

TEST(WrittenLayers, TheFirstIsTheInnermost) {
  const ProgramRun wrapped =
      run({"convert", "--to", "json", "--layer", "zstd", "--layer", "base64", "-"}, point_payload());
  EXPECT_EQ(wrapped.code, 0);
  EXPECT_THAT(wrapped.out, StartsWith("KLUv/"));
  EXPECT_THAT(run({"identify", "--json", "-"}, bytes_of(wrapped.out)).out,
              HasSubstr("\"layers\":[\"base64\",\"zstd\"]"));
}

TEST(WrittenLayers, GoToAFileAndOutOfTextsToo) {
  const TempDir folder;
  const std::string out = folder.path() / "table.csv.gz";
  const ProgramRun wrapped =
      run({"convert", "--to", "csv", "--loss", "warn", "--layer", "gzip", "-o", out, "-"}, small_table());
  ASSERT_EQ(wrapped.code, 0) << wrapped.err;
  EXPECT_EQ(wrapped.out, "");
  const std::string plain = run({"convert", "--to", "csv", "--loss", "warn", "-"}, small_table()).out;
  // CSV shows no signs: --from says what it is, and gzip says itself what it is.
  const ProgramRun again = run({"convert", "--from", "csv", "--to", "csv", out});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, plain);
  EXPECT_THAT(again.err, HasSubstr("in gzip"));
}

TEST(WrittenLayers, AreInCellsAsBase64OrAsTheirText) {
  const std::string row = "{\"id\":1,\"payload\":\"" +
                          run({"convert", "--to", "binaryformatter", "--layer", "base64", "-"}, point_payload()).out +
                          "\"}\n";
  const std::vector<std::string> command = {"convert", "--column", "payload", "--to", "json", "-", "--layer"};
  const auto with = [&](std::vector<std::string> layers) {
    std::vector<std::string> words = command;
    words.insert(words.end(), layers.begin(), layers.end());
    return run(words, bytes_of(row));
  };
  const ProgramRun zipped = with({"gzip"});
  EXPECT_EQ(zipped.code, 0) << zipped.err;
  EXPECT_THAT(zipped.out, StartsWith("{\"id\":1,\"payload\":\"H4sI"));
  // The same text comes of the layer as of the cell.
  EXPECT_EQ(with({"gzip", "--layer", "base64"}).out, zipped.out);
  EXPECT_THAT(with({"gzip", "--layer", "hex"}).out, StartsWith("{\"id\":1,\"payload\":\"1f8b08"));
  EXPECT_EQ(run({"convert", "--column", "payload", "--to", "json", "-"}, bytes_of(zipped.out)).out,
            run({"convert", "--column", "payload", "--to", "json", "-"}, bytes_of(row)).out);
}

TEST(WrittenLayers, AreNamedByTheFilesOfAFolder) {
  const TempDir folder;
  std::filesystem::create_directory(folder.path() / "in");
  const std::string in = folder.path() / "in";
  const std::string out = folder.path() / "out";
  std::filesystem::copy_file(put(folder, "a.bin", point_payload()), folder.path() / "in/a.bin");
  const ProgramRun done = run({"convert", "--to", "json", "--layer", "lz4", "--layer", "hex", "-o", out, in});
  ASSERT_EQ(done.code, 0) << done.err;
  const Buffer written = read_bytes(folder.path() / "out/a.bin.json.lz4.hex");
  EXPECT_THAT(std::string(written.text()), StartsWith("04224d18"));
}

TEST(WrittenLayers, OnlyTheseAndNotTooMany) {
  const ProgramRun unknown = run({"convert", "--to", "json", "--layer", "utf-16", "-"}, point_payload());
  EXPECT_EQ(unknown.code, 64);
  EXPECT_THAT(unknown.err, HasSubstr("--layer"));
  std::vector<std::string> words = {"convert", "--to", "json", "-"};
  for (int i = 0; i < 7; ++i) words.insert(words.end(), {"--layer", "gzip"});
  const ProgramRun many = run(words, point_payload());
  EXPECT_EQ(many.code, 64);
  EXPECT_THAT(many.err, HasSubstr("6 times"));
}

}  // namespace
}  // namespace dotwire::test

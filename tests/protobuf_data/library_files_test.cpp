// The files of the library's repository: what its releases wrote, and the same DataSet as XML and its schema.
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/convert.h"
#include "dotwire/identify.h"
#include "dotwire/verify.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::test {
namespace {

constexpr const char* kReleases[] = {"2.0.0.452", "2.0.6.668", "2.1.1", "3.0.0-beta1"};

Buffer data_of(const std::string& name) {
  const auto path = shared_data("protobuf-net-data/" + name);
  return path ? read_bytes(*path) : Buffer();
}

// DateTimes are local in the XML, and clock times without a kind in the bytes.
void forget_kinds(Document& document) {
  for (const auto& table : document.tables()) {
    for (const auto& column : table->columns) {
      for (std::size_t i = 0; column->kind() == model::ValueKind::DateTime && i < column->record_count(); ++i) {
        std::uint8_t* const cell = column->chunk(0).bytes.data() + i * 8;
        const DateTime value(column->get<DateTime>(i).ticks(), DateTimeKind::Unspecified);
        std::memcpy(cell, &value, 8);
      }
    }
  }
}

// No place in the bytes.
void forget_lengths(Document& document) {
  for (const auto& table : document.tables()) {
    for (const auto& column : table->columns) {
      column->max_length = -1;
      column->simple_types.clear();
    }
  }
}

TEST(ProtobufDataFiles, AreReadToTheTablesOfTheirXml) {
  if (data_of("2.1.1.proto").empty()) GTEST_SKIP() << "no files";
  for (const char* release : kReleases) {
    SCOPED_TRACE(release);
    const Buffer bytes = data_of(std::string(release) + ".proto");
    const Buffer xml = data_of(std::string(release) + ".xml");
    const Buffer schema = data_of(std::string(release) + ".xsd");
    ASSERT_FALSE(bytes.empty() || xml.empty() || schema.empty());
    Result<Document> read = read_document(bytes, Options());
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    EXPECT_EQ(read->format->name, "protobuf-net-data");
    Options options;
    options.schema = schema;
    options.zone = "CET-1CEST,M3.5.0,M10.5.0/3";
    Result<Document> wanted = read_document(xml, *find_format("datatable-xml-data"), options);
    ASSERT_TRUE(wanted.ok()) << wanted.error().to_string();
    forget_kinds(*wanted);
    forget_lengths(*wanted);
    ASSERT_EQ(read->tables().size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(wanted->tables()[i]->row_count(), 2U);
      EXPECT_EQ(model::first_difference(*wanted->tables()[i], *read->tables()[i]), "");
    }
  }
}

// Each file and the release of those that are told apart which wrote it.
constexpr std::pair<const char*, std::string_view> kFiles[] = {{"2.0.0.452.proto", "2.0.0"},
                                                               {"2.0.6.668.proto", "2.0.6"},
                                                               {"2.1.1.proto", "2.1"},
                                                               {"3.0.0-beta1.proto", "3.0"},
                                                               {"BackwardsCompatbilityTest.bin", "2.0.5"},
                                                               {"OldBackwardsCompatbilityTest.bin", "2.0.3"}};

TEST(ProtobufDataFiles, AreWrittenAgainToTheSameBytes) {
  if (data_of("2.1.1.proto").empty()) GTEST_SKIP() << "no files";
  for (const auto& [name, version] : kFiles) {
    SCOPED_TRACE(name);
    const Buffer bytes = data_of(name);
    const Result<Document> read = read_document(bytes, Options());
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    Buffer again;
    ASSERT_TRUE(write_document(*read, *read->format, again).ok());
    EXPECT_EQ(again.text(), bytes.text());
    // By their own release, too: nothing in them is beyond it.
    const Setting settings[] = {{"version", version}};
    Options options;
    options.settings = settings;
    again.clear();
    const Status written = write_document(*read, *read->format, again, options);
    ASSERT_TRUE(written.ok()) << written.error().to_string();
    EXPECT_EQ(again.text(), bytes.text());
  }
}

TEST(ProtobufDataFiles, TheOlderOneHasNullsInPlaceOfEmptyArrays) {
  if (data_of("2.1.1.proto").empty()) GTEST_SKIP() << "no files";
  const Buffer older = data_of("OldBackwardsCompatbilityTest.bin");
  const Buffer newer = data_of("BackwardsCompatbilityTest.bin");
  const Result<Document> read = read_document(newer, Options());
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->tables().size(), 4U);
  const Setting settings[] = {{"empty-arrays", "null"}};
  Options options;
  options.settings = settings;
  Buffer written;
  ASSERT_TRUE(write_document(*read, *read->format, written, options).ok());
  EXPECT_EQ(written.text(), older.text());
  EXPECT_EQ(find_losses(*read, *read->format, options).size(), 2U);
  EXPECT_TRUE(find_losses(*read, *read->format).empty());
}

}  // namespace
}  // namespace dotwire::test

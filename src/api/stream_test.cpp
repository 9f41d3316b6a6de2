// Text formats piece by piece: the same bytes, in little memory, within limits.
#include <gtest/gtest.h>

#include "dotwire/convert.h"

namespace dotwire {
namespace {

using model::ValueKind;

class Pieces final : public Sink {
 public:
  Status put(std::span<const std::uint8_t> bytes) override {
    largest = std::max(largest, bytes.size());
    whole.append(bytes);
    if (++count == fails_at) return Error(ErrorCode::Io, "full");
    return {};
  }
  Buffer whole;
  std::size_t largest = 0;
  std::size_t count = 0;
  std::size_t fails_at = 0;
};

void fill_table(Document& document) {
  model::Table& table = document.make_table();
  table.name = "T";
  model::Column& number = table.add_column("N", ValueKind::Int32);
  model::Column& text = table.add_column("S", ValueKind::String);
  for (int i = 0; i < 20'000; ++i) {
    number.append(i);
    text.append_text("some text of a row");
  }
  table.added_plain_rows(20'000);
}

void fill_graph(Document& document) {
  model::Graph& graph = document.make_graph();
  model::ArrayNode* array = graph.make_array({}, 20'000);
  for (std::size_t i = 0; i < 20'000; ++i) {
    array->slots[i] = model::Slot::in_place(graph.make_string("text " + std::to_string(i)));
  }
  graph.set_root(array);
}

TEST(Streams, GiveTheSameBytesInSmallPieces) {
  for (const bool is_table : {false, true}) {
    Document document;
    is_table ? fill_table(document) : fill_graph(document);
    for (const char* name : {"json", "dump", "csv", "ndjson"}) {
      const Format& format = *find_format(name);
      if (!format.holds(document.kind())) continue;
      Buffer whole;
      ASSERT_TRUE(write_document(document, format, whole).ok()) << name;
      Pieces pieces;
      ASSERT_TRUE(write_document(document, format, pieces).ok()) << name;
      EXPECT_EQ(pieces.whole.text(), whole.text()) << name;
      EXPECT_GT(whole.size(), std::size_t{1} << 17) << name;
      EXPECT_LT(pieces.largest, (std::size_t{1} << 16) + 4096) << name;
    }
  }
}

TEST(Streams, StopAtTheLimitOfExpansionAndSayWhere) {
  for (const bool is_table : {false, true}) {
    Document document;
    is_table ? fill_table(document) : fill_graph(document);
    for (const char* name : {"json", "dump", "csv", "ndjson"}) {
      const Format& format = *find_format(name);
      if (!format.holds(document.kind())) continue;
      Options options;
      options.limits.expansion = 100'000;
      Pieces pieces;
      Buffer whole;
      for (const Status& status :
           {write_document(document, format, pieces, options), write_document(document, format, whole, options)}) {
        ASSERT_FALSE(status.ok()) << name;
        EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded) << name;
        EXPECT_NE(status.error().path().find("/["), std::string::npos) << name << ' ' << status.error().path();
      }
      EXPECT_LE(pieces.whole.size(), 100'000U) << name;
    }
  }
}

TEST(Streams, EndWithTheErrorOfTheSink) {
  Document document;
  fill_table(document);
  Pieces pieces;
  pieces.fails_at = 2;
  const Status status = write_document(document, *find_format("json"), pieces);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::Io);
  EXPECT_EQ(pieces.count, 2U);
}

}  // namespace
}  // namespace dotwire

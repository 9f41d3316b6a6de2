#include "wire/json/writer.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "wire/json/document.h"

namespace dotwire::json {
namespace {

std::string quoted(std::string_view text, bool ascii) {
  Buffer out;
  Writer(out, {.ascii = ascii}).string(text);
  return std::string(out.text());
}

void write_sample(Writer& writer) {
  writer.begin_object();
  writer.name("a");
  writer.begin_array();
  writer.number(-5);
  writer.begin_array();
  writer.end_array();
  writer.boolean(true);
  writer.end_array();
  writer.name("b");
  writer.null();
  writer.end_object();
}

TEST(JsonWriter, PutsCommasAndColons) {
  Buffer out;
  Writer writer(out);
  write_sample(writer);
  EXPECT_EQ(out.text(), R"({"a":[-5,[],true],"b":null})");
}

TEST(JsonWriter, IndentsDownToADepth) {
  Buffer out;
  Writer all(out, {.indent = 2});
  write_sample(all);
  EXPECT_EQ(out.text(), "{\n  \"a\": [\n    -5,\n    [],\n    true\n  ],\n  \"b\": null\n}");
  out.clear();
  Writer top(out, {.indent = 1, .break_depth = 1});
  write_sample(top);
  EXPECT_EQ(out.text(), "{\n \"a\": [-5,[],true],\n \"b\": null\n}");
}

TEST(JsonWriter, EscapesWhatJsonForbids) {
  EXPECT_EQ(quoted(std::string_view("\"\\/\b\f\n\r\t\0\x1F\x7F", 11), false),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7F\"");
  EXPECT_EQ(quoted("caf\xC3\xA9 \xF0\x9F\x98\x80", false), "\"caf\xC3\xA9 \xF0\x9F\x98\x80\"");
}

TEST(JsonWriter, EscapesAllButAsciiOnRequest) {
  EXPECT_EQ(quoted("caf\xC3\xA9 \xF0\x9F\x98\x80 \x7F", true), "\"caf\\u00e9 \\ud83d\\ude00 \\u007f\"");
}

TEST(JsonWriter, EscapesLoneSurrogatesAlways) {
  EXPECT_EQ(quoted("0123456789\xED\xA0\x80\xED\x9F\xBFx\xED\xB0\x80", false),
            "\"0123456789\\ud800\xED\x9F\xBFx\\udc00\"");
  EXPECT_EQ(quoted("\xED\xA0\x80", true), "\"\\ud800\"");
}

TEST(JsonWriter, SurvivesBytesThatAreNoText) { EXPECT_EQ(quoted("a\xFF\xE2\x82", true), "\"a\\ufffd\\ufffd\\ufffd\""); }

TEST(JsonWriter, NamesMadeReadyAreNames) {
  for (const std::uint32_t indent : {0U, 2U}) {
    for (const std::string_view name : {"", "Id", "a \"quoted\" name, longer than one word of the copy", "\xC3\xA9"}) {
      Buffer plain;
      Buffer ready;
      for (Buffer* out : {&plain, &ready}) {
        Writer writer(*out, {.indent = indent});
        const std::string encoded = writer.encode_name(name);
        writer.begin_object();
        for (int i = 0; i < 2; ++i) {
          if (out == &plain) {
            writer.name(name);
          } else {
            writer.encoded_name(Writer::without_spare(encoded));
          }
          writer.number(i);
        }
        writer.end_object();
      }
      EXPECT_EQ(ready.text(), plain.text());
    }
  }
}

TEST(JsonWriter, AsciiEscapesDelete) { EXPECT_EQ(quoted("a\x7F", true), "\"a\\u007f\""); }

// Every length and place of a special byte, so that each lane and the tail of the wide scan are met.
TEST(JsonWriter, ReadsBackWhatItWrote) {
  Arena arena;
  for (const bool ascii : {false, true}) {
    for (std::size_t size = 0; size < 20; ++size) {
      for (std::size_t place = 0; place < size; ++place) {
        for (const std::string_view special :
             {"\"", "\\", "\x01", "\x1F", " ", "!", "\x7F", "\xC3\xA9", "\xED\xA0\x80"}) {
          std::string text(size, 'x');
          text.replace(place, 1, special);
          const std::string json = quoted(text, ascii);
          Result<const Value*> value = parse(as_bytes(json), arena);
          ASSERT_TRUE(value.ok()) << json;
          EXPECT_EQ((*value)->text, text) << json;
        }
      }
    }
  }
}

}  // namespace
}  // namespace dotwire::json

// Layers around documents of every format: what is written is found and read again.
#include "dotwire/layers.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "support/golden.h"

namespace dotwire {
namespace {

using model::ValueKind;
using Names = std::vector<std::string_view>;

Document table_of(std::size_t rows) {
  Document document;
  model::Table& table = document.make_table();
  table.name = "Orders";
  table.add_column("Id", ValueKind::Int32);
  table.add_column("Text", ValueKind::String);
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < rows; ++i) {
    random = random * 1'664'525U + 1'013'904'223U;
    table.columns[0]->append(static_cast<std::int32_t>(random));
    table.columns[1]->append_text("text " + std::to_string(random % 1000));
  }
  table.added_plain_rows(rows);
  return document;
}

Buffer in_layers(std::span<const std::uint8_t> content, const Names& layers) {
  Buffer out;
  const Status written = put_in_layers(content, layers, out);
  EXPECT_TRUE(written.ok()) << written.error().to_string();
  return out;
}

std::string text_of(const Names& layers) {
  std::string text;
  for (const std::string_view layer : layers) (text += layer) += ' ';
  return text;
}

std::vector<Names> all_layers() {
  std::vector<Names> all;
  for (const std::string_view one : written_layers()) {
    all.push_back({one});
    for (const std::string_view other : written_layers()) all.push_back({one, other});
  }
  return all;
}

// As far as two readings of the same bytes: formats with a QuickLZ block of their own take one of the layers for it.
void expect_found(const Document& document, const Format& format, const Buffer& plain, const Names& layers) {
  SCOPED_TRACE(std::string(format.name) + " in " + text_of(layers));
  const Buffer wrapped = in_layers(plain, layers);
  const Identification found = identify(wrapped);
  ASSERT_NE(found.format, nullptr);
  const bool own_block = found.format != &format;
  if (own_block) {
    EXPECT_EQ(found.format->name, std::string(format.name) + "-quicklz");
    EXPECT_EQ(layers.front(), "quicklz");
  } else {
    EXPECT_EQ(found.measure.layers.size(), layers.size() + (format.name.ends_with("-quicklz") ? 1 : 0));
    for (std::size_t i = 0; i < layers.size() && i < found.measure.layers.size(); ++i) {
      EXPECT_EQ(found.measure.layers[i], layers[layers.size() - 1 - i]);
    }
  }
  const Result<Document> again = read_document(wrapped);
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->size, wrapped.size());
  const Result<Document> direct = read_document(plain, format);
  ASSERT_TRUE(direct.ok());
  ASSERT_EQ(again->kind(), direct->kind());
  if (document.kind() == DocumentKind::Graph) {
    Buffer left;
    Buffer right;
    ASSERT_TRUE(write_document(*direct, *find_format("json"), left).ok());
    ASSERT_TRUE(write_document(*again, *find_format("json"), right).ok());
    EXPECT_EQ(left.text(), right.text());
  } else if (direct->kind() == DocumentKind::TableSet) {
    EXPECT_EQ(model::first_difference(direct->table_set(), again->table_set()), "");
  } else {
    EXPECT_EQ(model::first_difference(direct->table(), again->table()), "");
  }
  EXPECT_EQ(verify(wrapped).verdict, verify(plain).verdict);
}

// In each format that shows what it is.
void expect_found_everywhere(const Document& document, const std::vector<Names>& layers) {
  std::size_t formats = 0;
  for (const Format& format : builtin_formats()) {
    Buffer plain;
    if (format.read == nullptr || format.recognise == nullptr || format.write == nullptr) continue;
    if (!write_document(document, format, plain).ok() || recognise_format(plain) != &format) continue;
    if (!read_document(plain, format).ok()) continue;
    ++formats;
    for (const Names& names : layers) expect_found(document, format, plain, names);
  }
  EXPECT_GE(formats, document.kind() == DocumentKind::Graph ? 3U : 11U);
}

TEST(WrittenLayers, AreFoundAroundEveryFormat) {
  expect_found_everywhere(table_of(0), all_layers());
  expect_found_everywhere(table_of(3), all_layers());
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

// What services return: a DataSet's XML as an escaped string, in CDATA, or a payload in base64.
TEST(EmbeddedText, IsFoundInRepliesOfServices) {
  const Document document = table_of(3);
  Buffer xml;
  ASSERT_TRUE(write_document(document, *find_format("datatable-xml"), xml).ok());
  Buffer payload;
  ASSERT_TRUE(write_document(document, *find_format("datatable-binary"), payload).ok());
  const Buffer base64 = in_layers(payload, {"base64"});
  const std::string soap =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope "
      "xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
      "<soap:Body><GetResponse xmlns=\"http://tempuri.org/\"><GetResult>";
  const std::string end = "</GetResult></GetResponse></soap:Body></soap:Envelope>";
  const std::string xml_text(xml.text());
  const std::string base64_text(base64.text());
  std::string quoted;
  for (const char c : xml_text) (quoted += c == '"' || c == '\\' ? "\\" : "") += c;
  std::size_t line = 0;
  while ((line = quoted.find('\n', line)) != std::string::npos) quoted.replace(line, 1, "\\n");
  while ((line = quoted.find('\r')) != std::string::npos) quoted.replace(line, 1, "\\r");
  struct Case {
    std::string input;
    const char* format;
    Names layers;
  };
  const Case cases[] = {
      {"<string xmlns=\"http://tempuri.org/\">" + escaped(xml_text) + "</string>", "datatable-xml", {"xml-text"}},
      {soap + escaped("<?xml version=\"1.0\" encoding=\"utf-16\"?>\r\n" + xml_text) + end,
       "datatable-xml",
       {"xml-text"}},
      {soap + "<![CDATA[" + xml_text + "]]>" + end, "datatable-xml", {"xml-text"}},
      {"<base64Binary>" + base64_text + "</base64Binary>", "datatable-binary", {"xml-text", "base64"}},
      {"<root><data name=\"a\"><value>\n      " + base64_text + "\n</value></data></root>",
       "datatable-binary",
       {"xml-text", "base64"}},
      {"{\"d\":\"" + base64_text + "\",\"n\":1}", "datatable-binary", {"json-text", "base64"}},
      {"{\"d\":\"" + quoted + "\"}", "datatable-xml", {"json-text"}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.input.substr(0, 200));
    const std::span<const std::uint8_t> input(reinterpret_cast<const std::uint8_t*>(one.input.data()),
                                              one.input.size());
    const Identification found = identify(input);
    ASSERT_NE(found.format, nullptr);
    EXPECT_EQ(found.format->name, one.format);
    EXPECT_EQ(found.measure.layers, one.layers);
    const Result<Document> read = read_document(input);
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    ASSERT_EQ(read->tables().size(), 1U);
    EXPECT_EQ(read->tables()[0]->row_count(), 3U);
    for (std::size_t row = 0; row < 3; ++row) {
      EXPECT_EQ(read->tables()[0]->columns[1]->text(row), document.table().columns[1]->text(row));
    }
  }
}

TEST(WrittenLayers, AreFoundAroundLargeDocuments) {
  std::vector<Names> layers;
  for (const std::string_view one : written_layers()) layers.push_back({one});
  expect_found_everywhere(table_of(5000), layers);
}

TEST(WrittenLayers, AreFoundAroundGoldenDocuments) {
  std::size_t count = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    const bool table = row.format == "bf-remoting-binary" || row.format == "bf-remoting-xml" ||
                       row.format == "xml-schema" || row.format == "xml-diffgram" || row.format == "lightweight";
    if (!row.stored() || row.size > 40'000 || (!table && row.format != "binaryformatter") || ++count % 7 != 0) continue;
    SCOPED_TRACE(row.name());
    const Buffer plain = row.bytes();
    const Format* format = recognise_format(plain);
    if (format == nullptr) continue;
    const Result<Document> document = read_document(plain, *format);
    if (!document.ok()) continue;
    for (const std::string_view layer : written_layers()) expect_found(*document, *format, plain, {layer});
  }
}

TEST(WrittenLayers, HoldAnyBytes) {
  std::string random;
  std::uint32_t state = 1;
  for (int i = 0; i < 3'000'000; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    random += static_cast<char>(state >> 24);
  }
  for (const std::string& text : {std::string(), std::string(1, 'a'), random, std::string(5'000'000, '\0')}) {
    const std::span<const std::uint8_t> content(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    for (const std::string_view layer : {"gzip", "zstd", "lz4"}) {
      const Buffer wrapped = in_layers(content, {layer});
      const Opened opened = open_certain_layers(wrapped);
      ASSERT_EQ(opened.layers, Names{layer});
      EXPECT_TRUE(opened.content.text() == text);
      EXPECT_EQ(opened.trailing, 0U);
    }
    Buffer out;
    EXPECT_TRUE(put_in_layers(content, {}, out).ok());
    EXPECT_TRUE(out.text() == text);
  }
}

// The bytes that do not come from the compressor.
TEST(WrittenLayers, AreFramedAsDotNetDoesIt) {
  Buffer plain;
  ASSERT_TRUE(write_document(table_of(3), *find_format("datatable-binary"), plain).ok());
  const Buffer gzip = in_layers(plain, {"gzip"});
  const std::string_view head("\x1F\x8B\x08\0\0\0\0\0\0\x03", 10);
  EXPECT_EQ(gzip.text().substr(0, 10), head);
  const Buffer zlib = in_layers(plain, {"zlib"});
  EXPECT_EQ(zlib.text().substr(0, 2), "\x78\x9C");
  // The same deflate data is in all three.
  const Buffer deflate = in_layers(plain, {"deflate"});
  EXPECT_EQ(gzip.text().substr(10, gzip.size() - 18), deflate.text());
  EXPECT_EQ(zlib.text().substr(2, zlib.size() - 6), deflate.text());
  std::size_t count = 0;
  for (const test::GoldenRow& row : test::golden_rows()) {
    if (row.format != "bf-remoting-binary-gzip" || !row.stored()) continue;
    ++count;
    EXPECT_EQ(row.bytes().text().substr(0, 10), head) << row.name();
  }
  EXPECT_TRUE(count != 0 || !test::golden_is_whole());
}

TEST(WrittenLayers, QuickLzIsTheBlockOfTheCompressedFormats) {
  Buffer plain;
  Buffer block;
  ASSERT_TRUE(write_document(table_of(3), *find_format("custom-formatter"), plain).ok());
  ASSERT_TRUE(write_document(table_of(3), *find_format("custom-formatter-quicklz"), block).ok());
  EXPECT_EQ(in_layers(plain, {"quicklz"}).text(), block.text());
}

// What has no format of its own in QuickLZ is named in the layer; a damaged block still says what it was.
TEST(WrittenLayers, QuickLzAroundOtherTablesIsNoGraph) {
  for (const char* name : {"datatable-binary-xml", "lightweight", "drew"}) {
    Buffer plain;
    ASSERT_TRUE(write_document(table_of(30), *find_format(name), plain).ok());
    const Buffer block = in_layers(plain, {"quicklz"});
    EXPECT_EQ(identify(block).format, find_format(name));
    const Identification cut = identify(block.bytes().first(block.size() - 20));
    EXPECT_EQ(cut.format, find_format("binaryformatter-quicklz")) << name;
    EXPECT_TRUE(cut.damage.has_value());
  }
}

void expect_damage(const Error* error, ErrorCode code, std::string_view layer, std::uint64_t offset) {
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->code(), code) << error->to_string();
  EXPECT_NE(error->message().find(layer), std::string::npos) << error->to_string();
  EXPECT_EQ(error->offset(), offset) << error->to_string();
}

// Damage of a layer is no unknown format, and nothing of what is inside is taken for the whole.
TEST(DamagedLayers, AreNamedWithTheByte) {
  const Document table = table_of(20'000);
  Buffer plain;
  ASSERT_TRUE(write_document(table, *find_format("datatable-binary"), plain).ok());
  for (const std::string_view layer : {"gzip", "zlib", "zstd", "lz4"}) {
    SCOPED_TRACE(layer);
    const Buffer whole = in_layers(plain, {layer});
    const std::size_t checksum = whole.size() - (layer == "gzip" ? 8 : 4);
    Buffer wrong;
    wrong.append(whole.text());
    wrong.data()[checksum + 3] ^= 1;
    const Buffer cut(whole.bytes().first(whole.size() - 1));
    for (const bool is_cut : {true, false}) {
      const Buffer& damaged = is_cut ? cut : wrong;
      const ErrorCode code = is_cut ? ErrorCode::Truncated : ErrorCode::Malformed;
      // Where the bytes of a checksum are taken one by one, the last is the wrong one.
      const bool by_bytes = layer == "zstd" || layer == "lz4";
      const std::uint64_t offset = is_cut ? cut.size() : checksum + (by_bytes ? 3 : 0);
      const Opened opened = open_layers(damaged);
      EXPECT_EQ(opened.layers, Names{layer});
      EXPECT_EQ(opened.content.text(), plain.text());
      expect_damage(opened.damage ? &*opened.damage : nullptr, code, layer, offset);
      const Identification found = identify(damaged);
      EXPECT_EQ(found.format, find_format("datatable-binary"));
      expect_damage(found.damage ? &*found.damage : nullptr, code, layer, offset);
      const Verification verified = verify(damaged);
      EXPECT_EQ(verified.verdict, Verdict::Damaged);
      EXPECT_EQ(verified.offset, offset);
      const Result<Document> read = read_document(damaged);
      expect_damage(read.ok() ? nullptr : &read.error(), code, layer, offset);
      // Inside another layer the offset is none of the input.
      const Result<Document> inside = read_document(in_layers(damaged, {"base64"}));
      expect_damage(inside.ok() ? nullptr : &inside.error(), code, "inside base64, " + std::string(layer),
                    Error::kNoOffset);
      EXPECT_NE(inside.error().message().find("byte " + std::to_string(offset)), std::string::npos);
    }
  }
}

// Before the damage there is no known document.
TEST(DamagedLayers, AreNamedAroundWhatNobodyKnows) {
  Buffer text;
  for (int i = 0; i < 1000; ++i) text.append("a,b,c\n" + std::to_string(i));
  for (const std::string_view layer : {"gzip", "zstd", "lz4"}) {
    SCOPED_TRACE(layer);
    const Buffer whole = in_layers(text, {layer});
    const auto cut = whole.bytes().first(whole.size() / 2);
    for (const Opened& opened : {open_layers(cut), open_certain_layers(cut)}) {
      EXPECT_TRUE(opened.layers.empty());
      expect_damage(opened.refused ? &*opened.refused : nullptr, ErrorCode::Truncated, layer, cut.size());
    }
    EXPECT_EQ(verify(cut).verdict, Verdict::Damaged);
  }
}

TEST(WrittenLayers, RefuseWhatTheyAreNot) {
  const std::uint8_t byte = 0;
  Buffer out;
  out.append("before");
  for (const Names& layers : {Names{"utf-16"}, Names{"gzip", "brotli"}, Names(kMostLayers + 1, "gzip")}) {
    const Status written = put_in_layers({&byte, 1}, layers, out);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code(), ErrorCode::InvalidArgument);
    EXPECT_EQ(out.text(), "before");
  }
  const Names most(kMostLayers, "gzip");
  EXPECT_EQ(open_certain_layers(in_layers({&byte, 1}, most)).layers.size(), kMostLayers);
}

}  // namespace
}  // namespace dotwire

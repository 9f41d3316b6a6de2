#include "api/object_summary.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "support/golden.h"

namespace dotwire {
namespace {

class Summaries : public TreeVisitor {
 public:
  bool line(const TreeLine& line) override {
    if (line.has_children && !line.value.empty()) by_path[std::string(line.path)] = line.value;
    return true;
  }
  std::map<std::string, std::string> by_path;
};

std::map<std::string, std::string> summaries(std::string_view runtime, std::string_view case_name) {
  const test::GoldenRow* row = test::find_golden(runtime, "graph", case_name, "binaryformatter");
  if (row == nullptr) return {};
  const Buffer input = row->bytes();
  const Result<Document> document = read_document(input);
  Summaries found;
  if (document.ok()) walk_tree(*document, {}, found);
  return found.by_path;
}

using Expected = std::map<std::string, std::string>;

TEST(ObjectSummary, ExceptionsAreTheirMessage) {
  for (const char* runtime : {"mono", "net10"}) {
    EXPECT_EQ(summaries(runtime, "exception-custom"), (Expected{{"/", "\"custom\""}, {"/InnerException", "\"inner\""}}))
        << runtime;
  }
}

TEST(ObjectSummary, ComparersAreWhatTheyDo) {
  for (const char* runtime : {"mono", "net10"}) {
    EXPECT_EQ(summaries(runtime, "framework-comparer"),
              (Expected{{"/First", "ordinal"}, {"/Second", "ordinal, ignoring case"}}))
        << runtime;
    EXPECT_EQ(summaries(runtime, "collections-dictionary-ignorecase"), (Expected{{"/", "ordinal, ignoring case"}}));
    EXPECT_EQ(summaries(runtime, "collections-dictionary-comparer"), (Expected{{"/", "by Cases.LengthComparer"}}));
    EXPECT_EQ(summaries(runtime, "collections-dictionary-string"), Expected());
  }
}

std::string image(std::string_view bytes) {
  return image_summary(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

TEST(ImageSummary, KnowsFilesByTheirFirstBytes) {
  using namespace std::string_view_literals;
  EXPECT_EQ(image("\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\1\0\0\0\0\x10\x08"sv), "PNG, 256 x 16");
  EXPECT_EQ(image("\x89PNG\r\n\x1A\n"sv), "PNG");
  EXPECT_EQ(image("GIF89a\x05\0\x06\0"sv), "GIF, 5 x 6");
  EXPECT_EQ(image("\xFF\xD8\xFF\xE0\0\4ab\xFF\xC0\0\x11\x08\0\x20\0\x40\3"sv), "JPEG, 64 x 32");
  EXPECT_EQ(image("\xFF\xD8\xFF\xE0\xFF\xFF"sv), "JPEG");
  EXPECT_EQ(image("BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\1\0"sv), "BMP, 3 x 2");
  EXPECT_EQ(image("\0\0\1\0\2\0\0\x20\0\0"sv), "ICO of 2 images, 256 x 32");
  EXPECT_EQ(image("\xD7\xCD\xC6\x9A"sv), "WMF");
  EXPECT_EQ(image("MSFt\1"sv), "image list");
  EXPECT_EQ(image("hello"sv), "");
  EXPECT_EQ(image(""sv), "");
}

}  // namespace
}  // namespace dotwire

#include "bug_reports/report.h"

#include "support/hex.h"

namespace dotwire::test {
namespace {

class Lines : public TreeVisitor {
 public:
  bool line(const TreeLine& line) override {
    text.append(line.path).append(" ").append(line.type);
    if (!line.value.empty() || !line.has_children) text.append(" = ").append(line.value);
    text += '\n';
    return true;
  }
  std::string text;
};

Result<Document> read(std::span<const std::uint8_t> input, std::string_view format, const Options& options) {
  return format.empty() ? read_document(input, options) : read_document(input, *find_format(format), options);
}

}  // namespace

std::string tree(std::span<const std::uint8_t> input, std::string_view format, bool raw_names) {
  Result<Document> document = read(input, format, {});
  if (!document.ok()) return "! " + document.error().to_string();
  Lines lines;
  TreeOptions options;
  options.raw_names = raw_names;
  walk_tree(*document, options, lines);
  return lines.text;
}

std::string convert(std::span<const std::uint8_t> input, std::string_view from, std::string_view to,
                    const Options& options) {
  Result<Document> document = read(input, from, options);
  if (!document.ok()) return "! " + document.error().to_string();
  Buffer out;
  const Status written = write_document(*document, *find_format(to), out, options);
  return written.ok() ? std::string(out.text()) : "! " + written.error().to_string();
}

std::string convert(std::string_view input, std::string_view from, std::string_view to, const Options& options) {
  return convert(as_bytes(input), from, to, options);
}

std::string reading_error(std::span<const std::uint8_t> input, std::string_view format) {
  const Result<Document> document = read(input, format, {});
  return document.ok() ? "" : document.error().to_string();
}

}  // namespace dotwire::test

// What the article "In Search of the Ultimate DataTable Serializer" measured: .NET Framework on a Core i3-540 of 3.06
// GHz.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace dotwire::bench {

struct ArticleCell {
  std::string_view data;    // "Synthetic.Type2Small"
  std::string_view format;  // the name of ours
  std::uint64_t size;       // 0: the round trip failed
  double write_ms;
  double read_ms;

  bool failed() const { return size == 0; }
};

std::span<const ArticleCell> article_cells();
// Null where the article has no such row.
const ArticleCell* find_article_cell(std::string_view data, std::string_view format);
// Why our size is another than the article's; empty where it is the same.
std::string_view size_reason(std::string_view data, std::string_view format);

}  // namespace dotwire::bench

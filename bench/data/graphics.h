// The graphic primitives of the article on customized serialization, as data. The serializers' forms are made of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dotwire::bench {

enum class GraphicsKind : std::uint8_t { Text = 0, Line = 1, Rectangle = 2, Image = 3 };

struct GraphicsPrimitive {
  GraphicsKind kind;
  float x;
  float y;
  std::int32_t layer;
  std::uint32_t color;
  // Text: a is the font size. Line: the end point. Rectangle, Image: width and height.
  float a;
  float b;
  std::string text;                // Text and Image
  std::vector<std::uint8_t> data;  // Image
};

// Pages hold so many, but for the last.
inline constexpr std::uint32_t kPrimitivesPerPage = 50;

std::vector<GraphicsPrimitive> graphics_primitives(std::uint32_t count);

}  // namespace dotwire::bench

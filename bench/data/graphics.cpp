#include "data/graphics.h"

#include "data/lcg.h"

namespace dotwire::bench {
namespace {

float draw_eighths(Lcg& lcg) { return static_cast<float>(lcg.next() % 10'000) / 8.0F; }

}  // namespace

std::vector<GraphicsPrimitive> graphics_primitives(std::uint32_t count) {
  std::vector<GraphicsPrimitive> primitives(count);
  Lcg lcg(20040510);
  for (GraphicsPrimitive& primitive : primitives) {
    primitive.kind = static_cast<GraphicsKind>(lcg.next() % 4);
    primitive.x = draw_eighths(lcg);
    primitive.y = draw_eighths(lcg);
    primitive.layer = static_cast<std::int32_t>(lcg.next() % 4);
    primitive.color = lcg.next();
    primitive.a = draw_eighths(lcg);
    primitive.b = draw_eighths(lcg);
    const bool image = primitive.kind == GraphicsKind::Image;
    if (image || primitive.kind == GraphicsKind::Text) primitive.text = lcg.text(1, 20);
    if (image) primitive.data = lcg.bytes(0, 32);
  }
  return primitives;
}

}  // namespace dotwire::bench

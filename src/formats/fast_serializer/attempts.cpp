#include "formats/fast_serializer/attempts.h"

namespace dotwire::fast_serializer {

std::vector<Dialect> dialects_to_try(Bytes in, const ReadOptions& options) {
  if (options.dialect) return {*options.dialect};
  const std::uint32_t first = in.size() < 4 ? 0 : load<std::uint32_t>(in.data());
  if (first == in.size() || first == 0) return {Dialect::C, Dialect::A, Dialect::B};
  return {Dialect::A, Dialect::B, Dialect::C};
}

std::vector<Shape> shapes_to_try(const ReadOptions& options, bool tables, bool sets) {
  std::vector<Shape> shapes;
  const auto add = [&](Shape shape) {
    if (is_set(shape) ? sets : tables) shapes.push_back(shape);
  };
  if (options.shape) {
    add(*options.shape);
    return shapes;
  }
  if (options.schema != nullptr) {
    if (options.schema->tables.size() == 1) {
      add(Shape::TypedTable);
      add(Shape::SimpleTyped);
    }
    add(Shape::TypedDataSet);
  }
  add(Shape::Table);
  add(Shape::DataSet);
  return shapes;
}

}  // namespace dotwire::fast_serializer

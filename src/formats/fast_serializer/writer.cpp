#include "formats/fast_serializer/document_writer.h"

namespace dotwire::fast_serializer {

using model::Table;
using model::TableSet;

WriteOptions options_of(const Recorded& recorded) {
  WriteOptions options;
  options.encode.dialect = recorded.dialect;
  options.encode.optimize = recorded.optimize;
  options.encode.decimals = recorded.decimals;
  options.encode.open_ended = recorded.open_ended;
  options.shape = recorded.shape;
  if (recorded.runtime != dotwire::Dialect::Recorded) options.runtime = recorded.runtime;
  options.recorded = &recorded;
  return options;
}

struct Writer::State {
  Encoder encoder;
  ObjectWriter objects{encoder};
  RowWriter rows{encoder, objects};
  TimeZone utc;

  template <class Body>
  Status write(Buffer& out, const WriteOptions& options, const Body& body) {
    const std::size_t before = out.size();
    encoder.begin(out, options.encode);
    objects.start(options.zone != nullptr ? *options.zone : utc, options.runtime,
                  options.recorded != nullptr ? &options.recorded->forms : nullptr);
    DocumentWriter writer(encoder, objects, rows, options);
    Status status = body(writer);
    if (status.ok()) status = encoder.end();
    if (!status.ok()) out.resize(before);
    return status;
  }
};

Writer::Writer() : state_(std::make_unique<State>()) {}
Writer::~Writer() = default;

Status Writer::write(const Table& table, Buffer& out, const WriteOptions& options) {
  const Shape shape = options.shape.value_or(Shape::Table);
  if (is_set(shape)) return Error(ErrorCode::InvalidArgument, "a table is not written as a DataSet");
  return state_->write(out, options, [&](DocumentWriter& writer) {
    if (shape == Shape::Table) return writer.write_table(table, options.around, 0);
    return writer.write_rows(table, shape == Shape::SimpleTyped);
  });
}

Status Writer::write(const TableSet& set, Buffer& out, const WriteOptions& options) {
  const Shape shape = options.shape.value_or(Shape::DataSet);
  if (!is_set(shape)) return Error(ErrorCode::InvalidArgument, "a DataSet is not written as a table");
  return state_->write(out, options, [&](DocumentWriter& writer) {
    return shape == Shape::DataSet ? writer.write_set(set) : writer.write_rows_of(set);
  });
}

}  // namespace dotwire::fast_serializer

#include "payloads.h"

#include <cstdio>
#include <string>
#include <string_view>

#include "codecs/nrbf_graph/graph_writer.h"
#include "data/graphics_graph.h"
#include "data/lcg.h"
#include "speed.h"

namespace dotwire::bench {
namespace {

// Record types of MS-NRBF 2.1.2.1 and codes of 2.1.2.3.
constexpr std::uint8_t kSystemClassWithMembersAndTypes = 4, kBinaryObjectString = 6, kMemberPrimitiveTyped = 8,
                       kMemberReference = 9, kMessageEnd = 11, kObjectNullMultiple256 = 13, kArraySingleObject = 16,
                       kArraySingleString = 17;
constexpr std::uint8_t kInt32 = 8;

class Records {
 public:
  Records() {
    u8(0);
    i32(1);   // root
    i32(-1);  // header
    i32(1);
    i32(0);
  }

  void u8(std::uint8_t value) { out_.push_back(value); }
  void i32(std::int32_t value) { out_.append(&value, sizeof value); }
  void text(std::string_view value) {  // shorter than 128 bytes
    u8(static_cast<std::uint8_t>(value.size()));
    out_.append(value);
  }
  void array(std::uint8_t record, std::uint32_t count) {
    u8(record);
    i32(1);
    i32(static_cast<std::int32_t>(count));
  }
  // An object with one Int32 named "value".
  void object(std::int32_t id, std::string_view class_name) {
    u8(kSystemClassWithMembersAndTypes);
    i32(id);
    text(class_name);
    i32(1);
    text("value");
    u8(0);
    u8(kInt32);
    i32(id);
  }

  Buffer finish() {
    u8(kMessageEnd);
    return std::move(out_);
  }

 private:
  Buffer out_;
};

}  // namespace

Buffer graphics_payload(std::uint32_t count) {
  model::Graph graph;
  make_graphics_graph(count, graph);
  Buffer payload;
  nrbf::GraphWriter writer;
  if (Status status = writer.write(graph, payload); !status.ok()) {
    report_unusable("graphics", status.error().to_string());
    payload.clear();
  }
  return payload;
}

Buffer string_array_payload(std::uint32_t count) {
  Records records;
  records.array(kArraySingleString, count);
  Lcg lcg(2);
  for (std::uint32_t i = 0; i < count; ++i) {
    records.u8(kBinaryObjectString);
    records.i32(static_cast<std::int32_t>(i + 2));
    records.text(lcg.letters(20));
  }
  return records.finish();
}

Buffer reference_payload(std::uint32_t count) {
  Records records;
  records.array(kArraySingleObject, count);
  records.object(2, "Shared");
  for (std::uint32_t i = 1; i < count; ++i) {
    records.u8(kMemberReference);
    records.i32(2);
  }
  return records.finish();
}

Buffer null_run_payload(std::uint32_t count) {
  constexpr std::uint32_t kStride = 10;
  count -= count % kStride;
  Records records;
  records.array(kArraySingleObject, count);
  for (std::uint32_t i = 0; i < count; i += kStride) {
    records.u8(kMemberPrimitiveTyped);
    records.u8(kInt32);
    records.i32(static_cast<std::int32_t>(i));
    records.u8(kObjectNullMultiple256);
    records.u8(kStride - 1);
  }
  return records.finish();
}

Buffer class_record_payload(std::uint32_t count) {
  Records records;
  records.array(kArraySingleObject, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    char name[32];
    std::snprintf(name, sizeof name, "Some.Namespace.Class%08u", i);
    records.object(static_cast<std::int32_t>(i + 2), name);
  }
  return records.finish();
}

}  // namespace dotwire::bench

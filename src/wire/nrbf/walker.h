// The walk behind record_walker.h: record_walker.cpp has the loop, walker_records.cpp what a record holds,
// walker_text.cpp what an event tells of itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/byte_reader.h"
#include "dotwire/event.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "wire/nrbf/class_types.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

class Walker final : public Event {
 public:
  Walker(Bytes input, const Limits& limits, EventVisitor& visitor, WalkSummary& summary, const ClassTypes* types)
      : in_(input),
        limits_(limits),
        visitor_(visitor),
        summary_(summary),
        class_types_(types),
        wants_values_(visitor.wants_values()) {}

  Status run();
  std::string path(std::size_t max_steps) const override;
  std::string detail(std::size_t max_text) const override;

 private:
  // 2.1.2.2, as far as the walk tells them apart.
  enum TypeCode : std::uint8_t { kTypePrimitive = 0, kTypeSystemClass = 3, kTypeClass = 4, kTypePrimitiveArray = 7 };

  struct MemberInfo {
    std::string_view name;
    std::uint8_t binary_type;
    std::uint8_t primitive;
  };

  // Members of a class record, shared by the ClassWithId records that name it. A range of members_.
  struct Shape {
    std::string_view name;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  // A class or array whose values are being walked.
  struct Frame {
    bool is_array = false;
    std::int32_t id = 0;
    Shape shape;               // of classes
    std::uint64_t next = 0;    // member or element
    std::uint64_t count = 0;   // of members or elements
    std::uint64_t record = 0;  // index of its record
  };

  struct TypeInfo {
    std::uint8_t binary_type = 2;
    std::uint8_t primitive = 0;
    std::string_view name;
  };

  Status step();
  Status record();
  Status dispatch();
  Status header();
  Status class_with_id();
  Status class_record();
  Status member_types(std::size_t first, std::size_t count);
  Status untyped_members(std::string_view class_name, std::size_t first, std::size_t count);
  Result<TypeInfo> additional_info(std::uint8_t binary_type);
  Status string_record();
  Status library();
  Status typed_primitive();
  Status reference();
  Status null_run();
  Status primitive_array();
  Status object_array();
  Status binary_array();
  Status method(bool is_call);
  Status value_with_code();
  Status primitive_member(const MemberInfo& member);
  Result<std::string_view> read_name();
  Status read_id();
  Status push(Frame frame);
  Status filled(std::uint64_t count);
  void leave_finished();
  void emit();
  Error damaged(std::uint64_t at, std::string message) const {
    return Error(ErrorCode::Malformed, at, std::move(message));
  }

  ByteReader in_;
  const Limits& limits_;
  EventVisitor& visitor_;
  WalkSummary& summary_;
  const ClassTypes* class_types_;
  bool wants_values_;
  RecordType type_ = RecordType::SerializedStreamHeader;
  bool stop_ = false;
  bool ended_ = false;
  bool opens_ = false;  // the record being walked pushed a frame, which is not part of its own path

  std::vector<MemberInfo> members_;
  std::unordered_map<std::int32_t, Shape> shapes_;
  std::vector<Frame> frames_;
  std::uint64_t next_index_ = 0;

  // What detail() tells of the current event.
  std::string_view name_;
  std::string_view element_;
  std::uint64_t number_ = 0;
  std::vector<std::uint64_t> lengths_;
  std::uint8_t value_code_ = 0;
  const std::uint8_t* value_ = nullptr;
};

}  // namespace dotwire::nrbf

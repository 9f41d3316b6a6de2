#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

std::string_view to_string(RecordType type) {
  switch (type) {
    case RecordType::SerializedStreamHeader: return "SerializedStreamHeader";
    case RecordType::ClassWithId: return "ClassWithId";
    case RecordType::SystemClassWithMembers: return "SystemClassWithMembers";
    case RecordType::ClassWithMembers: return "ClassWithMembers";
    case RecordType::SystemClassWithMembersAndTypes: return "SystemClassWithMembersAndTypes";
    case RecordType::ClassWithMembersAndTypes: return "ClassWithMembersAndTypes";
    case RecordType::BinaryObjectString: return "BinaryObjectString";
    case RecordType::BinaryArray: return "BinaryArray";
    case RecordType::MemberPrimitiveTyped: return "MemberPrimitiveTyped";
    case RecordType::MemberReference: return "MemberReference";
    case RecordType::ObjectNull: return "ObjectNull";
    case RecordType::MessageEnd: return "MessageEnd";
    case RecordType::BinaryLibrary: return "BinaryLibrary";
    case RecordType::ObjectNullMultiple256: return "ObjectNullMultiple256";
    case RecordType::ObjectNullMultiple: return "ObjectNullMultiple";
    case RecordType::ArraySinglePrimitive: return "ArraySinglePrimitive";
    case RecordType::ArraySingleObject: return "ArraySingleObject";
    case RecordType::ArraySingleString: return "ArraySingleString";
    case RecordType::MethodCall: return "MethodCall";
    case RecordType::MethodReturn: return "MethodReturn";
  }
  return {};
}

}  // namespace dotwire::nrbf

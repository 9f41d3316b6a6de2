#include "formats/graph_json/class_reader.h"

#include "base/arena.h"
#include "base/try.h"
#include "base/unicode.h"
#include "formats/graph_json/survey.h"
#include "model/layout.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::graph_json {
namespace {

using json::Token;
using json::TokenKind;
using model::BinaryType;
using model::Member;
using model::RecordedType;

// Few members are found by looking.
constexpr std::size_t kFew = 8;

// Names go into records, whose text is UTF-8.
Status check_name(std::string_view name, std::uint64_t offset) {
  if (find_lone_surrogate(name) == kValid) return {};
  return Error(ErrorCode::Malformed, offset, "a name holds a lone surrogate");
}

}  // namespace

std::uint32_t ReadClass::find(std::string_view key, std::uint32_t guess) const {
  if (guess < keys.size() && keys[guess] == key) return guess;
  const auto count = static_cast<std::uint32_t>(keys.size());
  if (keys.size() > kFew) {
    const auto found = by_key.find(key);
    return found == by_key.end() ? count : found->second;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (keys[i] == key) return i;
  }
  return count;
}

ReadClass* ClassReader::find(std::string_view key) {
  const auto found = classes_.find(key);
  return found == classes_.end() ? nullptr : &found->second;
}

Status ClassReader::read_libraries() {
  has_libraries_ = true;
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of libraries"));
  std::uint64_t position = 0;
  for (;;) {
    DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
    if (done) return {};
    DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "[NAME, ID, POSITION]"));
    DOTWIRE_TRY(const std::string_view key, in_.read_text());
    DOTWIRE_TRY(check_name(key, in_.offset()));
    const std::uint64_t offset = in_.offset();
    DOTWIRE_TRY(const std::int64_t id, in_.read_integer(INT32_MIN, INT32_MAX));
    if (id == 0) return Error(ErrorCode::OutOfRange, in_.offset(), "the id of a library is 0");
    DOTWIRE_TRY(const std::int64_t at, in_.read_integer(0, INT64_MAX));
    if (static_cast<std::uint64_t>(at) < position) {
      return Error(ErrorCode::Malformed, in_.offset(), "libraries are not in the order of their positions");
    }
    position = static_cast<std::uint64_t>(at);
    DOTWIRE_TRY(const bool has_name, in_.next_is(TokenKind::String));
    std::string_view name = key;
    if (has_name) {
      DOTWIRE_TRY(name, in_.read_text());
      DOTWIRE_TRY(check_name(name, in_.offset()));
    }
    DOTWIRE_TRY(in_.expect(TokenKind::EndArray, "the end of a library"));
    if (library_ids_.contains(key) || library_names_.contains(static_cast<std::int32_t>(id))) {
      return Error(ErrorCode::Malformed, offset, "a library comes twice");
    }
    DOTWIRE_TRY(add_library(key, {static_cast<std::int32_t>(id), name, position}, offset));
  }
}

Result<std::int32_t> ClassReader::read_library() {
  DOTWIRE_TRY(const std::string_view key, in_.read_text());
  const auto found = library_ids_.find(key);
  if (found != library_ids_.end()) return found->second;
  if (has_libraries_) {
    return Error(ErrorCode::Malformed, in_.offset(), "\"libraries\" does not have " + json::shown(key));
  }
  DOTWIRE_TRY(check_name(key, in_.offset()));
  const auto id = static_cast<std::int32_t>(library_ids_.size() + 1);
  DOTWIRE_TRY(add_library(key, {id, key, 0}, in_.offset()));
  return id;
}

Status ClassReader::add_library(std::string_view key, const model::Library& library, std::uint64_t offset) {
  if (library_ids_.size() == nrbf::kMostLibraries) {
    return Error(ErrorCode::LimitExceeded, offset, "more libraries than are taken");
  }
  library_ids_.emplace(key, library.id);
  library_names_.emplace(library.id, library.name);
  graph_.libraries().push_back(library);
  return {};
}

Status ClassReader::read_declared_type(DeclaredMember& member) {
  DOTWIRE_TRY(const bool is_text, in_.next_is(TokenKind::String));
  if (is_text) {
    DOTWIRE_TRY(member.type, in_.read_text());
    return check_name(member.type, in_.offset());
  }
  DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "a type"));
  member.is_class = true;
  json::Names names;
  bool has_class = false;
  for (;;) {
    DOTWIRE_TRY(const Token name, in_.next());
    if (name.kind == TokenKind::EndObject) break;
    DOTWIRE_TRY(names.add(name));
    if (name.text == "class") {
      has_class = true;
      DOTWIRE_TRY(member.type, in_.read_text());
      DOTWIRE_TRY(check_name(member.type, in_.offset()));
    } else if (name.text == "library") {
      DOTWIRE_TRY(member.library, read_library());
    } else {
      return Error(ErrorCode::Malformed, name.offset, "a type has no " + json::shown(name.text));
    }
  }
  if (has_class) return {};
  return Error(ErrorCode::Malformed, in_.offset(), "a type without \"class\"");
}

RecordedType ClassReader::resolve(const DeclaredMember& member) const {
  if (!member.is_class) return from_type_text(member.type, class_libraries_);
  RecordedType type;
  type.binary_type = member.library == kCore ? BinaryType::SystemClass : BinaryType::Class;
  type.name = member.type;
  type.library_id = member.library;
  return type;
}

Result<RecordedType> ClassReader::read_type() {
  DeclaredMember type;
  DOTWIRE_TRY(read_declared_type(type));
  return resolve(type);
}

Status ClassReader::read_members(DeclaredClass& declared) {
  DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "the members of a class"));
  json::Names names;
  for (;;) {
    DOTWIRE_TRY(const Token name, in_.next());
    if (name.kind == TokenKind::EndObject) return {};
    DOTWIRE_TRY(names.add(name));
    if (name.text.starts_with('$') && !name.text.starts_with("$$")) {
      return Error(ErrorCode::Malformed, name.offset, "a member's name that starts with $ needs two of them");
    }
    DeclaredMember member;
    member.key = name.text;
    member.name = plain_name(name.text);
    DOTWIRE_TRY(check_name(member.name, name.offset));
    DOTWIRE_TRY(read_declared_type(member));
    declared.members.push_back(member);
  }
}

Status ClassReader::read_names(DeclaredClass& declared) {
  DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "the names of members"));
  std::unordered_map<std::string_view, DeclaredMember*> members;
  for (DeclaredMember& member : declared.members) members.emplace(member.key, &member);
  for (;;) {
    DOTWIRE_TRY(const Token name, in_.next());
    if (name.kind == TokenKind::EndObject) return {};
    const auto found = members.find(name.text);
    if (found == members.end()) {
      return Error(ErrorCode::Malformed, name.offset, "no member (left) of the name " + json::shown(name.text));
    }
    DOTWIRE_TRY(found->second->name, in_.read_text());
    DOTWIRE_TRY(check_name(found->second->name, in_.offset()));
    members.erase(found);
  }
}

Result<ClassReader::DeclaredClass> ClassReader::read_class() {
  DeclaredClass declared;
  DOTWIRE_TRY(const Token key, in_.next());
  declared.key = declared.name = key.text;
  declared.offset = key.offset;
  DOTWIRE_TRY(check_name(key.text, key.offset));
  DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "a class"));
  json::Names names;
  bool has_members = false;
  for (;;) {
    DOTWIRE_TRY(const Token name, in_.next());
    if (name.kind == TokenKind::EndObject) break;
    DOTWIRE_TRY(names.add(name));
    if (name.text == "name") {
      DOTWIRE_TRY(declared.name, in_.read_text());
      DOTWIRE_TRY(check_name(declared.name, in_.offset()));
    } else if (name.text == "library") {
      DOTWIRE_TRY(declared.library, read_library());
    } else if (name.text == "struct") {
      DOTWIRE_TRY(declared.is_struct, in_.read_boolean());
    } else if (name.text == "members") {
      has_members = true;
      DOTWIRE_TRY(read_members(declared));
    } else if (name.text == "names" && has_members) {
      DOTWIRE_TRY(read_names(declared));
    } else {
      return Error(ErrorCode::Malformed, name.offset, "a class has no " + json::shown(name.text) + " here");
    }
  }
  if (has_members) return declared;
  return Error(ErrorCode::Malformed, declared.offset, "the class has no \"members\"");
}

void ClassReader::make_class(const DeclaredClass& declared) {
  Arena& arena = graph_.arena();
  auto* members = arena.allocate_array<Member>(declared.members.size());
  ReadClass made;
  for (std::size_t i = 0; i < declared.members.size(); ++i) {
    const DeclaredMember& member = declared.members[i];
    ::new (members + i) Member();
    members[i].name = member.name;
    members[i].recorded = resolve(member);
    made.keys.push_back(member.key);
    if (declared.members.size() > kFew) made.by_key.emplace(member.key, static_cast<std::uint32_t>(i));
  }
  auto* type = arena.make<model::Type>();
  type->kind = model::TypeKind::Class;
  type->name = declared.name;
  if (declared.library != kCore) type->library = library_names_.at(declared.library);
  type->library_id = declared.library;
  type->size = model::lay_out({members, declared.members.size()});
  type->alignment = 8;
  type->members = {members, declared.members.size()};
  made.type = type;
  made.is_struct = declared.is_struct;
  classes_.emplace(declared.key, std::move(made));
}

Status ClassReader::read_classes() {
  DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "an object of classes"));
  std::vector<DeclaredClass> declared;
  json::Names names;
  for (;;) {
    DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndObject));
    if (done) break;
    DOTWIRE_TRY(const Token* name, in_.peek());
    DOTWIRE_TRY(names.add(*name));
    DOTWIRE_TRY(declared.emplace_back(), read_class());
    class_libraries_.emplace(declared.back().key, declared.back().library);
  }
  for (const DeclaredClass& one : declared) make_class(one);
  return {};
}

}  // namespace dotwire::graph_json

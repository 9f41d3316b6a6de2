#include "wire/json/document.h"

#include "base/memory_budget.h"

namespace dotwire::json {
namespace {

struct OpenContainer {
  Value* value;
  Value* last;  // child
};

Kind kind_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::BeginObject: return Kind::Object;
    case TokenKind::BeginArray: return Kind::Array;
    case TokenKind::String: return Kind::String;
    case TokenKind::Number: return Kind::Number;
    case TokenKind::True:
    case TokenKind::False: return Kind::Boolean;
    default: return Kind::Null;
  }
}

Value* make_value(const Token& token, std::string_view name, Arena& arena) {
  auto* value = arena.make<Value>();
  value->kind = kind_of(token.kind);
  value->boolean = token.kind == TokenKind::True;
  value->offset = token.offset;
  value->name = name;
  value->text = token.text;
  return value;
}

Status append(OpenContainer& parent, Value* child) {
  if (parent.value->count == UINT32_MAX) {
    return Error(ErrorCode::LimitExceeded, child->offset, "too many values in one array or object");
  }
  (parent.last == nullptr ? parent.value->first : parent.last->next) = child;
  parent.last = child;
  ++parent.value->count;
  return {};
}

}  // namespace

const Value* Value::find(std::string_view member) const {
  for (const Value* child = first; child != nullptr; child = child->next) {
    if (child->name == member) return child;
  }
  return nullptr;
}

namespace {

Result<const Value*> parse_values(Reader& reader, Arena& arena, const Limits& limits, std::uint64_t& offset) {
  std::vector<OpenContainer> open;
  const Value* root = nullptr;
  std::string_view name;
  std::uint64_t values = 0;
  for (;;) {
    DOTWIRE_TRY(const Token token, reader.next());
    offset = token.offset;
    switch (token.kind) {
      case TokenKind::End: return root;
      case TokenKind::Name: name = token.text; continue;
      case TokenKind::EndObject:
      case TokenKind::EndArray: open.pop_back(); continue;
      default: break;
    }
    if (++values > limits.objects) return Error(ErrorCode::LimitExceeded, token.offset, "too many values");
    Value* value = make_value(token, name, arena);
    name = {};
    if (open.empty()) {
      root = value;
    } else {
      DOTWIRE_TRY(append(open.back(), value));
    }
    if (token.kind == TokenKind::BeginObject || token.kind == TokenKind::BeginArray) open.push_back({value, nullptr});
  }
}

}  // namespace

Result<const Value*> parse(Bytes input, Arena& arena, const Limits& limits) {
  MemoryBudget budget(limits.memory);
  arena.set_budget(&budget);
  Reader reader(input, arena, limits);
  std::uint64_t offset = 0;
  Result<const Value*> root = Error(ErrorCode::LimitExceeded, 0, "");
  try {
    root = parse_values(reader, arena, limits, offset);
  } catch (const MemoryLimitReached&) {
    root = memory_error(offset);
  }
  arena.set_budget(nullptr);
  return root;
}

}  // namespace dotwire::json

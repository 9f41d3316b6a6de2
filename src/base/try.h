// DOTWIRE_TRY(f());  DOTWIRE_TRY(x, f());  DOTWIRE_TRY(const int x, f());  DOTWIRE_TRY((std::pair<A, B> x), f());
// Passes an error up. A statement that declares: it stands in a block of its own line.
#pragma once

#include "dotwire/result.h"

#define DOTWIRE_TRY_CONCAT_(a, b) a##b
#define DOTWIRE_TRY_NAME_(line) DOTWIRE_TRY_CONCAT_(dotwire_try_, line)
#define DOTWIRE_TRY_UNPAREN_(...) DOTWIRE_TRY_EVADE_(DOTWIRE_TRY_STRIP_ __VA_ARGS__)
#define DOTWIRE_TRY_STRIP_(...) DOTWIRE_TRY_STRIP_ __VA_ARGS__
#define DOTWIRE_TRY_EVADE_(...) DOTWIRE_TRY_CONCAT2_(DOTWIRE_TRY_VOID_, __VA_ARGS__)
#define DOTWIRE_TRY_CONCAT2_(a, ...) a##__VA_ARGS__
#define DOTWIRE_TRY_VOID_DOTWIRE_TRY_STRIP_

#define DOTWIRE_TRY_1_(name, expression) \
  auto name = (expression);              \
  if (!name.ok()) [[unlikely]]           \
  return std::move(name).error()

#define DOTWIRE_TRY_2_(name, target, expression) \
  auto name = (expression);                      \
  if (!name.ok()) [[unlikely]]                   \
    return std::move(name).error();              \
  DOTWIRE_TRY_UNPAREN_(target) = std::move(name).value()

#define DOTWIRE_TRY_PICK_(a, b, chosen, ...) chosen
#define DOTWIRE_TRY_DO_1_(expression) DOTWIRE_TRY_1_(DOTWIRE_TRY_NAME_(__LINE__), expression)
#define DOTWIRE_TRY_DO_2_(target, expression) DOTWIRE_TRY_2_(DOTWIRE_TRY_NAME_(__LINE__), target, expression)
#define DOTWIRE_TRY(...) DOTWIRE_TRY_PICK_(__VA_ARGS__, DOTWIRE_TRY_DO_2_, DOTWIRE_TRY_DO_1_, )(__VA_ARGS__)

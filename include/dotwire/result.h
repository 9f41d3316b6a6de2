// A value or an Error.
#pragma once

#include <cstdlib>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "dotwire/error.h"

namespace dotwire {

// Asking for the value of a failed Result, or for the error of a good one, is a bug of the caller and aborts.
template <class T>
class [[nodiscard]] Result {
  static_assert(!std::is_reference_v<T>, "use a pointer");

 public:
  Result(T value) : ok_(true) { ::new (&value_) T(std::move(value)); }           // NOLINT(google-explicit-constructor)
  Result(Error error) : ok_(false) { ::new (&error_) Error(std::move(error)); }  // NOLINT(google-explicit-constructor)
  Result(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : ok_(other.ok_) {
    if (ok_) {
      ::new (&value_) T(std::move(other.value_));
    } else {
      ::new (&error_) Error(std::move(other.error_));
    }
  }
  Result& operator=(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    if (this != &other) {
      this->~Result();
      ::new (this) Result(std::move(other));
    }
    return *this;
  }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  ~Result() {
    if (ok_) {
      value_.~T();
    } else {
      error_.~Error();
    }
  }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

  T& value() & { return require(true), value_; }
  const T& value() const& { return require(true), value_; }
  T&& value() && { return require(true), std::move(value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  Error& error() & { return require(false), error_; }
  const Error& error() const& { return require(false), error_; }
  Error&& error() && { return require(false), std::move(error_); }

 private:
  void require(bool ok) const {
    if (ok_ != ok) [[unlikely]]
      std::abort();
  }

  union {
    T value_;
    Error error_;
  };
  bool ok_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  void value() const { require(true); }

  Error& error() & { return require(false), *error_; }
  const Error& error() const& { return require(false), *error_; }
  Error&& error() && { return require(false), std::move(*error_); }

 private:
  void require(bool ok) const {
    if (this->ok() != ok) [[unlikely]]
      std::abort();
  }

  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace dotwire

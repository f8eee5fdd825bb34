// What the world may refuse (memory, pinning, an environment variable), as a value: Result<T> is a T or an Error.
//
// Used at start-up and in tools, never on a task's path and never thrown across C. Each front door maps an Error once.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/check.hpp"

namespace heddle::base {

enum class Code {
  memory,       // the system gave no memory, or no mapping
  pinning,      // a thread could not be bound to its place
  thread,       // a thread could not be created
  environment,  // an environment variable or option is malformed
  file,         // a file could not be opened, read or written
  unsupported,  // this machine or build cannot do what was asked for
  graph,        // tasks wait for each other in a circle
};

/// What was refused and what the user can do about it. Both sentences are shown.
struct Error {
  Code code;
  std::string what;  // "cannot pin worker 3 to cpu 12"
  std::string hint;  // "the cpuset allows 0-7; set OMP_PLACES or lower OMP_NUM_THREADS"
};

/// A T, or the Error that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  /// The value. Aborts when there is none.
  T& value() & {
    HEDDLE_CHECK(ok(), "value() was asked of a Result that holds an error");
    return *std::get_if<0>(&held_);
  }
  const T& value() const& { return const_cast<Result&>(*this).value(); }
  T&& value() && { return std::move(value()); }

  /// The error. Aborts when there is none.
  const Error& error() const {
    HEDDLE_CHECK(!ok(), "error() was asked of a Result that holds a value");
    return *std::get_if<1>(&held_);
  }

 private:
  std::variant<T, Error> held_;
};

}  // namespace heddle::base

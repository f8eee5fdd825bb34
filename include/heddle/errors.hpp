// heddle/errors.hpp: what the functions of heddle.hpp throw when they are called wrongly. Nothing has been run then.
#pragma once

#include <stdexcept>
#include <string>

#include "error.h"

namespace heddle {

/// Base of the others; code() is the one of heddle/error.h.
class error : public std::runtime_error {
 public:
  /// @param code  a negative code of heddle/error.h   @param sentence  what is wrong, and the remedy
  error(int code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  /// The code of heddle/error.h.
  int code() const noexcept { return code_; }

 private:
  int code_;
};

/// A step of zero, a length that does not fit 64 bits, a bound that the index type cannot hold, an end before its
/// begin.
class bad_range : public error {
 public:
  /// @param sentence  what is wrong
  explicit bad_range(const std::string& sentence) : error(HEDDLE_BAD_RANGE, "heddle: " + sentence) {}
};

/// An option with a value that there is not.
class bad_option : public error {
 public:
  /// @param sentence  what is wrong
  explicit bad_option(const std::string& sentence) : error(HEDDLE_BAD_OPTION, "heddle: " + sentence) {}
};

/// A function, or a std::function, that is empty.
class null_body : public error {
 public:
  null_body() : error(HEDDLE_NULL_BODY, "heddle: the body of a task is null; give it a function") {}
};

/// A task that names bytes to write twice; a group used by a task that has nothing to do with it; an event used twice;
/// a scope with too many workers, or a place that there is not; tasks made after main has returned. code() tells which.
class task_error : public error {
 public:
  /// @param code  a negative code of heddle/error.h
  explicit task_error(int code) : error(code, std::string("heddle: ") + heddle_error_string(code)) {}
  using error::error;
};

/// Tasks that wait for each other, or one that waits for itself: what() names them. Also a task that waits for one
/// which runs it while waiting itself, on the same stack: then() and coroutines do not hold the stack.
class deadlock : public task_error {
  using task_error::task_error;
};

/// The task whose value was asked for was left out, because its group was cancelled.
class cancelled : public error {
 public:
  cancelled() : error(HEDDLE_CANCELLED, "heddle: the task was left out, because its group was cancelled") {}
};

}  // namespace heddle

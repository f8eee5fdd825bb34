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

}  // namespace heddle

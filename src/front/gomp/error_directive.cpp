// The error directive with at(execution): GOMP_warning and GOMP_error.
#include <cstdlib>
#include <string_view>

#include "base/message.hpp"
#include "front/gomp/export.hpp"

using namespace heddle;

namespace {

constexpr std::size_t k_c_string = static_cast<std::size_t>(-1);  // the length that C and C++ pass

// Fortran passes a length, C a length or k_c_string; a directive without a message passes null.
std::string_view message_of(const char* text, std::size_t length) noexcept {
  if (text == nullptr) return {};
  return length == k_c_string ? std::string_view(text) : std::string_view(text, length);
}

void say(const char* text, std::size_t length) noexcept {
  const std::string_view message = message_of(text, length);
  base::warn({"error directive encountered", message.empty() ? "" : ": ", message});
}

}  // namespace

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_warning)(const char* text, std::size_t length) { say(text, length); }

void HEDDLE_GOMP_EXPORT(GOMP_error)(const char* text, std::size_t length) {
  say(text, length);
  std::exit(EXIT_FAILURE);
}

}  // extern "C"

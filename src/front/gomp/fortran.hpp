// How values of Fortran come in: by reference, as integers or logicals of four bytes, or of eight in the _8_ forms; and
// strings with their length behind the other arguments. Blanks at a string's end count, as in libgomp.
//
// Used by the files of front/gomp; any thread.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace heddle::gomp {

/// An eight-byte integer where the interface of C has an int: what does not fit becomes the nearest that does.
inline int as_int(std::int64_t value) noexcept {
  return static_cast<int>(std::clamp<std::int64_t>(value, INT_MIN, INT_MAX));
}

/// Stores `text` into a string of `length` characters: cut, or padded with blanks.
inline void store_padded(std::string_view text, char* target, std::size_t length) noexcept {
  const std::size_t stored = std::min(text.size(), length);
  if (stored > 0) std::memcpy(target, text.data(), stored);
  if (stored < length) std::memset(target + stored, ' ', length - stored);
}

/// The result of a Fortran function that is a pointer to a text of any length: null is a pointer to nothing.
inline void give_text(const char* from, const char** text, std::size_t* length) noexcept {
  *text = from;
  *length = from == nullptr ? 0 : std::strlen(from);
}

}  // namespace heddle::gomp

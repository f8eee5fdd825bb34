// Hints: what a program says of an EDT or a block, kept and given back (OCR 1.2.0, §2.7).
#pragma once

#include <array>
#include <cstdint>
#include <new>

#include "probe/unseen.hpp"

namespace heddle::ocr {

/// One hint object. Properties are numbered from 0 within their type.
struct Hints {
  static constexpr unsigned k_most = 16;

  std::uint32_t set = 0;  // a bit for each property that has a value
  std::array<std::uint64_t, k_most> values{};

  bool has(unsigned property) const noexcept { return (set >> property & 1) != 0; }
  void merge(const Hints& other) noexcept {
    for (unsigned property = 0; property < k_most; ++property)
      if (other.has(property)) values[property] = other.values[property];
    set |= other.set;
  }
};

inline Hints* new_hints(const Hints& from) noexcept {
  const probe::Unseen unseen;  // who deletes them may be another
  return new (std::nothrow) Hints(from);
}
inline void delete_hints(Hints* hints) noexcept {
  if (hints == nullptr) [[likely]]
    return;
  const probe::Unseen unseen;
  delete hints;
}

}  // namespace heddle::ocr

// Scope: what a finish EDT waits for: itself, and all EDTs made by what is in it (OCR 1.2.0, §2.3.2).
//
// No counter is written by every EDT. Who is in a scope holds a share of its weight, and gives part of it to each EDT
// that it makes; who ends gives its share back (weighted references: Bevan, PARLE 1987). Threads collect what they give
// back. A maker whose share is used up has more put on top.
//
// Invariant: `out` is the sum of all shares, those in threads' hands among them, so it is zero when nobody is in the
// scope and all have told, and never before. Model: tests/model/ocr_scope_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "ocr/object.hpp"

namespace heddle::ocr {

template <class P>
struct Scope : Object<P> {
  typename P::template atomic<std::uint64_t> out;  // weight in others' hands
  Scope* outer;                                    // null: none
  std::uint64_t outer_weight;                      // its share there
  Guid output;                                     // event, or null
  Guid value;                                      // that its EDT has returned

  static constexpr std::uint64_t k_share = std::uint64_t{1} << 32;

  void begin(Scope* around, std::uint64_t share) noexcept {
    // order: relaxed — nobody else knows the scope.
    out.store(k_share, std::memory_order_relaxed);
    outer = around;
    outer_weight = share;
    output = k_null;
    value = k_null;
  }

  /// Part of the share `held`, for an EDT that its holder makes.
  std::uint64_t split(std::uint64_t& held) noexcept {
    if (held == 1) [[unlikely]] {
      // order: relaxed — the holder's own share keeps the sum above zero until it has told itself.
      out.fetch_add(k_share, std::memory_order_relaxed);
      held += k_share;
    }
    const std::uint64_t part = held / 2;
    held -= part;
    return part;
  }

  /// @returns whether nobody is in the scope any more; then it is the caller's
  bool give_back(std::uint64_t share) noexcept {
    // order: acq_rel — release: what the EDTs did comes before what the scope's end makes known; acquire: for who sees
    // it.
    return out.fetch_sub(share, std::memory_order_acq_rel) == share;
  }
};

/// What a thread has to give back to one scope.
template <class P>
struct Returns {
  Scope<P>* scope = nullptr;
  std::uint64_t weight = 0;
};

}  // namespace heddle::ocr

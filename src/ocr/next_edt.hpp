// NextEdt: the EDT that a worker keeps for itself: it runs when the body that made it ready is over, and lies in no
// queue meanwhile.
//
//   owner                                          another, who finds nothing to run
//     keep(); light fence; if somebody sleeps:       look(), and once more a while later: if it is the same one still,
//       take(), and give it to all                     steal()
//     ... the body is over: take()                   about to sleep: says so; heavy fence; steal()
//
// So a chain of EDTs stays on its worker at the price of a store and an exchange each, and what lies behind a body that
// takes long is another's soon: either the owner sees that somebody sleeps, or that one's last look, behind its heavy
// fence, finds the EDT. Only the owner puts one in; an exchange takes it out, so nobody gets it twice. Model:
// tests/model/ocr_next_edt_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"

namespace heddle::ocr {

/// What who finds nothing has seen in another's place.
struct KeptSight {
  const void* edt = nullptr;
  std::uint32_t begun = 0;
  bool operator==(const KeptSight&) const = default;
};

// Others look here while the owner works elsewhere.
template <class P, class Work>
class alignas(base::k_line_bytes) NextEdt {
 public:
  /// By the owner. @returns what it kept before, which is the caller's
  Work* keep(Work& work) noexcept {
    // order: acquire — nobody else puts anything in; who has stolen the one before is loud, as in take().
    if (kept_.load(std::memory_order_acquire) != nullptr) [[unlikely]]
      // order: acq_rel — release: as below; acquire: nothing that the caller does with the older one comes before.
      return kept_.exchange(&work, std::memory_order_acq_rel);
    // order: release — pairs with steal(): all that the EDT needs.
    kept_.store(&work, std::memory_order_release);
    return nullptr;
  }
  /// By the owner. @returns null: nothing is kept
  Work* take() noexcept {
    // order: acquire — who has stolen it is loud (QuietCheck) before the owner's task can be seen to be over.
    if (kept_.load(std::memory_order_acquire) == nullptr) return nullptr;
    // order: relaxed (both) — a count that only the owner writes; look() may see it late.
    begun_.store(begun_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    // order: acquire — as above, if it was stolen just now.
    return kept_.exchange(nullptr, std::memory_order_acquire);
  }

  /// By others: the same twice says that the owner has begun nothing in between.
  KeptSight look() const noexcept {
    // order: relaxed (both) — a hint; steal() decides.
    return {kept_.load(std::memory_order_relaxed), begun_.load(std::memory_order_relaxed)};
  }
  /// By others. @returns null: nothing is kept any more
  Work* steal() noexcept {
    // order: acq_rel — acquire pairs with keep(), release with take().
    return kept_.exchange(nullptr, std::memory_order_acq_rel);
  }

 private:
  typename P::template atomic<Work*> kept_{nullptr};
  typename P::template atomic<std::uint32_t> begun_{0};
};

}  // namespace heddle::ocr

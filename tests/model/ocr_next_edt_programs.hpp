// Claim: an EDT that a worker keeps for itself is begun once, by it or by who finds nothing to do; and it does not lie
// there while that one sleeps and the owner does something else.
//
//   owner                                            another
//     keep; light fence; somebody sleeps?              lies down; heavy fence; look: steal, or
//       take it back, wake him, give it to him         sleep until woken
//     body; take: begin it
//
// As Session::keep() and take_over(). Expected: no race, no deadlock: the owner's body waits for the EDT, which only
// the other one can begin meanwhile.
#pragma once

#include "ocr/next_edt.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

template <class E>
struct KeptWork {
  typename E::template plain<int> made{0};
  typename E::template plain<int> begun{0};
  void begin() {
    E::require(static_cast<int>(made) == 1, "who begins it sees how it was made");
    begun = static_cast<int>(begun) + 1;
  }
};

/// The owner keeps an EDT, and one more on top; another takes what it finds, once.
template <class E, template <class, class> class Next = ocr::NextEdt>
struct KeptOrStolen {
  static constexpr int k_threads = 2;
  Next<E, KeptWork<E>> next;
  KeptWork<E> works[2];

  void thread(int id) {
    if (id == 0) {
      for (KeptWork<E>& work : works) {
        work.made = 1;
        if (KeptWork<E>* const older = next.keep(work)) older->begin();
      }
      while (KeptWork<E>* const work = next.take()) work->begin();
    } else if (next.look().edt != nullptr) {
      if (KeptWork<E>* const work = next.steal()) work->begin();
    }
  }
  void after() {
    for (KeptWork<E>& work : works) E::require(static_cast<int>(work.begun) == 1, "each is begun once");
  }
};

/// The body behind which the EDT lies does not end before it is begun.
template <class E, bool k_looks_again = true>
struct KeptWhileOneSleeps {
  static constexpr int k_threads = 2;
  ocr::NextEdt<E, KeptWork<E>> next;
  KeptWork<E> work;
  typename E::template atomic<std::uint32_t> sleeps{0};
  typename E::template atomic<std::uint32_t> given{0};
  typename E::template atomic<std::uint32_t> over{0};

  void begin() {
    work.begin();
    // order: release — pairs with the owner's wait.
    over.store(1, std::memory_order_release);
  }
  void thread(int id) {
    if (id == 0) {
      work.made = 1;
      E::require(next.keep(work) == nullptr, "nothing was kept");
      E::light_fence();
      // order: relaxed — the fences are the Dekker pair.
      if (sleeps.load(std::memory_order_relaxed) != 0 && next.take() != nullptr) {
        // order: release — pairs with the sleeper's.
        given.store(1, std::memory_order_release);
        E::unpark_all(given);
      }
      // order: acquire — pairs with begin().
      E::template spin_until<std::uint32_t>(
          over, [](std::uint32_t word) { return word != 0; }, heddle::platform::Spins::unbounded());
      E::require(next.take() == nullptr, "it is begun once");
      return;
    }
    // order: relaxed — as above.
    sleeps.store(1, std::memory_order_relaxed);
    E::heavy_fence();
    if (k_looks_again && next.steal() != nullptr) return begin();
    // order: acquire — pairs with the owner's.
    while (given.load(std::memory_order_acquire) == 0) E::park(given, 0);
    begin();
  }
  void after() { E::require(static_cast<int>(work.begun) == 1, "it is begun once"); }
};

}  // namespace heddle::model

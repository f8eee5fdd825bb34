// Claim: what one thread pushes into an SpscRing the other pops, once, in order, with its contents; a full ring refuses
// and an empty one returns nothing, and no slot is written while it is read.
//
//   producer                                  consumer
//     try_push(1), …, try_push(n)               try_pop() n times
//
// Expected: the popped numbers, and those still inside at the end, are the accepted ones in order.
#pragma once

#include "sync/spsc_ring.hpp"

namespace heddle::model {

template <class E, int k_items>
struct ThroughTheRing {
  static constexpr int k_threads = 2;
  using Slot = typename E::template plain<int>;
  sync::SpscRing<E, Slot, 2> ring;
  int accepted = 0;     // the producer's
  int next_popped = 1;  // the consumer's, then after()'s

  bool pop_one() {
    auto item = ring.try_pop();
    if (!item) return false;
    E::require(static_cast<int>(*item) == next_popped++, "the numbers come out in order");
    return true;
  }
  void thread(int id) {
    for (int i = 0; i < k_items; ++i) {
      if (id == 0) {
        if (ring.try_push(Slot(accepted + 1))) ++accepted;
      } else {
        pop_one();
      }
    }
  }
  void after() {
    while (pop_one()) {
    }
    E::require(next_popped == accepted + 1, "every accepted number comes out");
    E::require(accepted >= 2, "a ring of two accepts two");
  }
};

}  // namespace heddle::model

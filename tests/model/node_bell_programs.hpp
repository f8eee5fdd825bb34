// Claim: the node's thread handles what was left before a ring, and sees it, whoever rings beside.
//
//   node's thread                                 ringers (two)
//     until there is one: wait()                    leave a message; ring()      ring() for nothing
//
// Expected: no deadlock, and no race on what the ringers wrote.
#pragma once

#include <cstdint>

#include "regions/node_bell.hpp"

namespace heddle::model {

template <class E, template <class> class Bell = regions::NodeBell>
struct NodeRung {
  static constexpr int k_threads = 3;
  Bell<E> bell;
  typename E::template atomic<int> messages{0};
  typename E::template plain<int> payload{0};

  void thread(int id) {
    if (id == 0) {
      int handled = 0;
      while (handled != 1) {
        bell.wait(1);
        handled = messages.load(std::memory_order_acquire);  // order: acquire — as the inbox's, pairs with the ringer
      }
      E::require(static_cast<int>(payload) == 1, "it sees what was left before the ring");
    } else if (id == 1) {
      payload = 1;
      messages.store(1, std::memory_order_release);  // order: release — as the inbox's
      bell.ring();
    } else {
      bell.ring();  // for nothing
    }
  }
  void after() {}
};

}  // namespace heddle::model

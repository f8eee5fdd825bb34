// Claim: an owner that waits for its group sleeps through no member's end and sees all that members did; who finds the
// group cancelled, or one around it, sees what was done before that.
//
//   owner                               canceller                        another member, in a group inside
//     wait for both members               write; cancel(); report          is_cancelled()? read; report
//
// Expected: no deadlock, no data race on what is read, whichever member ends first.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/group.hpp"

namespace heddle::model {

template <class E>
struct OwnerAndMembers {
  static constexpr int k_threads = 3;
  graph::Group<E> outer;
  graph::Group<E> inner;
  typename E::template atomic<std::uint32_t> nap{0};
  typename E::template plain<int> reason{0};
  typename E::template plain<int> done[3];

  OwnerAndMembers() {
    outer.members.reset();
    outer.members.created(2);
    inner.outer = &outer;
  }

  void report() {
    switch (outer.members.leave_remote(graph::k_leaf_done)) {
      case graph::AfterReport::wake_owner:
        // order: release — pairs with the acquire of the waiting owner.
        nap.fetch_add(1, std::memory_order::release);
        E::unpark_all(nap);
        return;
      case graph::AfterReport::last:
        E::require(false, "the owner has not left its group");
        return;
      case graph::AfterReport::nothing:
        return;
    }
  }
  void wait_for_members() {
    outer.members.announce_wait();
    for (;;) {
      // order: acquire — pairs with report().
      const std::uint32_t seen = nap.load(std::memory_order::acquire);
      if (outer.members.unfinished() == 0) break;
      E::park(nap, seen);
    }
    outer.members.end_wait();
  }

  void thread(int id) {
    if (id == 0) {
      wait_for_members();
      E::require(outer.is_cancelled(), "the owner learns that its group was cancelled");
      for (int member : {1, 2}) E::require(static_cast<int>(done[member]) == 1, "who waits sees what members did");
      return;
    }
    done[id] = 1;
    if (id == 1) {
      reason = 7;
      outer.cancel();
    } else if (inner.is_cancelled()) {
      E::require(static_cast<int>(reason) == 7, "who finds it cancelled sees why");
    }
    report();
  }
  void after() {}
};

}  // namespace heddle::model

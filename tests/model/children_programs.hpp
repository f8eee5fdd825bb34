// Claim: of an owner and the reporters of its children exactly one learns that it is the last, after everything the
// others did; an owner that waits sleeps through no report.
//
//   owner                                       reporter
//     body; close() says "last" or not            work; leave_remote() says "nothing", "wake the owner" or "last"
//
// Expected: one `last` in every run; no deadlock of the waiting owner, whatever halves of its departure a child reports
// in one piece or in two; fold() changes neither.
#pragma once

#include <cstdint>

#include "graph/children.hpp"

namespace heddle::model {

using graph::AfterReport;
using graph::Departure;

/// An owner, what its children leave behind, and who was told to be the last.
template <class E>
struct Family {
  graph::Children<E> children;
  typename E::template atomic<std::uint32_t> nap{0};
  typename E::template plain<int> left_by[3];  // by the owner and two reporters
  typename E::template plain<int> lasts{0};

  explicit Family(std::uint32_t count) {
    children.reset();
    children.created(count);
  }

  // Only the last one may look at what all have left.
  void be_last() {
    lasts = static_cast<int>(lasts) + 1;
    for (auto& left : left_by) E::require(static_cast<int>(left) == 1, "the last one sees what all others did");
  }

  void report(Departure departure) {
    switch (children.leave_remote(departure)) {
      case AfterReport::nothing:
        return;
      case AfterReport::last:
        return be_last();
      case AfterReport::wake_owner:
        // order: release — pairs with the acquire of the waiting owner.
        nap.fetch_add(1, std::memory_order::release);
        E::unpark_all(nap);
    }
  }

  void wait_for_bodies() {
    children.announce_wait();
    for (;;) {
      // order: acquire — pairs with report().
      const std::uint32_t seen = nap.load(std::memory_order::acquire);
      if (children.unfinished() == 0) break;
      E::park(nap, seen);
    }
    children.end_wait();
  }

  void end_owner() {
    left_by[0] = 1;
    if (children.close()) be_last();
  }
};

/// The owner ends while two children end elsewhere, one of them in two steps: body, then subtree.
template <class E>
struct OwnerEndsFirst {
  static constexpr int k_threads = 3;
  Family<E> family{2};
  void thread(int id) {
    if (id == 0) return family.end_owner();
    family.left_by[id] = 1;
    if (id == 1) return family.report(graph::k_leaf_done);
    family.report(graph::k_finished);
    family.report(graph::k_retired);
  }
  void after() { E::require(static_cast<int>(family.lasts) == 1, "exactly one is the last"); }
};

/// The owner waits asleep for two bodies, then ends; one subtree retires later than its body ends.
template <class E>
struct OwnerWaits {
  static constexpr int k_threads = 3;
  Family<E> family{2};
  void thread(int id) {
    if (id == 0) {
      family.wait_for_bodies();
      for (int child : {1, 2}) {
        E::require(static_cast<int>(family.left_by[child]) == 1, "who has waited sees what the children did");
      }
      return family.end_owner();
    }
    family.left_by[id] = 1;
    if (id == 1) return family.report(graph::k_leaf_done);
    family.report(graph::k_finished);
    family.report(graph::k_retired);
  }
  void after() { E::require(static_cast<int>(family.lasts) == 1, "exactly one is the last"); }
};

/// The owner runs one child itself and folds the halves of the count while another one reports.
template <class E>
struct OwnerFolds {
  static constexpr int k_threads = 2;
  Family<E> family{2};
  void thread(int id) {
    if (id == 0) {
      family.children.fold();
      family.children.created();
      family.children.leave_local(graph::k_leaf_done);
      family.children.fold();
      family.left_by[2] = 1;
      return family.end_owner();
    }
    family.left_by[1] = 1;
    family.report(graph::k_finished);
    family.report(graph::k_retired + graph::k_leaf_done);
  }
  void after() { E::require(static_cast<int>(family.lasts) == 1, "exactly one is the last"); }
};

/// A child makes another one for the owner, which may have ended already, and ends first.
template <class E>
struct OwnerIsGivenAnother {
  static constexpr int k_threads = 3;
  Family<E> family{1};
  typename E::template atomic<std::uint32_t> made{0};
  void thread(int id) {
    if (id == 0) return family.end_owner();
    if (id == 1) {
      family.children.created_elsewhere();
      // order: release — pairs with the acquire of who runs it, as a queue does.
      made.store(1, std::memory_order::release);
      E::unpark_all(made);
      family.left_by[1] = 1;
      return family.report(graph::k_leaf_done);
    }
    // order: acquire — see above.
    while (made.load(std::memory_order::acquire) == 0) E::park(made, 0);
    family.left_by[2] = 1;
    family.report(graph::k_leaf_done);
  }
  void after() { E::require(static_cast<int>(family.lasts) == 1, "exactly one is the last"); }
};

}  // namespace heddle::model

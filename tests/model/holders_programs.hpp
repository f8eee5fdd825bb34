// Claim: of those who hold a future's outcome, exactly one is the last to drop it, and it sees what all others have
// written; nobody touches it after that.
//
//   the task                     a holder                     a holder that copies
//     write; drop()                read own part; drop()        hold(); drop(); drop()
//
// Expected: one destruction, no data race between it and anything that a holder does.
//
// Claim: of the orders that hold a task on regions back exactly one lets it begin, and it sees what was before each.
//
//   each holder:  write what the task reads; one_lets_go(): run the task
//
// Expected: the task runs once, no data race between it and what a holder has written.
#pragma once

#include <array>

#include "heddle/detail/holders.hpp"
#include "regions/task_holders.hpp"

namespace heddle::model {

template <class E>
struct Held {
  detail::holders<typename E::template atomic<unsigned>> held;
  std::array<typename E::template plain<int>, 3> parts{};  // written by one holder each
  typename E::template plain<int> destructions{0};

  void drop() {
    if (!held.drop()) return;
    for (auto& part : parts) E::require(static_cast<int>(part) == 1, "the last one sees what the others have written");
    destructions = static_cast<int>(destructions) + 1;
  }
};

/// Three holders, of which the last makes a copy and gives it up.
template <class E>
struct ThreeHolders {
  static constexpr int k_threads = 3;
  Held<E> outcome;

  ThreeHolders() {
    outcome.held.hold();
    outcome.held.hold();
  }
  void thread(int id) {
    outcome.parts[id] = 1;
    if (id == 2) {
      outcome.held.hold();
      outcome.drop();
    }
    outcome.drop();
  }
  void after() { E::require(static_cast<int>(outcome.destructions) == 1, "it is destroyed once"); }
};

/// The regions and the siblings of a task. Either may find the count after, before or while the other is at it.
template <class E>
struct TwoOrders {
  static constexpr int k_threads = 2;
  regions::TaskHolders<E> holders;
  std::array<typename E::template plain<int>, k_threads> before{};
  typename E::template plain<int> runs{0};

  TwoOrders() { holders.begin(k_threads); }
  void thread(int id) {
    before[id] = 1;
    if (!holders.one_lets_go()) return;
    for (auto& one : before) E::require(static_cast<int>(one) == 1, "the task sees what was before it");
    runs = static_cast<int>(runs) + 1;
  }
  void after() { E::require(static_cast<int>(runs) == 1, "the task runs once"); }
};

}  // namespace heddle::model

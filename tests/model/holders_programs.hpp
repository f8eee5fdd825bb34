// Claim: of those who hold a future's outcome, exactly one is the last to drop it, and it sees what all others have
// written; nobody touches it after that.
//
//   the task                     a holder                     a holder that copies
//     write; drop()                read own part; drop()        hold(); drop(); drop()
//
// Expected: one destruction, no data race between it and anything that a holder does.
#pragma once

#include <array>

#include "heddle/detail/holders.hpp"

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

}  // namespace heddle::model

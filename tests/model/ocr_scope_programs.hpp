// Claim: a finish scope is over once, when all that were in it have ended, and whoever ends it sees what they did.
//
//   a maker                       another                       one whose share is 1
//     split; hand the child over;   own work; give back;          split (more is put on top); the child's work;
//     own work; give back           the child if it came          give back; own work; give back
//
// Expected: one end, no race between it and anything that is done inside, nothing is out afterwards.
#pragma once

#include <array>
#include <cstdint>

#include "ocr/scope.hpp"

namespace heddle::model {

template <class E, template <class> class Scope = ocr::Scope>
struct SharesOfThree {
  static constexpr int k_threads = 3;
  static constexpr std::uint64_t k_taken = 1;  // of the word in which a child is handed over; no child's share
  Scope<E> scope{};
  std::array<std::uint64_t, k_threads> shares{};
  typename E::template atomic<std::uint64_t> handed{0};
  std::array<typename E::template plain<int>, 5> works{};  // three EDTs and two children
  typename E::template plain<int> over{0};

  SharesOfThree() {
    scope.begin(nullptr, 0);
    shares[2] = 1;
    shares[1] = 4;
    shares[0] = ocr::Scope<E>::k_share - shares[1] - shares[2];
  }

  void work(int which) {
    E::require(static_cast<int>(over) == 0, "who is inside is waited for");
    works[which] = 1;
  }
  void give_back(std::uint64_t share) {
    if (!scope.give_back(share)) return;
    for (auto& work : works) E::require(static_cast<int>(work) == 1, "it is over when all have ended");
    over = static_cast<int>(over) + 1;
  }
  void run(int which, std::uint64_t share) {
    work(which);
    give_back(share);
  }

  void hand_over() {
    const std::uint64_t part = scope.split(shares[0]);
    // order: acq_rel — as a queue hands an EDT over.
    if (handed.exchange(part, std::memory_order_acq_rel) == k_taken) run(3, part);
    run(0, shares[0]);
  }
  void take_over() {
    run(1, shares[1]);
    // order: acq_rel — as above.
    const std::uint64_t part = handed.exchange(k_taken, std::memory_order_acq_rel);
    if (part != 0) run(3, part);
  }
  void refill() {
    run(4, scope.split(shares[2]));
    run(2, shares[2]);
  }
  void thread(int id) {
    if (id == 0) hand_over();
    if (id == 1) take_over();
    if (id == 2) refill();
  }
  void after() {
    E::require(static_cast<int>(over) == 1, "the scope ends once");
    // order: relaxed — the threads have ended.
    E::require(scope.out.load(std::memory_order_relaxed) == 0, "nothing is out");
  }
};

}  // namespace heddle::model

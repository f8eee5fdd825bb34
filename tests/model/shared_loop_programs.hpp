// Claim: in loops that a team enters one after another without a barrier (front/c/idws_loop.hpp), each iteration
// of each loop is run exactly once and as part of that loop, however far seats are apart; and every seat leaves each
// loop.
//
//   seat i: for each loop: enter; for each strip that next() gives: for each iteration in it: run; leave
//
// Expected: each iteration once; no data race on an iteration's own data (two that run it race); no run without end.
#pragma once

#include <array>

#include "front/c/idws_loop.hpp"
#include "tests/model/run_check.hpp"

namespace heddle::model {

/// `k_trips`: the iterations of each loop.
template <class E, int k_seats, int... k_trips>
struct LoopsInARow {
  static constexpr int k_threads = k_seats;
  static constexpr std::array<std::uint64_t, sizeof...(k_trips)> k_loops{k_trips...};
  static constexpr int k_most = 4;
  idws::SharedLoop<E> loop{k_seats, {.strip_ns = 1, .growth = 1, .part = 1}};  // strips of one iteration
  std::array<std::array<typename E::template plain<int>, k_most>, k_loops.size()> runs{};

  void thread(int id) {
    for (std::size_t number = 0; number < k_loops.size(); ++number) run(static_cast<graph::Seat>(id), number);
  }

  void run(graph::Seat seat, std::size_t number) {
    E::require(loop.enter(seat, k_loops[number]), "a seat that has left its loop enters the next");
    for (auto strip = loop.next(seat); !strip.empty(); strip = loop.next(seat)) {
      for (std::uint64_t i = strip.first; i < strip.last; ++i) {
        E::require(i < k_loops[number], "only the loop's iterations are run");
        E::require(runs[number][i] == 0, "no iteration is run twice");
        runs[number][i] = 1;
      }
    }
    loop.leave(seat);
  }

  void after() {
    for (std::size_t number = 0; number < k_loops.size(); ++number) {
      for (std::uint64_t i = 0; i < k_loops[number]; ++i) E::require(runs[number][i] == 1, "no iteration is lost");
    }
  }
};

/// The first seat gives up the rest of the loop: what it had is not run, and nothing is run twice.
template <class E, int k_trip>
struct DroppedLoop : LoopsInARow<E, 2, k_trip> {
  void thread(int id) {
    if (id == 1) return this->run(1, 0);
    E::require(this->loop.enter(0, k_trip), "nobody else is in the loop as this seat");
    this->loop.drop(0);
    this->loop.leave(0);
  }
  void after() {
    // Equal shares: the second half is the other seat's.
    for (int i = k_trip / 2; i < k_trip; ++i) E::require(this->runs[0][i] == 1, "no iteration of who stays is lost");
  }
};

}  // namespace heddle::model

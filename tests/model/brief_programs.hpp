// Claim: in loops of few units that a team runs one after another without a barrier, each unit of each loop is run
// exactly once and as part of that loop, however far members are apart; who runs a loop's last unit runs nothing of it
// afterwards; and every member leaves each loop.
//
//   member i: for each loop: for each unit that take() gives: run
//
// Expected: each unit once; no data race on a unit's own data (two that run it race); no run without end.
#pragma once

#include <array>

#include "loop/brief/brief.hpp"
#include "tests/model/run_check.hpp"

namespace heddle::model {

/// `k_trips`: the iterations of each loop, each a unit.
template <class E, int k_members, int... k_trips>
struct BriefLoops {
  static constexpr int k_threads = k_members;
  static constexpr std::array<std::uint64_t, sizeof...(k_trips)> k_loops{k_trips...};
  static constexpr int k_most = 6;
  loop::BriefSeats<E> seats;
  std::array<std::array<typename E::template plain<int>, k_most>, k_loops.size()> runs{};

  BriefLoops() { seats.make_room(k_members); }

  static graph::LoopShape shape(std::uint64_t trip, std::uint64_t number) {
    return {.trip = trip, .chunk = 1, .threads = k_members, .number = {.region = 1, .count = number}};
  }

  void thread(int id) {
    loop::Brief<E> loop;
    loop.join(seats);
    for (std::size_t number = 0; number < k_loops.size(); ++number) {
      loop.open(shape(k_loops[number], number + 1));
      run(loop, static_cast<graph::Seat>(id), number);
    }
  }

  void run(loop::Brief<E>& loop, graph::Seat seat, std::size_t number) {
    graph::LoopCursor cursor;
    bool had_the_last = false;
    for (auto unit = loop.take(seat, cursor); !unit.empty(); unit = loop.take(seat, cursor)) {
      E::require(unit.last == unit.first + 1 && unit.last <= k_loops[number], "only the loop's units are run");
      E::require(!had_the_last, "who has the last unit gets nothing more");
      E::require(runs[number][unit.first] == 0, "no unit is run twice");
      runs[number][unit.first] = 1;
      had_the_last = unit.last == k_loops[number];
    }
  }

  void after() {
    for (std::size_t number = 0; number < k_loops.size(); ++number) {
      for (std::uint64_t i = 0; i < k_loops[number]; ++i) E::require(runs[number][i] == 1, "no unit is lost");
    }
  }
};

/// The last member stops the first loop: what was not taken is not run, and still nothing is run twice; the next loop
/// is run whole.
template <class E, int k_members, int k_first, int k_second>
struct StoppedBriefLoop : BriefLoops<E, k_members, k_first, k_second> {
  using Base = BriefLoops<E, k_members, k_first, k_second>;
  void thread(int id) {
    if (id != k_members - 1) return Base::thread(id);
    loop::Brief<E> loop;
    loop.join(this->seats);
    loop.open(this->shape(k_first, 1));
    loop.stop();
    loop.open(this->shape(k_second, 2));
    this->run(loop, static_cast<graph::Seat>(id), 1);
  }
  void after() {
    for (int i = 0; i < k_second; ++i) E::require(this->runs[1][i] == 1, "no unit of the next loop is lost");
  }
};

}  // namespace heddle::model

// Claim: under the balancing loop schedules each iteration is run exactly once, whatever seats ask, answer, steal, give
// up or stop at what moment; and every seat leaves the loop.
//
//   seat i: for each strip that take() gives: for each iteration in it: run
//
// Expected: each iteration once; no data race on an iteration's own data (two that run it race); no run without end.
#pragma once

#include <array>

#include "front/c/seats.hpp"
#include "loop/idws/idws.hpp"
#include "loop/steal/steal.hpp"
#include "tests/model/run_check.hpp"

namespace heddle::model {

/// Batches are large and strips short, so that most has to be asked for.
struct Keeping {
  static constexpr loop::IdwsTuning k_tuning{
      .batch_ns = 1 << 20, .strips = 4, .first_batch = 4, .growth = 1, .part_kept = 1, .looks = 1, .patience = 2};
};
/// The same, and a thief interrupts its victim.
struct KeepingInterrupted {
  static constexpr loop::IdwsTuning k_tuning{.batch_ns = 1 << 20,
                                             .strips = 4,
                                             .first_batch = 4,
                                             .growth = 1,
                                             .part_kept = 1,
                                             .looks = 1,
                                             .patience = 2,
                                             .signals = loop::Signals::allowed};
};
/// Every batch lasts too long, so every answer opens everything.
struct Late {
  static constexpr loop::IdwsTuning k_tuning{
      .batch_ns = 0, .strips = 4, .first_batch = 4, .growth = 4, .part_kept = 1, .looks = 1, .patience = 2};
};

template <class S>
struct Made {
  S made;
  void open(const graph::LoopShape& shape) { made.open(shape); }
  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) { return made.take(seat, cursor); }
  void stop() { made.stop(); }
};
template <class E, class Tuning>
struct IdwsOf : Made<loop::Idws<E>> {
  IdwsOf() : Made<loop::Idws<E>>{loop::Idws<E>(Tuning::k_tuning)} {}
};
template <class E>
using StealMostLoaded = loop::Steal<E, loop::MostLoaded>;

template <class E, class Schedule, int k_seats, int k_trip>
struct SeatsOfALoop {
  static constexpr int k_threads = k_seats;
  Schedule schedule;
  std::array<typename E::template plain<int>, k_trip> runs{};

  SeatsOfALoop() { schedule.open({k_trip, 1, k_seats}); }

  void thread(int id) { run(id); }

  void run(int id) {
    graph::LoopCursor cursor;
    const auto seat = static_cast<graph::Seat>(id);
    for (auto chunk = schedule.take(seat, cursor); !chunk.empty(); chunk = schedule.take(seat, cursor)) {
      for (std::uint64_t i = chunk.first; i < chunk.last; ++i) {
        E::require(i < k_trip, "only the loop's iterations are run");
        E::require(runs[i] == 0, "no iteration is run twice");
        runs[i] = 1;
      }
    }
  }

  void after() {
    for (const int count : runs) E::require(count == 1, "no iteration is lost");
  }
};

/// One of the seats stops the loop: what was not taken is not run, and still nothing is run twice.
template <class E, class Schedule, int k_trip>
struct StoppedLoop : SeatsOfALoop<E, Schedule, 3, k_trip> {
  using Base = SeatsOfALoop<E, Schedule, 3, k_trip>;
  void thread(int id) { id == 2 ? this->schedule.stop() : Base::thread(id); }
  void after() {}
};

/// The seats are taken by whoever comes (front/c/seats.hpp): the first thread has begun the loop, and runs those that
/// nobody has come for; the other is a task, which comes at any time.
template <class E, class Schedule, int k_seats, int k_trip>
struct SeatsForTasks : SeatsOfALoop<E, Schedule, k_seats, k_trip> {
  static constexpr int k_threads = 2;
  c::Seats<E> seats{k_seats};

  void thread(int id) {
    const auto run = [this](std::uint32_t seat) { this->run(static_cast<int>(seat)); };
    seats.run_one(run);
    if (id == 0) seats.run_rest(run);
  }
};

/// Two seats that look at each other's ranges and may see old values have far more runs than can be made; the first so
/// many are, depth first. The seeded bugs in wrong/ are found within 100,000.
inline constexpr std::uint64_t k_runs = 100'000;

template <class Program>
void expect_holds_so_far(const platform::check::Options& options) {
  const platform::check::Result result = run_check<Program>(options);
  EXPECT_TRUE(result.passed) << result.text();
  EXPECT_TRUE(result.complete || result.runs >= options.max_runs);
}

}  // namespace heddle::model

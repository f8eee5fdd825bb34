// Claim: in a loop whose idle workers interrupt the others, each iteration is run exactly once and every worker leaves
// the loop, wherever in their work handlers run and whatever thieves give up.
//
//   worker: words = enter(); do: for (i = start; ; ++i): publish i - start, leave if i >= end, run i; while forage()
//
// Expected: each iteration once; no run without end; nobody waits for a worker that is not in the loop.
#pragma once

#include <array>

#include "loop/interrupts/interrupt_loop.hpp"
#include "tests/model/run_check.hpp"

namespace heddle::model {

/// The order in which a compiled loop publishes and tests.
enum class BodyOrder { publish_then_test, test_then_publish };

template <class E, int k_workers, int k_trip, BodyOrder k_order = BodyOrder::publish_then_test>
struct InterruptedWorkers {
  static constexpr int k_threads = k_workers;
  loop::InterruptLoop<E> loop{loop::InterruptTuning{.looks = 1, .patience = 2, .last_looks = UINT32_MAX}};
  std::array<int, k_trip> runs{};

  InterruptedWorkers() { loop.make_room(k_workers); }

  // order: relaxed (all) — as compiled loops access the words: the owner and its handler are one thread.
  static bool goes_on(loop::InterruptWords<E>& words, std::uint64_t i, std::uint64_t done) {
    constexpr auto relaxed = std::memory_order::relaxed;
    if (k_order == BodyOrder::publish_then_test) words.processed.store(done, relaxed);
    if (i >= words.end.load(relaxed)) return false;
    if (k_order == BodyOrder::test_then_publish) words.processed.store(done, relaxed);
    return true;
  }

  void thread(int id) {
    const auto seat = static_cast<graph::Seat>(id);
    auto& words = loop.enter(seat, k_trip, k_workers);
    do {
      // order: relaxed — the owner's own, or acquired with the reply.
      std::uint64_t i = words.start.load(std::memory_order::relaxed);
      for (std::uint64_t done = 0; goes_on(words, i, done); ++i, ++done) {
        E::require(i < k_trip, "only the loop's iterations are run");
        ++runs[i];
      }
    } while (loop.forage(seat));
  }

  void after() {
    for (const int count : runs) E::require(count < 2, "no iteration is run twice");
    for (const int count : runs) E::require(count == 1, "no iteration is lost");
  }
};

/// Two loops without a barrier between them: who is in the second gets nothing of the first.
template <class E, int k_workers, int k_trip>
struct TwoInterruptedLoops : InterruptedWorkers<E, k_workers, k_trip> {
  using Base = InterruptedWorkers<E, k_workers, k_trip>;
  void thread(int id) {
    Base::thread(id);
    Base::thread(id);
  }
  void after() {
    for (const int count : this->runs) E::require(count == 2, "each iteration is run once in each loop");
  }
};

}  // namespace heddle::model

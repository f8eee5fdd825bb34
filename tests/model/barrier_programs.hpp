// Claim: nobody leaves a barrier before everybody has come and every task is finished; nobody sleeps in it for ever;
// whoever leaves sees what all did before it.
//
//   each of two members, twice                       in some programs, before the barrier
//     write own cell; barrier; read the other's        spawn a task that writes a cell
//
// Expected: no race on the cells, no deadlock; in flat teams (members look at each other) and in counted ones.
#pragma once

#include "tests/model/engine_model.hpp"

namespace heddle::model {

enum class Arrival : std::uint8_t { flat, counted };

/// A team of two without tasks, assembled by hand.
template <class E, Arrival k_arrival>
struct TwoBarriers {
  static constexpr int k_threads = 2;
  using P = EnginePlatform<E>;

  runtime::Runtime<P> runtime{model_settings(), {}};
  runtime::Team<P> team;
  runtime::Worker<P> workers[2];
  typename E::template plain<int> cells[2];

  TwoBarriers() {
    P::reset();
    team.size = team.hired = team.seats = 2;
    team.members.reset(new runtime::Member<P>[2]);
    team.region = 1;
    team.runtime = &runtime;
    team.processors = k_arrival == Arrival::flat ? 2 : 1;
    for (graph::Seat seat = 0; seat < 2; ++seat) {
      team.members[seat].team = &team;
      team.members[seat].seat = seat;
      team.members[seat].worker = &workers[seat];
      workers[seat].member = &team.members[seat];
      workers[seat].runtime = &runtime;
    }
  }

  void thread(int id) {
    for (int round = 1; round <= 2; ++round) {
      cells[id] = round;
      runtime::barrier(workers[id]);
      E::require(static_cast<int>(cells[1 - id]) == round, "everybody has come");
      if (round == 1) runtime::barrier(workers[id]);
    }
  }
  void after() { E::require(!team.sleepers.any(), "nobody is counted as asleep"); }
};

template <class E>
using FlatBarriers = TwoBarriers<E, Arrival::flat>;
template <class E>
using CountedBarriers = TwoBarriers<E, Arrival::counted>;

}  // namespace heddle::model

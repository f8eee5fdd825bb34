// Claims about producers that wait for the others before they go on: held back by the window, or catching up with the
// predecessors of a short task. Both wait by the clock, and neither waits for ever: what they wait for may wait for
// what they do next. Every task runs once, a dependent one after its predecessor.
//
//   master                                             pool worker
//     spawn(first); [wait until it is over] spawn(next)  wait for an order; leave; help with the first
//
// Expected: no deadlock, no endless run, no race between first and next.
#pragma once

#include "tests/model/engine_model.hpp"

namespace heddle::model {

enum class First { ends, waits_for_its_creator };

/// A step takes as long as a wake-up, so that a wait by the clock is a few steps long.
template <class E>
struct Producing : TwoWorkers<E> {
  static constexpr int k_threads = 2;
  using Base = TwoWorkers<E>;
  using typename Base::Worker;
  typename E::template plain<int> ran[2] = {0, 0};
  typename E::template atomic<std::uint32_t> gate{0};
  int x = 0;

  explicit Producing(std::uint32_t window) : Base(settings_of(window)) { Base::P::step_ns = 10'000; }

  static runtime::Settings settings_of(std::uint32_t window) {
    runtime::Settings settings = model_settings();
    settings.window = window;
    return settings;
  }

  void run(int which) { ran[which] = static_cast<int>(ran[which]) + 1; }
  void pass_gate() {
    E::spin_until(gate, [](std::uint32_t open) { return open != 0; }, platform::Spins::unbounded());
  }
  void open_gate() {
    // order: release — pairs with spin_until().
    gate.store(1, std::memory_order::release);
  }

  void thread(int id) {
    if (id != 0) return this->serve();
    this->open_and_close();
    E::require(static_cast<int>(ran[0]) == 1 && static_cast<int>(ran[1]) == 1, "every task runs once");
  }
  void after() { E::require(Base::live_tasks() == 0, "the memory of every task is returned"); }
};

/// A window of one task, and two that are independent.
template <class E, First k_first>
struct HeldBack : Producing<E> {
  using Base = TwoWorkers<E>;
  using typename Base::Worker;

  HeldBack() : Producing<E>(1) {
    this->body = [](Base& program, Worker& worker) {
      if (worker.member->seat == 0) static_cast<HeldBack&>(program).produce(worker);
    };
  }
  void produce(Worker& worker) {
    worker.member->next_look = UINT64_MAX;
    Base::spawn(worker, first, this);
    worker.member->next_look = 0;  // the window is looked at with the next task
    Base::spawn(worker, [](void* self) { static_cast<HeldBack*>(self)->run(1); }, this);
    this->open_gate();
  }
  static void first(void* self) {
    auto& program = *static_cast<HeldBack*>(self);
    if constexpr (k_first == First::waits_for_its_creator) program.pass_gate();
    program.run(0);
  }
};

/// A task is given away, and then a short one is made that depends on it.
template <class E, First k_first>
struct CatchingUp : Producing<E> {
  using Base = TwoWorkers<E>;
  using typename Base::Worker;

  CatchingUp() : Producing<E>(1000) {
    this->body = [](Base& program, Worker& worker) {
      if (worker.member->seat == 0) static_cast<CatchingUp&>(program).produce(worker);
    };
  }
  void produce(Worker& worker) {
    Base::spawn_with(worker, first, this, {&this->x, graph::Mode::out});
    for (int i = 0; i < 8; ++i) worker.granularity.kinds.of(next).learn_run(1, false);
    worker.granularity.pretend_made(worker.member->team->enough);  // just now: a burst
    Base::spawn_with(worker, next, this, {&this->x, graph::Mode::out});
    this->open_gate();
  }
  static void first(void* copy) {
    auto& program = **static_cast<CatchingUp**>(copy);
    if constexpr (k_first == First::waits_for_its_creator) program.pass_gate();
    program.run(0);
  }
  static void next(void* copy) {
    auto& program = **static_cast<CatchingUp**>(copy);
    E::require(static_cast<int>(program.ran[0]) == 1, "a task runs after its predecessor");
    program.run(1);
  }
};

template <class E>
using HeldBackByAnEnd = HeldBack<E, First::ends>;
template <class E>
using HeldBackByAGate = HeldBack<E, First::waits_for_its_creator>;
template <class E>
using CatchingUpWithAnEnd = CatchingUp<E, First::ends>;
template <class E>
using CatchingUpWithAGate = CatchingUp<E, First::waits_for_its_creator>;

}  // namespace heddle::model

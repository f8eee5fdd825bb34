// Claims about regions with their tasks. The master's join ends when all members have left and all tasks are finished,
// and it sees what all of them did; a worker that has left may help, but touches nothing of a region that is closed;
// every task runs once and its memory is returned; a barrier is complete only without tasks outstanding.
//
//   master                                               pool worker
//     open; body; close (as often as the program says)     wait for an order; body; leave; help until the next
//
// Expected: no deadlock, no race on what the members and tasks wrote, no task left over.
#pragma once

#include "tests/model/engine_model.hpp"

namespace heddle::model {

/// Two members, `k_regions` regions one after another; a derived Program says what the bodies do and how it ends.
template <class E, class Program, int k_regions>
struct Regions : TwoWorkers<E> {
  static constexpr int k_threads = 2;
  using Base = TwoWorkers<E>;
  using typename Base::Worker;
  typename E::template plain<int> cells[3];
  typename E::template plain<int> tasks_ran{0};

  explicit Regions(const runtime::Settings& settings = model_settings()) : Base(settings) {
    this->body = [](Base& program, Worker& worker) { static_cast<Program&>(program).member(worker); };
  }
  void thread(int id) {
    for (int region = 1; region <= k_regions; ++region) {
      if (id == 0) {
        this->open_and_close();
        static_cast<Program*>(this)->joined(region);
      } else {
        this->serve();
      }
    }
  }
  void after() { E::require(Base::live_tasks() == 0, "the memory of every task is returned"); }

  void spawn_one(Worker& worker) {
    Base::spawn(worker, [](void* self) { ++static_cast<Regions*>(self)->ran(); }, this);
  }
  /// Counts a task; two at a time would be a data race.
  Regions& ran() { return *this; }
  Regions& operator++() {
    tasks_ran = static_cast<int>(tasks_ran) + 1;
    return *this;
  }
};

/// No tasks: the master sees what the worker did, region after region.
template <class E>
struct PlainRegions : Regions<E, PlainRegions<E>, 2> {
  void member(runtime::Worker<EnginePlatform<E>>& worker) {
    auto& cell = this->cells[worker.member->seat];
    cell = static_cast<int>(cell) + 1;
  }
  void joined(int region) { E::require(static_cast<int>(this->cells[1]) == region, "the join waits for the worker"); }
};

/// The worker leaves a task behind.
template <class E>
struct TaskLeftBehind : Regions<E, TaskLeftBehind<E>, 1> {
  void member(runtime::Worker<EnginePlatform<E>>& worker) {
    if (worker.member->seat == 1) this->spawn_one(worker);
  }
  void joined(int) { E::require(static_cast<int>(this->tasks_ran) == 1, "the join waits for the task"); }
};

/// The master makes a task, which the worker may run after it has left; a region without tasks follows.
template <class E>
struct HelpAndGoOn : Regions<E, HelpAndGoOn<E>, 2> {
  void member(runtime::Worker<EnginePlatform<E>>& worker) {
    if (worker.member->seat == 0 && static_cast<int>(this->tasks_ran) == 0) this->spawn_one(worker);
  }
  void joined(int) { E::require(static_cast<int>(this->tasks_ran) == 1, "the join waits for the task"); }
};

/// A team that counts as large, whose worker seeks work outside the regions that it has left. In the second one the
/// master makes a task and does not go on until it has been run: that takes a wake-up, whoever counted as a seeker
/// before.
template <class E>
struct SeekBetween : Regions<E, SeekBetween<E>, 3> {
  using Base = Regions<E, SeekBetween<E>, 3>;
  typename E::template atomic<std::uint32_t> gate{0};
  int joins = 0;  // the master's

  SeekBetween() : Base(settings()) {}
  static runtime::Settings settings() {
    runtime::Settings settings = model_settings();
    settings.large_team = 2;
    return settings;
  }
  void member(runtime::Worker<EnginePlatform<E>>& worker) {
    if (worker.member->seat != 0) return;
    if (joins == 0) this->spawn_one(worker);
    if (joins == 1) wait_for_another(worker);
  }
  void wait_for_another(runtime::Worker<EnginePlatform<E>>& worker) {
    const auto open = [](void* self) {
      // order: release — pairs with spin_until().
      static_cast<SeekBetween*>(self)->gate.store(1, std::memory_order::release);
    };
    Base::spawn(worker, open, this);
    E::spin_until(gate, [](std::uint32_t is_open) { return is_open != 0; }, platform::Spins::unbounded());
  }
  void joined(int region) {
    joins = region;
    E::require(static_cast<int>(this->tasks_ran) == 1, "the join waits for the task");
  }
};

/// A task before a barrier: whoever is behind the barrier sees it done.
template <class E>
struct TaskBeforeBarrier : Regions<E, TaskBeforeBarrier<E>, 1> {
  void member(runtime::Worker<EnginePlatform<E>>& worker) {
    if (worker.member->seat == 1) this->spawn_one(worker);
    runtime::barrier(worker);
    E::require(static_cast<int>(this->tasks_ran) == 1, "the barrier waits for the task");
  }
  void joined(int) {}
};

/// A child that may end elsewhere while its parent waits for it.
template <class E>
struct WaitForChild : Regions<E, WaitForChild<E>, 1> {
  void member(runtime::Worker<EnginePlatform<E>>& worker) {
    if (worker.member->seat != 0) return;
    this->spawn_one(worker);
    runtime::Tasking<EnginePlatform<E>>::wait_children(worker);
    E::require(static_cast<int>(this->tasks_ran) == 1, "the parent waits for its child");
  }
  void joined(int) {}
};

}  // namespace heddle::model

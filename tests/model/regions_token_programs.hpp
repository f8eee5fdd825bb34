// Claim: whoever leaves a message in a scheduler node's inbox, the message is handled, by one thread at a time; tasks
// that name one object run one after the other, and each sees what the one before did.
//
//   thread 0                                thread 1
//     spawn a task that writes the object     the same
//     (ready: write, ended)
//
// Expected: both tasks are over in the end, no data race on the object, nor on what the node keeps.
#pragma once

#include "dependence/regions/manager.hpp"

namespace heddle::model {

/// Two parents that hold a root, as all threads outside of tasks do, and one object below it.
template <class E>
struct TwoSenders : dependence::RegionPort<E> {
  static constexpr int k_threads = 2;
  using Task = dependence::RegionTask<E>;

  dependence::Regions<E> regions{*this};
  dependence::OrderScope root;
  dependence::OrderScope object;
  Task main;
  Task tasks[2];
  dependence::QueueEntry entries[2];
  typename E::template plain<int> written{0};
  typename E::template plain<int> handled{0};  // by who has the token
  typename E::template atomic<int> overs{0};

  TwoSenders() {
    const std::uint32_t width = 1;
    E::require(regions.begin(&width, 1, false), "there is a node");
    root.is_region = true;
    object.up = &root;
    object.depth = 1;
    main.is_main = true;
    main.root = &root;
  }
  void thread(int id) {
    Task& task = tasks[id];
    task.parent = &main;
    task.root = &root;
    task.entries = &entries[id];
    task.entry_count = 1;
    entries[id].target = &object;
    entries[id].mode = dependence::EntryMode::write;
    entries[id].task = &task;
    E::require(dependence::Routes<E>::find(task, entries[id]) == dependence::Route::found, "there is a way");
    regions.spawn(task);
  }
  void ready(Task& task) noexcept override {
    written = static_cast<int>(written) + 1;
    regions.ended(task);
  }
  void over(Task& /*task*/) noexcept override {
    handled = static_cast<int>(handled) + 1;
    // order: relaxed — looked at in the end.
    overs.fetch_add(1, std::memory_order_relaxed);
  }
  void after() {
    E::require(overs.load(std::memory_order_relaxed) == 2, "every message is handled");  // order: relaxed — alone
    E::require(static_cast<int>(written) == 2, "every task runs once");
    E::require(object.still() && root.still(), "nothing is left");
  }
};

/// One spawns while the other wants peace.
template <class E>
struct PeaceAndSender : TwoSenders<E> {
  void thread(int id) {
    if (id == 0) return TwoSenders<E>::thread(0);
    this->regions.in_peace([this] { this->handled = static_cast<int>(this->handled) + 1; });
  }
  void after() {
    E::require(this->overs.load(std::memory_order_relaxed) == 1, "every message is handled");  // order: relaxed — alone
  }
};

}  // namespace heddle::model

// Claim: tasks of mutexinoutset sets run one at a time and all of them run, also when each needs several exclusions,
// and named them in different orders.
//
//   every worker
//     if (take_exclusions(task)) { run it; give_exclusions: heirs that now hold all of theirs run here, too }
//
// Expected: each task once, never two of one set at a time, no set left held; the exclusions are freed by the last
// user.
#pragma once

#include <vector>

#include "graph/exclusion.hpp"
#include "graph/release.hpp"

namespace heddle::model {

/// Takes what a task needs; a seeded bug replaces it.
template <class E>
struct InAddressOrder {
  static bool take(graph::Task<E>& task) { return graph::take_exclusions<E>(task, nullptr); }
};

/// Tasks that all name the same `k_exclusions` addresses, every other task in reverse order.
template <class E, int k_tasks, int k_exclusions, template <class> class Taking = InAddressOrder>
struct ExclusiveTasks {
  static constexpr int k_threads = k_tasks;

  struct Block {
    graph::Task<E> task;
    graph::Record<E> records[k_exclusions];
  };
  class Heirs final : public graph::ReadySink<E> {
   public:
    void ready(graph::Task<E>& task) noexcept override { tasks.push_back(&task); }
    std::vector<graph::Task<E>*> tasks;
  };

  Block blocks[k_tasks];
  memory::Slab<E> slab;
  typename E::template plain<int> shared{0};
  typename E::template atomic<int> ran{0};

  ExclusiveTasks() {
    graph::Exclusion<E>* exclusions[k_exclusions];
    for (auto& exclusion : exclusions) {
      exclusion = new graph::Exclusion<E>;
      // order: relaxed — before the threads start.
      exclusion->references.store(k_tasks, std::memory_order::relaxed);
    }
    for (int i = 0; i < k_tasks; ++i) {
      Block& block = blocks[i];
      block.task.records = block.records;
      for (int access = 0; access < k_exclusions; ++access) {
        graph::Record<E>& record = block.records[access];
        record.exclusion_and_mode = access == k_exclusions - 1 ? graph::Record<E>::k_last : 0;
        record.set(block.task, {nullptr, graph::Mode::mutexinoutset});
        record.set_exclusion(exclusions[i % 2 == 0 ? access : k_exclusions - 1 - access]);
      }
    }
  }

  void run(graph::Task<E>& first) {
    Heirs heirs;
    heirs.tasks.push_back(&first);
    while (!heirs.tasks.empty()) {
      graph::Task<E>& task = *heirs.tasks.back();
      heirs.tasks.pop_back();
      shared = static_cast<int>(shared) + 1;  // a data race if two run at a time
      // order: relaxed — counted only.
      ran.fetch_add(1, std::memory_order::relaxed);
      graph::give_exclusions<E>(task, {slab, heirs});
    }
  }

  void thread(int id) {
    if (Taking<E>::take(blocks[id].task)) run(blocks[id].task);
  }
  void after() {
    // order: relaxed — after the threads have ended.
    E::require(ran.load(std::memory_order::relaxed) == k_tasks, "every task runs");
  }
};

template <class E>
using ThreeTasksOneSet = ExclusiveTasks<E, 3, 1>;
template <class E>
using TwoTasksTwoSets = ExclusiveTasks<E, 2, 2>;

}  // namespace heddle::model

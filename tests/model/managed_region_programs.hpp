// Claim: in the whole engine, with a manager that leaves the linking of tasks to idle workers, a region ends when its
// dependent tasks have run in order, each once; whoever sleeps is called for what has been left, and nothing of it
// stays behind when the region is closed.
//
//   master                                             pool worker
//     order; spawn(out x), spawn(out x), …; join         wait for an order; body; leave; help until the next
//
// Expected: no deadlock, no race on what the tasks wrote, no task left over, no request left over.
#pragma once

#include "tests/model/region_programs.hpp"

namespace heddle::model {

inline runtime::Settings managed_settings(const char* manager) {
  runtime::Settings settings = model_settings();
  settings.dependence = manager;
  return settings;
}

struct ByMessages {
  static constexpr const char* k_manager = "async";
};
struct ByStrands {
  static constexpr const char* k_manager = "handover";
};

/// Tasks of one chain, made by the master.
template <class E, class Manager, int k_tasks>
struct Chain : TwoWorkers<E> {
  static constexpr int k_threads = 2;
  using Base = TwoWorkers<E>;
  using typename Base::Worker;
  typename E::template plain<int> tasks_ran{0};
  int x = 0;

  Chain() : Base(managed_settings(Manager::k_manager)) {
    this->body = [](Base& program, Worker& worker) {
      auto& chain = static_cast<Chain&>(program);
      if (worker.member->seat != 0) return;
      for (int i = 0; i < k_tasks; ++i) Base::spawn_with(worker, link, &chain, {&chain.x, graph::Mode::out});
    };
  }
  static void link(void* copy) {
    auto& ran = (*static_cast<Chain**>(copy))->tasks_ran;
    ran = static_cast<int>(ran) + 1;
  }

  void thread(int id) {
    if (id != 0) return this->serve();
    this->open_and_close();
    E::require(static_cast<int>(tasks_ran) == k_tasks, "the join waits for the tasks");
    const auto& team = *this->master->member->inner;
    E::require(!team.job->has_work() && team.job->held_tasks() == 0, "no request is left");
  }
  void after() { E::require(Base::live_tasks() == 0, "the memory of every task is returned"); }
};

template <class E>
using OneMessage = Chain<E, ByMessages, 1>;
template <class E>
using TwoMessages = Chain<E, ByMessages, 2>;
template <class E>
using OneOnAStrand = Chain<E, ByStrands, 1>;
template <class E>
using TwoOnAStrand = Chain<E, ByStrands, 2>;

}  // namespace heddle::model

// State: what the engine of regions has in this process. Made with the first use, never destroyed.
#pragma once

#include <memory>
#include <string>

#include "base/cache_line.hpp"
#include "cluster/ranks.hpp"
#include "dependence/regions/manager.hpp"
#include "region/tree.hpp"
#include "regions/leaves.hpp"
#include "regions/node_bell.hpp"
#include "regions/task.hpp"
#include "runtime/tasking.hpp"

namespace heddle::regions {

using Tasking = runtime::Tasking<P>;

class State final : public dependence::RegionPort<P> {
 public:
  State() noexcept : tree_(store_), manager_(*this) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// The one of the process. @returns null, and why in the error: there is no range of addresses
  static State* get(CallError& error) {
    State* const state = made();
    if (state != nullptr) [[likely]]
      return state;
    return make(error);
  }
  /// The same if it was made.
  static State* made() noexcept {
    // order: acquire — pairs with make().
    return the_one.load(std::memory_order_acquire);
  }

  /// Around a fork: nobody makes the State.
  static void hold_making() noexcept;
  static void let_making_go() noexcept;

  region::RegionStore<P>& store() noexcept { return store_; }
  region::Tree<P>& tree() noexcept { return tree_; }
  dependence::Regions<P>& manager() noexcept { return manager_; }

  Leaves& leaves() noexcept { return leaves_; }

  /// Who has which bytes; null: there is one rank.
  cluster::Copies* copies() noexcept { return copies_.get(); }
  /// In the child of a fork, which is alone.
  void forget_ranks() noexcept { (void)copies_.release(); }

  /// Holds the root of the process for all that is no task on regions.
  EngineTask& outside() noexcept { return outside_; }

  // -- RegionPort
  void ready(dependence::RegionTask<P>& task) noexcept override;
  void over(dependence::RegionTask<P>& task) noexcept override;
  void ring(std::uint32_t node) noexcept override;

 private:
  static State* make(CallError& error);
  bool begin(CallError& error);
  static inline constinit P::atomic<State*> the_one{nullptr};

  // Of a scheduler node that has a thread. Rung by who leaves a message there.
  struct alignas(base::k_line_bytes) Bell {
    NodeBell<P> bell;
    State* state = nullptr;
    std::uint32_t node = 0;
  };
  bool start_threads(std::uint32_t nodes) noexcept;
  static void* serve_alone(void* own) noexcept;

  region::RegionStore<P> store_;
  region::Tree<P> tree_;
  dependence::Regions<P> manager_;
  Leaves leaves_;
  std::unique_ptr<cluster::Copies> copies_;
  EngineTask outside_;
  std::unique_ptr<Bell[]> bells_;
};

/// The same where the caller is no task on regions itself.
EngineTask* search_task(State& state, const process::Worker& worker) noexcept;

/// The task on regions that calls, or null.
inline EngineTask* current_task(State& state, const process::Worker& worker) noexcept {
  const RegionsData& data = regions_data(worker);
  if (data.current != nullptr && data.current_task == worker.task) [[likely]]
    return data.current;
  return search_task(state, worker);
}

/// A block for a task with so many entries and words, to be given back by forget_task(). @returns null: no memory
EngineTask* make_task(process::Worker& worker, std::uint32_t entries, std::uint32_t words) noexcept;
void forget_task(EngineTask& task) noexcept;

/// Slows a spawner that is far ahead of the others.
void hold_back(process::Worker& worker) noexcept;

}  // namespace heddle::regions

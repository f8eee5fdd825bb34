// What the engine of regions keeps of a task beside what the manager does, and what it keeps with a worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cluster/copies.hpp"
#include "dependence/regions/task.hpp"
#include "graph/held.hpp"
#include "memory/slab.hpp"
#include "process/room_data.hpp"
#include "process/types.hpp"
#include "region/heap.hpp"
#include "regions/fault.hpp"
#include "regions/task_holders.hpp"

namespace heddle::regions {

using process::P;
using Id = region::Id;
using region::EntryMode;
using region::OrderScope;
using region::QueueEntry;
using Record = region::RegionRecord<P>;

/// Calls the program's function with the words that it was spawned with.
using Call = void (*)(void* code, const std::uint64_t* words, unsigned count);

/// The number of a task that no table has: it stays on its rank.
inline constexpr std::uint32_t k_no_number = UINT32_MAX;

/// In one block: the task, its entries, its words, and what it touches.
struct EngineTask final : dependence::RegionTask<P>, graph::HoldBack<P> {
  std::uint32_t word_count = 0;
  Call call = nullptr;
  union {
    void* code = nullptr;
    process::Worker* waiter;  // of a wait
  };
  std::uint64_t* words = nullptr;
  std::uint32_t number = k_no_number;  // of its body in the run's table
  std::uint32_t use_count = 0;
  cluster::DataUse* uses = nullptr;       // what it touches, where there are several ranks
  TaskHolders<P> holders;                 // its siblings, its regions
  P::atomic<bool> told{false};            // of a wait: its arguments are there
  std::uint8_t size_class = 0;            // of its block
  std::uint16_t leaf = UINT16_MAX;        // whose load it is (leaves.hpp)
  std::uint16_t forks = 0;                // in which process, by Leaves::forks_, it is counted there
  memory::Slab<P>* block_home = nullptr;  // where its block goes back to; null: it is too large for one
  process::Task* task = nullptr;
  process::Team* team = nullptr;

  bool siblings_let_go(process::Task& task) noexcept override;
  void ended(process::Task& task) noexcept override;
};

class LeafView;

struct RegionsData {
  region::Hands<P> hands;
  // Blocks of tasks on regions. Not the worker's own slab: what lies there holds engine's tasks for ever, at which
  // thieves and the report of a standstill look whether they are there or not (memory/README.md). Up to a batch of
  // another one's blocks stays here while the worker sleeps.
  memory::Slab<P> blocks;
  EngineTask* current = nullptr;                // the task on regions whose body runs on top of this stack
  const process::Task* current_task = nullptr;  // and the engine's task of it: others may lie above
  std::uint64_t spawned = 0;
  std::int64_t immovable = 0;    // pending tasks that nothing seems to move: the window stands on top of them
  std::uint64_t next_doubt = 0;  // how many spawned when it next doubts that
  // Of the task whose body is `current`: on which rank it runs, and on which worker there (partner.hpp).
  unsigned rank = 0;
  unsigned far_worker = 0;
  bool answered = false;          // the wait that the far worker has asked for
  LeafView* leaf_view = nullptr;  // null until it has placed or ended a task where there are several leaves
  std::string last_failure;       // of heddle/region.h
};

inline RegionsData& regions_data(const process::Worker& worker) noexcept {
  return process::RoomData<RegionsData, process::Keeper::regions>::of(worker);
}

}  // namespace heddle::regions

// Leaves: under which leaf of the tree of scheduler nodes a task had better run, and on which seat: by where its data
// were written last, and who has how much to do (schedule/balance).
//
// A team's seats are the leaves' in turn, each leaf's beside each other. From the task's home down a child is chosen at
// each node; under the leaf the worker that has made the task ready if it is one of that leaf's, else one of them in
// turn. It is a preference: who has found nothing for some microseconds takes the task all the same. With one leaf
// there is nothing to choose, and nothing is counted.
//
// Departures from the paper: loads are read where they are counted, so no message reports them; the bytes of a region
// are those of its own objects, those of regions in it count where they are named themselves; and what has been written
// since as part of a larger region is known by time stamps, not by a walk over all parts.
// Everything here is a hint: loads, locations and stamps are read and written without order. Any thread.
#pragma once

#include <memory>

#include "base/cache_line.hpp"
#include "dependence/regions/manager.hpp"
#include "regions/task.hpp"

namespace heddle::regions {

class Leaves {
 public:
  /// @param locality  p of T = pL + (100 - p)B. @returns false: no memory
  bool begin(dependence::Regions<P>& manager, std::uint32_t locality) noexcept;

  bool several() const noexcept { return count_ > 1; }

  /// A ready task: chooses, counts it as load, notes what it will have written. @pre several()
  void place(const process::Worker& worker, EngineTask& task) noexcept;
  /// The task is over.
  void over(EngineTask& task) noexcept;

  /// The leaf that a task with these arguments had better run under.
  std::uint32_t choose(const EngineTask& task) noexcept;

  /// In the child of a fork: nothing runs or is queued.
  void forget_all() noexcept {
    // order: relaxed — one thread.
    for (std::uint32_t leaf = 0; leaf < count_; ++leaf) leaves_[leaf].load.store(0, std::memory_order_relaxed);
  }

  /// The leaf of a worker; 0 where there is one leaf.
  std::uint32_t leaf_of(const process::Worker& worker) const noexcept;
  /// What is made there lies under that leaf.
  static void locate(OrderScope& scope, std::uint32_t leaf) noexcept;
  /// The leaf under which the scope, or one around it, was written last.
  static std::uint32_t location_of(OrderScope& scope) noexcept;

  std::uint32_t count() const noexcept { return count_; }
  /// Tasks that run there or are queued for it.
  std::uint32_t load(std::uint32_t leaf) const noexcept {
    // order: relaxed — a hint.
    return leaves_[leaf].load.load(std::memory_order_relaxed);
  }

 private:
  struct Range {
    std::uint32_t first;
    std::uint32_t end;
  };
  // A line each: workers of a leaf end its tasks.
  struct alignas(base::k_line_bytes) Leaf {
    P::atomic<std::uint32_t> load{0};
    P::atomic<std::uint32_t> turn{0};  // of its seats
  };

  Range leaves_under(std::uint32_t node) const noexcept;
  Range seats_of(std::uint32_t leaf, std::uint32_t size) const noexcept;

  dependence::Regions<P>* manager_ = nullptr;
  std::uint32_t count_ = 1;
  std::uint32_t first_ = 0;  // the node of leaf 0: leaves are the last nodes
  std::uint32_t locality_ = 0;
  std::unique_ptr<Leaf[]> leaves_;
  std::unique_ptr<P::atomic<std::uint32_t>[]> winners_;  // by node: the child chosen last
};

}  // namespace heddle::regions

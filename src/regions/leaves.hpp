// Leaves: under which leaf of the tree of scheduler nodes a task had better run, and on which seat: by where its data
// were written last, and who has how much to do (schedule/balance).
//
// A team's seats are the leaves' in turn, each leaf's beside each other. From the task's home down a child is chosen at
// each node; under the leaf the worker that has made the task ready if it is one of that leaf's, else one of them in
// turn. It is a preference: who has found nothing for some microseconds takes the task all the same. With one leaf
// there is nothing to choose, and nothing is counted.
//
// Departures from the paper: loads are counted by worker (leaf_view.hpp) and summed up, so no message reports them; the
// bytes of a region are those of its own objects, those of regions in it count where they are named themselves; and
// what has been written since as part of a larger region is known by time stamps, not by a walk over all parts.
// Everything here is a hint: loads, locations and stamps are read and written without order. Any thread.
#pragma once

#include <cstdint>

#include "dependence/regions/manager.hpp"
#include "regions/leaf_view.hpp"
#include "regions/task.hpp"

namespace heddle::regions {

class Leaves {
 public:
  /// @param locality  p of T = pL + (100 - p)B
  void begin(dependence::Regions<P>& manager, std::uint32_t locality) noexcept;

  bool several() const noexcept { return count_ > 1; }

  /// A ready task: chooses, counts it as load, notes what it will have written. @pre several()
  void place(const process::Worker& worker, EngineTask& task) noexcept;
  /// The task is over. @param worker  the caller's data
  void over(RegionsData& worker, EngineTask& task) noexcept;

  /// The leaf that a task with these arguments had better run under, as the worker sees it.
  std::uint32_t choose(LeafView& view, const EngineTask& task) const noexcept;
  /// The task is a load there from now on.
  void count(LeafView& view, EngineTask& task, std::uint32_t leaf) const noexcept;
  /// What the worker with these data knows. @returns null: no memory
  LeafView* view_of(RegionsData& worker) noexcept { return views_.of(worker.leaf_view); }

  /// Around a fork. In the child nothing runs or is queued but what the forking thread is in, which is not counted.
  void lock() noexcept { views_.lock(); }
  void unlock() noexcept { views_.unlock(); }
  void forget_all() noexcept {
    ++forks_;
    views_.forget_all();
  }

  /// The leaf of a worker; 0 where there is one leaf.
  std::uint32_t leaf_of(const process::Worker& worker) const noexcept;
  /// The first of the seats of a leaf in a team of that size.
  std::uint32_t first_seat_of(std::uint32_t leaf, std::uint32_t size) const noexcept {
    return seats_of(leaf, size).first;
  }
  /// What is made there lies under that leaf.
  static void locate(OrderScope& scope, std::uint32_t leaf) noexcept;
  /// The leaf under which the scope, or one around it, was written last.
  static std::uint32_t location_of(OrderScope& scope) noexcept;

  std::uint32_t count() const noexcept { return count_; }
  /// Tasks that run there or are queued for it.
  std::uint32_t load(std::uint32_t leaf) const noexcept { return views_.load(leaf); }

 private:
  struct Range {
    std::uint32_t first;
    std::uint32_t end;
  };
  Range leaves_under(std::uint32_t node) const noexcept;
  Range seats_of(std::uint32_t leaf, std::uint32_t size) const noexcept;

  dependence::Regions<P>* manager_ = nullptr;
  std::uint32_t count_ = 1;
  std::uint32_t first_ = 0;  // the node of leaf 0: leaves are the last nodes
  std::uint32_t locality_ = 0;
  std::uint16_t forks_ = 0;  // that led to this process
  LeafViews views_;
};

}  // namespace heddle::regions

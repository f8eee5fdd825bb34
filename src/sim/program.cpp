#include "sim/program.hpp"

#include <algorithm>

#include "graph/order_sets.hpp"
#include "graph/same_address.hpp"

namespace heddle::sim {

namespace {

/// When all tasks of a set will have ended.
struct EndedTasks {
  std::uint64_t at = 0;
  bool empty() const noexcept { return at == 0; }
};

/// One pass in the order of creation, with as many cores as there are tasks.
class LongestPath {
 public:
  LongestPath(const Program& program, const MemoryPace& pace)
      : program_(program), pace_(pace), children_(program.tasks.size() + 1) {
    for (TaskIndex task = 0; task < program.tasks.size(); ++task)
      children_[slot(program.tasks[task].parent)].push_back(task);
  }

  std::uint64_t of_program() {
    return play(k_root, 0, {program_.own_ns, pace_.least_ns(program_.own_ns)}, program_.waits).subtree;
  }

 private:
  struct End {
    std::uint64_t body = 0;     // when its own code has ended
    std::uint64_t subtree = 0;  // and all that descends from it
  };
  /// A body as recorded, and what it takes with what it moves: evenly, as it moves evenly.
  struct Own {
    std::uint64_t recorded = 0;
    std::uint64_t taken = 0;

    std::uint64_t at(std::uint64_t offset) const noexcept {
      if (taken == recorded || recorded == 0) return offset;
      return static_cast<std::uint64_t>(static_cast<double>(offset) / static_cast<double>(recorded) *
                                        static_cast<double>(taken));
    }
  };
  using Domain = graph::OrderSets<EndedTasks>;

  std::size_t slot(TaskIndex task) const { return task == k_root ? program_.tasks.size() : task; }

  End play(TaskIndex task, std::uint64_t start, const Own& own, const std::vector<WaitPoint>& waits) {
    Domain domain;
    std::uint64_t delay = 0;  // by waits, so far
    End children;
    auto wait = waits.begin();
    const auto pass_waits = [&](std::uint64_t offset) {
      for (; wait != waits.end() && wait->offset_ns <= offset; ++wait) {
        const std::uint64_t at = start + own.at(std::min(wait->offset_ns, own.recorded)) + delay;
        if (children.body > at) delay += children.body - at;
      }
    };
    for (const TaskIndex child : children_[slot(task)]) {
      const ProgramTask& what = program_.tasks[child];
      if (what.offset_ns != 0) pass_waits(what.offset_ns - 1);
      const std::uint64_t created = start + own.at(what.offset_ns) + delay;
      const End end = play_child(child, created, domain);
      children.body = std::max(children.body, end.body);
      children.subtree = std::max(children.subtree, end.subtree);
      if (what.undeferred && end.body > created) delay += end.body - created;
    }
    pass_waits(UINT64_MAX);
    const std::uint64_t body = start + own.taken + delay;
    return {body, std::max(body, children.subtree)};
  }

  End play_child(TaskIndex child, std::uint64_t created, Domain& domain) {
    const ProgramTask& what = program_.tasks[child];
    std::uint64_t start = created;
    std::vector<graph::Access> accesses = what.accesses;
    graph::join_same(accesses);
    for (const graph::Access& access : accesses) {
      domain.for_each_before(access, [&](const EndedTasks& set) { start = std::max(start, set.at); });
    }
    const End end = play(child, start, {what.duration_ns, pace_.least_ns(what)}, what.waits);
    for (const graph::Access& access : accesses) {
      EndedTasks& set = domain.enter(access);
      set.at = std::max(set.at, end.body);
    }
    return end;
  }

  const Program& program_;
  const MemoryPace& pace_;
  std::vector<std::vector<TaskIndex>> children_;
};

}  // namespace

void ProgramLoop::add_up() {
  sums.assign(1, 0);
  for (const LoopPart& part : parts) sums.push_back(sums.back() + part.ns);
}

std::uint64_t ProgramLoop::below(std::uint64_t iteration) const noexcept {
  if (iteration >= trip) return work_ns();
  const auto after = std::upper_bound(parts.begin(), parts.end(), iteration,
                                      [](std::uint64_t number, const LoopPart& part) { return number < part.first; });
  const auto at = static_cast<std::size_t>(after - parts.begin()) - 1;
  const LoopPart& part = parts[at];
  const double share = static_cast<double>(iteration - part.first) / static_cast<double>(part.last - part.first);
  return sums[at] + static_cast<std::uint64_t>(share * static_cast<double>(part.ns));
}

std::uint64_t ProgramLoop::least_ns() const noexcept {
  std::uint64_t longest = 0;
  for (const LoopPart& part : parts) longest = std::max(longest, part.ns / (part.last - part.first));
  return longest;
}

std::uint64_t LoopRegion::work_ns() const noexcept {
  std::uint64_t sum = after_ns;
  for (const ProgramLoop& loop : loops) sum += loop.before_ns + loop.work_ns();
  return sum;
}

// Loops without a barrier behind them may overlap.
std::uint64_t LoopRegion::least_ns() const noexcept {
  std::uint64_t sum = after_ns;
  for (const ProgramLoop& loop : loops) sum += loop.before_ns + (loop.nowait ? 0 : loop.least_ns());
  return sum;
}

std::uint64_t Program::work_ns() const noexcept {
  std::uint64_t sum = own_ns;
  for (const ProgramTask& task : tasks) sum += task.duration_ns;
  for (const LoopRegion& region : regions) sum += region.work_ns();
  return sum;
}

std::uint64_t Program::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const ProgramTask& task : tasks) sum += task.bytes;
  return sum;
}

std::uint64_t MemoryPace::least_ns(std::uint64_t ns, double bytes) const noexcept {
  if (core_bytes_per_ns == 0) return ns;
  return std::max(ns, static_cast<std::uint64_t>(bytes / core_bytes_per_ns));
}

std::uint64_t MemoryPace::least_ns(std::uint64_t ns) const noexcept {
  return least_ns(ns, static_cast<double>(ns) * usual_bytes_per_ns);
}

std::uint64_t MemoryPace::least_ns(const ProgramTask& task) const noexcept {
  if (task.bytes == 0 || !sizes_count) return least_ns(task.duration_ns);
  return least_ns(task.duration_ns, static_cast<double>(task.bytes));
}

std::uint64_t Program::critical_path_ns(const MemoryPace& pace) const {
  std::uint64_t sum = LongestPath(*this, pace).of_program();
  for (const LoopRegion& region : regions) sum += pace.least_ns(region.least_ns());
  return sum;
}

}  // namespace heddle::sim

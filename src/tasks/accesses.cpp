#include "tasks/accesses.hpp"

#include "graph/range_keys.hpp"
#include "graph/same_address.hpp"
#include "graph/task_memory.hpp"
#include "probe/unseen.hpp"
#include "process/process.hpp"
#include "runtime/tasking.hpp"

namespace heddle::tasks {

namespace {

using P = platform::Threads;

static_assert(static_cast<int>(graph::Mode::in) == HEDDLE_IN && static_cast<int>(graph::Mode::out) == HEDDLE_OUT &&
              static_cast<int>(graph::Mode::inoutset) == HEDDLE_CONCURRENT &&
              static_cast<int>(graph::Mode::mutexinoutset) == HEDDLE_COMMUTATIVE);

bool overlap(const heddle_access& one, const heddle_access& other) noexcept {
  return graph::overlap(graph::range_of(one.address, one.bytes), graph::range_of(other.address, other.bytes));
}

std::uint32_t mode_of(const heddle_access& access) noexcept { return access.mode & ~(HEDDLE_NEAR | HEDDLE_WEAK); }

graph::Access plain(const heddle_access& access) noexcept {
  void* const address = access.address == nullptr ? &graph::null_address : const_cast<void*>(access.address);
  return {address, static_cast<graph::Mode>(mode_of(access)), access.bytes};
}

}  // namespace

int check_accesses(const heddle_access* accesses, std::size_t count) noexcept {
  if (count == 0) return HEDDLE_OK;
  if (accesses == nullptr || count > UINT32_MAX / sizeof(graph::Record<P>)) return HEDDLE_NULL_BODY;
  for (std::size_t at = 0; at < count; ++at) {
    if (mode_of(accesses[at]) > HEDDLE_COMMUTATIVE) return HEDDLE_BAD_OPTION;
    if (mode_of(accesses[at]) == HEDDLE_IN) continue;
    for (std::size_t before = 0; before < at; ++before) {
      if (mode_of(accesses[before]) != HEDDLE_IN && overlap(accesses[before], accesses[at])) return HEDDLE_OVERLAP;
    }
  }
  return HEDDLE_OK;
}

bool weak_ones_stand_alone(const heddle_access* accesses, std::size_t count) noexcept {
  for (std::size_t one = 0; one < count; ++one) {
    for (std::size_t other = 0; other < one; ++other) {
      const bool weak = ((accesses[one].mode | accesses[other].mode) & HEDDLE_WEAK) != 0;
      const bool writes = mode_of(accesses[one]) != HEDDLE_IN || mode_of(accesses[other]) != HEDDLE_IN;
      if (weak && writes && overlap(accesses[one], accesses[other])) return false;
    }
  }
  return true;
}

Accesses::Accesses(process::Worker& worker, const heddle_access* accesses, std::size_t count, std::uint32_t flags) {
  if ((flags & HEDDLE_TASK_RANGES) != 0) {
    process::Task& parent = runtime::Tasking<P>::settle(worker);
    const auto runs = [&worker](const void* one) {
      // order: relaxed — only this worker writes its own address there. Blocks of tasks stay blocks of tasks.
      return static_cast<const process::Task*>(one)->runner.load(std::memory_order_relaxed) == &worker;
    };
    const probe::Unseen unseen;  // workers pass from thread to thread, with what they know of ranges
    // ThreadSanitizer is told of order by keys, and does not know that a child is over that nobody has waited for.
    const std::uint64_t id = probe::looked_at() && worker.recorder != nullptr ? graph::trace_id(parent) : 0;
    graph::RangeKeys& keys = process::Process::data(worker).range_keys.of(&parent, parent.children.none(), id, runs);
    for (std::size_t at = 0; at < count; ++at) keys.add(plain(accesses[at]), many_);
    graph::join_same(many_);
    keys.settle(many_);  // nothing can fail any more
    count_ = static_cast<std::uint32_t>(many_.size());
    return;
  }
  count_ = static_cast<std::uint32_t>(count);
  if (count > few_.size()) many_.resize(count);
  graph::Access* const list = many_.empty() ? few_.data() : many_.data();
  for (std::size_t at = 0; at < count; ++at) {
    list[at] = plain(accesses[at]);
    if ((accesses[at].mode & HEDDLE_WEAK) != 0) list[at].bytes = 0;  // its children move them, and say so
  }
}

}  // namespace heddle::tasks

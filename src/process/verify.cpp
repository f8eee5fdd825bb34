// Looks at depend clauses, see verify.hpp.
#include "process/verify.hpp"

#include <vector>

#include "graph/domain.hpp"
#include "process/process.hpp"
#include "process/verify_report.hpp"
#include "runtime/tasking.hpp"

namespace heddle::process {

namespace {

using P = platform::Threads;
using graph::Access;
using graph::NamedRange;
using graph::NamedRanges;

NamedRange range_of(const Access& access, const void* place, const Group* group) noexcept {
  return {
      .first = reinterpret_cast<std::uintptr_t>(access.address), .bytes = access.bytes, .place = place, .group = group};
}

// The accesses, with the lengths that the program has given for this clause: each one counts for one clause.
std::vector<Access> with_lengths(Worker& worker, const DependClause& clause) {
  std::vector<Access> accesses(clause.accesses, clause.accesses + clause.count);
  std::vector<Access>& given = Process::data(worker).next_ranges;
  for (Access& access : accesses) {
    for (const Access& range : given) {
      if (range.address == access.address) access.bytes = range.bytes;
    }
  }
  given.clear();
  return accesses;
}

void look_for_twins(const std::vector<Access>& accesses, const void* place) {
  for (std::size_t later = 1; later < accesses.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Access& one = accesses[earlier];
      const Access& other = accesses[later];
      if (one.address == other.address && one.mode != other.mode) return report_twins(one, other, place);
    }
  }
}

void look_into_arguments(const std::vector<Access>& accesses, const DependClause& clause) {
  const auto first = reinterpret_cast<std::uintptr_t>(clause.arguments);
  for (const Access& access : accesses) {
    const auto address = reinterpret_cast<std::uintptr_t>(access.address);
    if (address >= first && address - first < clause.argument_bytes) return report_own_argument(access, clause.place);
  }
}

// What the children of the current task have named since it last waited for all of them. Barriers wait for them, too.
NamedRanges& ranges_of(Worker& worker) {
  Task& parent = runtime::Tasking<P>::settle(worker);
  if (parent.domain == nullptr) parent.domain = graph::make_domain<P>();
  if (parent.domain->named == nullptr) parent.domain->named = std::make_unique<NamedRanges>();
  const Member& member = *worker.member;
  const bool barriers_count = parent.has(graph::k_implicit);
  parent.domain->named->enter_epoch(barriers_count ? (member.region << 32) + member.barriers + 1 : 1);
  return *parent.domain->named;
}

void look_for_overlaps(Worker& worker, const std::vector<Access>& accesses, const DependClause& clause) {
  NamedRanges& named = ranges_of(worker);
  for (const Access& access : accesses) {
    const NamedRange range = range_of(access, clause.place, worker.task->group);
    named.add(range, [&](const NamedRange& other) {
      const bool ordered = clause.named == NamedBy::by_task && other.first == range.first;
      if (!ordered) report_overlap(other, range, clause.named);
    });
  }
}

}  // namespace

void verify(Worker& worker, const DependClause& clause) noexcept {
  const std::vector<Access> accesses = with_lengths(worker, clause);
  // All memory: what comes later is ordered with all that has been named.
  if (!accesses.empty() && accesses.front().address == graph::k_all_memory) return ranges_of(worker).forget();
  bool lengths = false;
  for (const Access& access : accesses) lengths = lengths || access.bytes != 0;
  if (!lengths && clause.named == NamedBy::by_construct) say_that_lengths_are_missing();
  look_for_twins(accesses, clause.place);
  look_into_arguments(accesses, clause);
  look_for_overlaps(worker, accesses, clause);
}

void verify_waits(Worker& worker) noexcept {
  const Task& parent = *worker.task;
  // An included task whose children name something has a block of its own by now (ranges_of); worker.task is that one.
  if (parent.domain != nullptr && parent.domain->named != nullptr) parent.domain->named->forget();
}

void verify_waits_of(Worker& worker, const Group* group) noexcept {
  const Task& parent = *worker.task;
  if (parent.domain != nullptr && parent.domain->named != nullptr) parent.domain->named->forget_of(group);
}

void verify_range(const void* address, std::size_t bytes) noexcept {
  if (!verifying()) return;
  constexpr std::size_t k_most =
      10'000;  // of one clause; a program that names ranges and makes no tasks fills no memory
  std::vector<Access>& given = Process::data(runtime::current()).next_ranges;
  if (given.size() < k_most) given.push_back({const_cast<void*>(address), graph::Mode::in, bytes});
}

}  // namespace heddle::process

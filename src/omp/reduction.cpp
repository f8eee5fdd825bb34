// Task reductions, and copies combined in pairs; the descriptor's layout is explained in reduction.hpp.
#include "omp/reduction.hpp"

#include "base/check.hpp"
#include "omp/construct.hpp"
#include "omp/loop.hpp"
#include "omp/tasks.hpp"
#include "probe/unseen.hpp"
#include "runtime/barrier.hpp"

namespace heddle::omp {

namespace {

enum Word : std::size_t {
  k_count = 0,
  k_bytes = 1,
  k_alignment = 2,
  k_copies = 2,
  k_next = 4,
  k_end = 6,
  k_first_variable = 7
};
constexpr std::size_t k_words_of_variable = 3;

std::size_t bytes_of_all(const ReductionWords* descriptor, std::uint32_t threads) noexcept {
  return descriptor[k_bytes] * threads;
}

void set_copies(ReductionWords* descriptor, void* copies, std::uint32_t threads) noexcept {
  descriptor[k_copies] = reinterpret_cast<ReductionWords>(copies);
  descriptor[k_end] = descriptor[k_copies] + bytes_of_all(descriptor, threads);
}

void allocate_copies(ReductionWords* descriptor, std::uint32_t threads) noexcept {
  set_copies(descriptor, allocate_zeroed(bytes_of_all(descriptor, threads), descriptor[k_alignment]), threads);
}

/// One variable of one registered construct.
struct ReductionVariable {
  const ReductionWords* descriptor = nullptr;
  const ReductionWords* variable = nullptr;
  std::size_t offset = 0;  // of the address, in a thread's copies
};

// The variable of which `address` is the original, or a place in somebody's copy.
ReductionVariable find_in(const ReductionWords* descriptor, ReductionWords address) noexcept {
  const bool copy = address >= descriptor[k_copies] && address < descriptor[k_end];
  const std::size_t offset = copy ? (address - descriptor[k_copies]) % descriptor[k_bytes] : 0;
  const ReductionWords* variable = descriptor + k_first_variable;
  for (std::size_t i = 0; i < descriptor[k_count]; ++i, variable += k_words_of_variable) {
    if (copy ? variable[1] == offset : variable[0] == address) return {descriptor, variable, variable[1]};
  }
  return {};
}

ReductionVariable find(const Group* group, ReductionWords address) noexcept {
  for (; group != nullptr; group = group->outer) {
    const auto* descriptor = static_cast<const ReductionWords*>(group->reductions);
    for (; descriptor != nullptr; descriptor = reinterpret_cast<const ReductionWords*>(descriptor[k_next])) {
      if (const ReductionVariable found = find_in(descriptor, address); found.descriptor != nullptr) return found;
    }
  }
  return {};
}

struct ReductionRegion {
  const RegionRequest& request;
  ReductionWords* descriptor;
  unsigned threads = 1;  // written by the master
};

// What every thread of a parallel region with task reductions does. The first one in makes the copies.
void run_region_body(void* argument) noexcept {
  auto& region = *static_cast<ReductionRegion*>(argument);
  Worker& worker = runtime::current();
  const Team& team = *worker.member->team;
  if (worker.member->seat == 0) region.threads = team.size;
  if (team.size == 1) {
    allocate_copies(region.descriptor, 1);
  } else {
    enter_construct(worker, [&](ConstructShare&) noexcept { allocate_copies(region.descriptor, team.size); });
    leave_construct(worker);
  }
  taskgroup_start(worker).reductions = region.descriptor;
  region.request.body(region.request.data);
  taskgroup_end(worker);
}

}  // namespace

void register_reductions(Worker& worker, ReductionWords* descriptor) noexcept {
  Group* group = worker.task->group;
  HEDDLE_CHECK(group != nullptr, "task reductions are registered outside any taskgroup");
  allocate_copies(descriptor, worker.member->team->size);
  descriptor[k_next] = reinterpret_cast<ReductionWords>(group->reductions);
  group->reductions = descriptor;
}

void unregister_reductions(ReductionWords* descriptor) noexcept {
  const probe::Unseen unseen;
  std::free(reinterpret_cast<void*>(descriptor[k_copies]));
}

unsigned parallel_reductions(const RegionRequest& request) noexcept {
  ReductionRegion region{request, *static_cast<ReductionWords**>(request.data)};
  region.descriptor[k_next] = 0;
  RegionRequest wrapped = request;
  wrapped.body = run_region_body;
  wrapped.data = &region;
  parallel(wrapped);
  return region.threads;
}

void renew_reductions(ConstructMemory& copies, const ReductionWords* descriptor, std::uint32_t threads) noexcept {
  copies.renew(bytes_of_all(descriptor, threads), descriptor[k_alignment]);
}

void join_reductions(Worker& worker, ReductionWords* descriptor, const ConstructMemory& copies) noexcept {
  set_copies(descriptor, copies.get(), worker.member->team->size);
  descriptor[k_next] = 0;
  taskgroup_start(worker).reductions = descriptor;
}

void leave_reductions(Worker& worker, RegionIs region) noexcept {
  Member& member = *worker.member;
  MemberData& data = member_data(member);
  HEDDLE_CHECK(data.reducing != Reducing::no, "a construct without task reductions unregisters them");
  taskgroup_end(worker);
  const bool owner = data.reducing == Reducing::owner;
  data.reducing = Reducing::no;
  if (region == RegionIs::cancelled) return;  // others may still be in it; the slot is used again in another region
  if (member.team->size == 1) return data.reductions.release();
  runtime::barrier(worker);
  if (owner) team_data(*member.team).ring->content(data.number).reductions.release();
  leave_construct(worker);
}

void start_scope(Worker& worker, ReductionWords* descriptor) noexcept {
  LoopRequest request;
  request.schedule.kind = ScheduleKind::inlined;
  request.extras.reductions = descriptor;
  open_loop(worker, request);
}

void remap_task_reductions(Worker& worker, std::size_t count, std::size_t originals, void** addresses) noexcept {
  const std::size_t seat = worker.member->seat;
  for (std::size_t i = 0; i < count; ++i) {
    const ReductionVariable found = find(worker.task->group, reinterpret_cast<ReductionWords>(addresses[i]));
    HEDDLE_CHECK(found.descriptor != nullptr,
                 "a task has an in_reduction clause for what no enclosing construct reduces");
    if (i < originals) addresses[count + i] = reinterpret_cast<void*>(found.variable[0]);
    addresses[i] =
        reinterpret_cast<void*>(found.descriptor[k_copies] + found.descriptor[k_bytes] * seat + found.offset);
  }
}

// -- Copies combined in pairs.

namespace {

using P = platform::Threads;

bool is_cancelled(const Team& team) noexcept { return runtime::Barrier<P>::cancelled(team); }

// Takes the offer back, or takes it: one of the two succeeds.
bool claim(MemberData& giver, ConstructNumber number) noexcept {
  // order: acq_rel — who takes it sees the copy (pairs with give()); who takes it back is seen by nobody.
  return giver.offered.compare_exchange_strong(number, 0, std::memory_order_acq_rel, std::memory_order_relaxed);
}

void give(Worker& worker, void* copy, ConstructNumber number) noexcept {
  Team& team = *worker.member->team;
  MemberData& mine = member_data(*worker.member);
  mine.offer = copy;
  // order: release — pairs with claim(): the copy, and where it is.
  mine.offered.store(number, std::memory_order_release);
  wake_waiters(team, wait_key(&mine.offered));
  await(worker, wait_key(&mine.taken), [&] {
    // order: acquire — pairs with take(): the copy is not used any more.
    return mine.taken.load(std::memory_order_acquire) == number || (is_cancelled(team) && claim(mine, number));
  });
}

// @returns false when the giver may have left a cancelled region.
bool take(Worker& worker, MemberData& giver, ConstructNumber number, const auto& combine) noexcept {
  Team& team = *worker.member->team;
  const auto offered = [&] {
    // order: relaxed — claim() acquires.
    return giver.offered.load(std::memory_order_relaxed) == number || is_cancelled(team);
  };
  await(worker, wait_key(&giver.offered), offered);
  if (!claim(giver, number)) return false;
  combine(giver.offer);
  // order: release — pairs with give().
  giver.taken.store(number, std::memory_order_release);
  wake_waiters(team, wait_key(&giver.taken));
  return true;
}

}  // namespace

TreePlace combine_in_tree(Worker& worker, void* copy, CombineCopies combine) noexcept {
  Member& member = *worker.member;
  Team& team = *member.team;
  const ConstructNumber number = construct_number(member.region, ++member_data(member).trees);
  for (std::uint32_t step = 1; step < team.size; step *= 2) {
    if ((member.seat & step) != 0) {
      give(worker, copy, number);
      return TreePlace::inner;
    }
    if (member.seat + step >= team.size) continue;
    MemberData& giver = member_data(team.members[member.seat + step]);
    if (!take(worker, giver, number, [&](void* other) { combine(copy, other); })) return TreePlace::inner;
  }
  return TreePlace::root;
}

}  // namespace heddle::omp

#include "omp/reduction_tree.hpp"

#include "omp/construct_wait.hpp"
#include "runtime/barrier.hpp"

namespace heddle::omp {

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

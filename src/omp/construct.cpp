// Entering and leaving constructs, and their cancellation.
#include "omp/construct.hpp"

#include "base/check.hpp"
#include "process/settings.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;

// All threads that wait for the same slot, for whatever reason, wait under one key.
WaitKey slot_key(const TeamData& team, ConstructNumber number) noexcept {
  return wait_key(team.ring.get(), number % k_ring_slots);
}

// Whether everybody else has left the construct.
bool left_by_all(const Team& team, const Member& self, ConstructNumber number) noexcept {
  MemberData& data = member_data(const_cast<Member&>(self));
  if (has_reached(data.left_by_all, number)) return true;
  ConstructNumber slowest = data.number;  // this member is about to enter it, so the others may be at most there
  for (graph::Seat seat = 0; seat < team.size; ++seat) {
    if (seat == self.seat) continue;
    // order: acquire — pairs with leave_construct(): its owner uses the content no more.
    const ConstructNumber left = member_data(team.members[seat]).left.load(std::memory_order_acquire);
    if (!has_reached(left, number)) return false;
    if (has_reached(slowest, left)) slowest = left;
  }
  data.left_by_all = slowest;
  return true;
}

bool is_cancelled(const Team& team) noexcept {
  // order: acquire — pairs with the store that cancels.
  return team.cancelled.load(std::memory_order_acquire);
}

}  // namespace

void make_team_data(Team& team) {
  auto data = std::make_unique<TeamData>();
  data->members = std::make_unique<MemberData[]>(team.seats);
  if (team.seats > 1) data->ring = std::make_unique<ConstructRing<P, ConstructShare, k_ring_slots>>();
  data->loops = make_team_loops(team.seats, process::own_settings().signals);
  if (team.seats > 1) data->brief_seats.make_room(team.seats);
  data->loop_override = kind_named(process::own_settings().loop);
  for (std::uint32_t seat = 0; seat < team.seats; ++seat) {
    team.members[seat].front = &data->members[seat];
    data->members[seat].brief.join(data->brief_seats);
  }
  team.front = data.release();  // teams are never freed
}

void begin_region(Team& team) noexcept {
  if (team.size > 1) team_data(team).brief_seats.begin_region(team.region);
}

void enter_region(Member& member) noexcept {
  MemberData& data = member_data(member);
  data.singles = 0;
  data.trees = 0;
  data.loop.schedule = nullptr;
  data.loop.share = nullptr;
  data.reducing = Reducing::no;
  member.construct = 0;
}

Entry await_entry(Worker& worker, ConstructNumber number) noexcept {
  Member& member = *worker.member;
  Team& team = *member.team;
  TeamData& data = team_data(team);
  Entry entry = Entry::setting_up;
  const auto entered = [&] {
    if (entry == Entry::first || entry == Entry::joined) return true;  // asked again: a claim is made once
    entry = data.ring->try_enter(number, [&](ConstructNumber old) { return left_by_all(team, member, old); });
    if (entry == Entry::occupied) return is_cancelled(team);  // somebody may have left the region and never leave that
    return entry != Entry::setting_up;
  };
  if (!entered()) [[unlikely]]
    await(worker, slot_key(data, number), entered);
  return entry;
}

void publish_construct(Worker& worker, ConstructNumber number) noexcept {
  Team& team = *worker.member->team;
  TeamData& data = team_data(team);
  data.ring->publish(number);
  wake_waiters(team, slot_key(data, number));
}

void leave_construct(Worker& worker) noexcept {
  Team& team = *worker.member->team;
  MemberData& data = member_data(*worker.member);
  // order: release — pairs with left_by_all(): this member uses the content no more.
  data.left.store(data.number, std::memory_order_release);
  wake_waiters(team, slot_key(team_data(team), data.number));
}

void note_barrier(Worker& worker) noexcept {
  const Member& member = *worker.member;
  member_data(*worker.member).left_by_all = construct_number(member.region, member.construct);
}

[[gnu::cold]] void wake_sleeping(Team& team, WaitKey key) noexcept {
  for (graph::Seat seat = 0; seat < team.size; ++seat) {
    Member& member = team.members[seat];
    // order: relaxed — ordered by the caller's fence.
    if (member_data(member).awaits.load(std::memory_order_relaxed) == key)
      runtime::Sleepers<P>::wake(member.worker->bed);
  }
}

[[gnu::cold]] void wake_constructs(Team& team) noexcept {
  // order: fence seq_cst — as in wake_waiters().
  P::fence(std::memory_order_seq_cst);
  if (!team.sleepers.any()) return;
  for (graph::Seat seat = 0; seat < team.size; ++seat) {
    Member& member = team.members[seat];
    // order: relaxed — ordered by the fence above.
    if (member_data(member).awaits.load(std::memory_order_relaxed) != 0) runtime::Sleepers<P>::wake(member.worker->bed);
  }
}

// The construct is told by the number of barriers in front of it: one that may be cancelled ends with a barrier
// (OpenMP 5.2 §11.2: no nowait), also where GCC runs its iterations without telling us. A thread that is still in an
// earlier nowait construct never asks.
[[gnu::cold]] void cancel_construct(Worker& worker) noexcept {
  Member& member = *worker.member;
  OpenLoop& loop = member_data(member).loop;
  if (loop.schedule != nullptr) loop.schedule->stop();
  if (member.team->size == 1) return;  // whoever cancels leaves the construct at once
  // order: release — pairs with construct_cancelled(): what was done before cancelling is visible.
  team_data(*member.team).cancelled.store(member.barriers + 1, std::memory_order_release);
}

bool construct_cancelled(const Worker& worker) noexcept {
  const Member& member = *worker.member;
  // order: acquire — pairs with cancel_construct().
  return member.team->size != 1 &&
         team_data(*member.team).cancelled.load(std::memory_order_acquire) == member.barriers + 1;
}

}  // namespace heddle::omp

#include "omp/single.hpp"

#include "runtime/tasking.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;

// Tries the exchange at once where the member knows no better: a look first would fetch the line twice.
bool claim(TeamData& team, MemberData& data, ConstructNumber number) noexcept {
  ConstructNumber& claimed = data.single_seen;
  while (!has_reached(claimed, number)) {
    // order: relaxed (both) — decides who runs the block; only the barrier behind it orders what it does.
    if (team.single.compare_exchange_strong(claimed, number, std::memory_order_relaxed, std::memory_order_relaxed)) {
      claimed = number;
      return true;
    }
  }
  return false;
}

ConstructNumber current_single(const Worker& worker) noexcept {
  const Member& member = *worker.member;
  return construct_number(member.region, member_data(*worker.member).singles);
}

}  // namespace

bool start_single(Worker& worker) noexcept {
  Team& team = *worker.member->team;
  if (team.size == 1) return true;
  MemberData& data = member_data(*worker.member);
  ++data.singles;
  return claim(team_data(team), data, current_single(worker));
}

void* start_single_copy(Worker& worker) noexcept {
  if (start_single(worker)) return nullptr;
  Team& team = *worker.member->team;
  TeamData& data = team_data(team);
  const ConstructNumber number = current_single(worker);
  // order: acquire — pairs with end_single_copy(): the block's effects, and where its data lies.
  const auto copied = [&] { return data.copied.load(std::memory_order_acquire) == number; };
  // The block may have made tasks: those who wait for it run them.
  runtime::wait_for(worker, copied, runtime::Runs::any, runtime::WaitTarget::others);
  return data.copy;
}

void end_single_copy(Worker& worker, void* data) noexcept {
  Team& team = *worker.member->team;
  if (team.size == 1) return;
  TeamData& shared = team_data(team);
  shared.copy = data;
  // order: release — pairs with start_single_copy(). The fence is the Dekker pair of prepare_to_park: its second look
  // sees the store, or the sleeper is seen here.
  shared.copied.store(current_single(worker), std::memory_order_release);
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) runtime::wake_everybody(team);
}

}  // namespace heddle::omp

// Waiting inside a construct: for a turn, for an iteration, for a slot. Spins as long as the team's waits do, then
// sleeps in the worker's bed. No tasks are run meanwhile: these are no task scheduling points.
//
// A waiter says what it waits for (a key) before it lies down; who makes something happen wakes the waiters with that
// key, and pays one fence and one load while nobody sleeps. The protocol is that of runtime/sleepers.hpp.
#pragma once

#include "omp/construct.hpp"
#include "runtime/tasking.hpp"

namespace heddle::omp {

using WaitKey = std::uint64_t;

/// A key for something that lies at an address, and for a number of it. Equal keys only cost a wake-up in vain.
inline WaitKey wait_key(const void* address, std::uint64_t number = 0) noexcept {
  return (reinterpret_cast<std::uintptr_t>(address) + number * 64) | 1;  // never 0
}

/// Waits until `done()`. Whoever makes it true calls wake_waiters() with the same key.
template <class Done>
[[gnu::noinline]] void await(Worker& worker, WaitKey key, Done done) noexcept {
  MemberData& data = member_data(*worker.member);
  // order: relaxed — prepare_to_park's fence orders it before the second look; pairs with the look in wake_waiters().
  data.awaits.store(key, std::memory_order_relaxed);
  runtime::wait_for(worker, done, runtime::Runs::none, runtime::WaitTarget::others);
  // order: relaxed — only a hint from here on.
  data.awaits.store(0, std::memory_order_relaxed);
}

/// Wakes those who sleep for this key. The slow half of the next function.
void wake_sleeping(Team& team, WaitKey key) noexcept;

/// To be called after what is waited for has been made true.
inline void wake_waiters(Team& team, WaitKey key) noexcept {
  // order: fence seq_cst — the Dekker pair of prepare_to_park: the waiter's second look sees the change, or it is seen
  // here.
  platform::Threads::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) [[unlikely]]
    wake_sleeping(team, key);
}

}  // namespace heddle::omp

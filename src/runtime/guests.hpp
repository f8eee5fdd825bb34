// Guests: a team whose region stays open, and in whose seats threads sit that are not the pool's, one after the other.
//
// A seat keeps its worker as long as the team lasts, as every seat does. Who sits down becomes that worker for a while:
// the one pointer that a thread has of its own (P::self()) leads to it, and back when the thread gets up. So nothing
// else need know of guests; and a seat costs a thread no more than a store, and what keeps others out of the seat.
//
// The region's members run nothing but others' tasks: pool threads have left it, and help (between_regions.hpp); an
// empty seat has left it, too. Who is the master is a worker without a thread, which sits in seat 0.
//
// open() and close() on any thread, which keeps its own worker; sit_down() and get_up() by one thread at a time for
// each seat: the caller sees to it, with acquire and release. Nobody sits when close() is called.
#pragma once

#include "runtime/region.hpp"
#include "runtime/runtime.hpp"
#include "runtime/tasking.hpp"

namespace heddle::runtime {

template <class P>
class Guests {
 public:
  using W = Worker<P>;

  /// @param host  attached for this, and the calling thread's worker; sits in a team of its own, alone
  /// @param pool  threads of the pool  @param guests  seats for threads of the program: the last ones
  /// @returns the team, which may have fewer pool threads than asked for
  static Team<P>& open(W& host, std::uint32_t pool, std::uint32_t guests) noexcept {
    const Team<P>* const assembled = host.runtime->assemble_with_guests(host, pool, guests);
    const Launch launch{help_only, nullptr, assembled->hired, host.task->environment};
    Team<P>& team = Region<P>::open(host, launch, [](Team<P>& opened) noexcept { opened.region_front = nullptr; });
    for (Seat seat = team.size - guests; seat < team.size; ++seat) {
      Region<P>::seat_guest(team.members[seat]);
      vacate(*team.members[seat].worker);
    }
    vacate(host);
    return team;
  }

  /// Waits for all tasks, on the calling thread, which is the host's from now on: it detaches that.
  static void close(W& host, std::uint32_t guests) noexcept {
    Team<P>& team = *host.member->team;
    sit_down(host, *static_cast<W*>(P::self()));
    Region<P>::close(host);
    for (Seat seat = team.size - guests; seat < team.size; ++seat)
      Sleepers<P>::mark_gone(team.members[seat].worker->bed);  // they have no threads that the pool could use
  }

  /// The calling thread is `seat` from now on. @param own  what it was before
  static void sit_down(W& seat, W& own) noexcept {
    seat.stack_half = own.stack_half;
    seat.sits_for = &own;
    // order: relaxed — a hint for a message: the seat is not asleep.
    seat.awaits.store(WaitTarget::others, std::memory_order_relaxed);
    // order: relaxed (both) — whole in itself; who reads it too early knows nothing.
    seat.clock.store(own.clock.load(std::memory_order_relaxed), std::memory_order_relaxed);
    P::self() = &seat;
  }
  /// It is itself again. All that it has made in the seat is over, and so are the accesses of that.
  static void get_up(W& seat, W& own) noexcept {
    if (seat.reports.count != 0) Runner<P>::flush(seat);
    if (seat.task->domain != nullptr) Runner<P>::forget_children(seat, *seat.task);
    vacate(seat);
    P::self() = &own;
  }
  /// The same where tasks that were made in the seat may go on.
  static void get_up_from_tasks(W& seat, W& own) noexcept {
    if (seat.reports.count != 0) Runner<P>::flush(seat);
    vacate(seat);
    P::self() = &own;
  }

  /// Whether the calling thread sits in the team, behind whatever it has entered since, or works in it.
  static bool is_inside(const W& self, const Team<P>& team) noexcept {
    for (const W* worker = &self; worker != nullptr; worker = worker->sits_for)
      for (const Member<P>* seat = worker->member; seat != nullptr; seat = seat->team->outer)
        if (seat->team == &team) return true;
    return false;
  }

  /// Tasks that are made here are left to others, whatever they cost and however many there are.
  static void never_runs_tasks(W& seat) noexcept {
    seat.stack_half = reinterpret_cast<const char*>(UINTPTR_MAX);
    seat.member->next_look = UINT64_MAX;
  }

 private:
  static void help_only(void* /*argument*/) noexcept {}
  // Nobody waits for the time of a thread that is not there, or for what it might do.
  static void vacate(W& seat) noexcept {
    seat.sits_for = nullptr;
    // order: relaxed (both) — as in sit_down().
    seat.clock.store(0, std::memory_order_relaxed);
    seat.awaits.store(WaitTarget::nobody, std::memory_order_relaxed);
  }
};

}  // namespace heddle::runtime

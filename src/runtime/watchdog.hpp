// Stillness: a team that sleeps altogether for long says so once, with what each of its threads waits for, and goes on
// waiting: something outside may still come. A program that hangs names its own mistake that way, or ours.
//
// Costs nothing while anybody works. Who waits inside a region sleeps with an alarm, which rings after the settings'
// patience, then ever more seldom. Pool threads that wait for an order have an alarm of their own (Linger); but while
// the region that they have left has tasks and is open, they look after those inside.
//
// Called by the waiting worker itself. It sits in the team or is in as a helper, and the region is open, so the team's
// plain fields stand.
#pragma once

#include <charconv>
#include <string_view>

#include "base/message.hpp"
#include "runtime/helper.hpp"
#include "runtime/runtime.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
struct Runner;

// Linger: how long a pool thread sleeps before it asks whether it may end (Runtime::leave_pool).
//
// A process that has no more pool threads than it keeps sets no alarms: it wakes for nothing. The others ring after the
// settings' time, then ever more seldom, for what keeps a thread may be over unseen: its region, or the master's life.
// At most as many as are kept sleep without an alarm, since each of them fell asleep among so few.
//
// Called by the pool thread itself, which waits for an order. Protocol: runtime/README.md, "Leaving".
template <class P>
class Linger {
 public:
  /// Sleeps in the worker's bed, in which it has lain down, until somebody ends the nap, or the alarm does: then
  /// Worker::lingered is set.
  static void sleep(Worker<P>& worker) noexcept {
    if (!worker.runtime->has_too_many()) return Sleepers<P>::sleep(worker.bed);
    const std::uint64_t ns = worker.runtime->settings().linger_ns << rings(worker);
    if (!Sleepers<P>::nap_for(worker.bed, ns)) worker.lingered = Sleepers<P>::get_up(worker.bed);
  }

  /// The worker has been told to stay; it has carried out so many orders.
  static void stays(Worker<P>& worker, std::uint64_t orders) noexcept {
    const std::uint32_t rung = rings(worker);
    worker.rings = rung < k_most_doublings ? rung + 1 : rung;
    worker.rung_after = orders;
    worker.lingered = false;
  }

 private:
  static constexpr std::uint32_t k_most_doublings = 3;  // every eight seconds, where one is the time

  // Since its last order.
  static std::uint32_t rings(const Worker<P>& worker) noexcept {
    // order: relaxed — an order that comes just now ends the nap.
    return worker.rung_after == worker.order.number.load(std::memory_order_relaxed) ? worker.rings : 0;
  }
};

template <class P>
class Watchdog {
 public:
  /// Sleeps in the worker's bed, in which it has lain down, until somebody ends the nap, or the wait is given up.
  static void sleep(Worker<P>& worker, WaitDescription wait) noexcept {
    // order: relaxed — read by who finds the bed slept in, for a message.
    worker.awaits.store(wait.deadline_ns == 0 ? wait.what : WaitTarget::deadline, std::memory_order_relaxed);
    if (wait.deadline_ns != 0) return nap_until(worker, wait.deadline_ns);
    const std::uint64_t patience = worker.runtime->settings().patience_ns;
    if (wait.what == WaitTarget::order) {
      if (patience != 0 && sleeps_beside(worker, wait.left_region)) return;
      return Linger<P>::sleep(worker);
    }
    if (patience == 0) return Sleepers<P>::sleep(worker.bed);
    InCreator stuck;
    std::uint64_t slept = 0;
    // In two halves at first: what runs inside its creator is known to have done so for long when it is met again.
    for (std::uint64_t ns = patience / 2; !Sleepers<P>::nap_for(worker.bed, ns); ns = slept) {
      slept += ns;
      const Team<P>& team = *worker.member->team;
      if (slept < patience) {
        stuck = in_creator(team);
      } else if (asleep(team)) {
        if (!worker.runtime->may_tell_standstill()) continue;
        tell(team, slept / 1'000'000);
        worker.runtime->standstill_is_told();
      } else if (const InCreator now = in_creator(team); now.number != 0 && now == stuck) {
        if (worker.runtime->may_tell_standstill()) tell_in_creator(worker, now, ns / 1'000'000);
      } else {
        stuck = now;
      }
    }
  }

 private:
  // Nothing hangs here: the wait ends by itself, so the team does not stand still while it lasts.
  [[gnu::cold, gnu::noinline]] static void nap_until(Worker<P>& worker, std::uint64_t deadline_ns) noexcept {
    const std::uint64_t now = P::now_ns();
    if (now >= deadline_ns || !Sleepers<P>::nap_for(worker.bed, deadline_ns - now)) Sleepers<P>::get_up(worker.bed);
  }

  /// A task that runs inside its creator: the first such one of the team.
  struct InCreator {
    Seat seat = 0;
    std::uint64_t number = 0;  // 0: there is none
    graph::Body code = nullptr;
    bool operator==(const InCreator& other) const noexcept { return seat == other.seat && number == other.number; }
  };

  // While the region that the worker has left has tasks and is open, and there may be something to say. It wakes as
  // often all the time, for the next thing that it does is to ask whether it may end. @returns whether its nap has
  // ended
  [[gnu::cold, gnu::noinline]] static bool sleeps_beside(Worker<P>& worker, std::uint64_t region) noexcept {
    const std::uint64_t ns = worker.runtime->settings().patience_ns / 2;
    InCreator stuck;
    while (Helper<P>::is_open(worker, region) && !worker.runtime->standstill_told()) {
      if (Sleepers<P>::nap_for(worker.bed, ns)) return true;
      if (!Helper<P>::enter(worker, region)) break;
      if (Helper<P>::is_open(worker, region)) look_inside(worker, stuck, ns);
      Helper<P>::leave_again(worker, region);
    }
    return false;
  }

  // Where all sleep, those inside say so.
  static void look_inside(Worker<P>& worker, InCreator& stuck, std::uint64_t ns) noexcept {
    const Team<P>& team = *worker.member->team;
    const InCreator now = in_creator(team);
    if (now.number != 0 && now == stuck && !asleep(team) && worker.runtime->may_tell_standstill())
      tell_in_creator(worker, now, ns / 1'000'000);
    stuck = now;
  }

  static InCreator in_creator(const Team<P>& team) noexcept {
    for (Seat seat = 0; seat < team.size; ++seat) {
      const Member<P>& member = team.members[seat];
      // order: relaxed (both) — hints for a message; a number that is met twice seconds apart has its code beside it.
      const std::uint64_t number = member.in_creator.load(std::memory_order_relaxed);
      if (number != 0) return {seat, number, member.code_in_creator.load(std::memory_order_relaxed)};
    }
    return {};
  }

  // Its creator may be what it waits for: then nothing moves any more.
  [[gnu::cold, gnu::noinline]] static void tell_in_creator(Worker<P>& worker, const InCreator& what,
                                                           std::uint64_t ms) noexcept {
    const Team<P>& team = *worker.member->team;
    std::uint32_t idle = 0;
    for (Seat seat = 0; seat < team.size; ++seat) {
      if (team.sleepers.rest_here(team.members[seat].worker->bed) != Rest::awake) ++idle;
    }
    char place[256] = "";
    if (const auto place_of = worker.runtime->hooks().place_of; place_of != nullptr)
      place_of(what.code, place, sizeof place);
    base::warn({"a task", place[0] != '\0' ? " made at " : "", place, " has run inside its creator, thread ",
                Digits(what.seat), ", for more than ", Digits(ms), " ms while ", Digits(idle),
                idle == 1 ? " thread idles" : " threads idle",
                "; if it waits for what its creator does next, it waits for ever: ",
                what.number >= Member<P>::k_by_window ? "HEDDLE_WINDOW=unlimited" : "HEDDLE_INLINE=off",
                " lets such tasks be run by others. This is said once"});
    worker.runtime->standstill_is_told();
  }

  /// A number as text, on the stack.
  class Digits {
   public:
    explicit Digits(std::uint64_t number) noexcept : end_(std::to_chars(text_, text_ + sizeof text_, number).ptr) {}
    operator std::string_view() const noexcept { return {text_, static_cast<std::size_t>(end_ - text_)}; }

   private:
    char text_[20];  // 2^64 has twenty digits
    const char* end_;
  };

  // Whether nobody will move anything. One that sleeps in a team of its own is that team's affair.
  static bool asleep(const Team<P>& team) noexcept {
    for (Seat seat = 0; seat < team.size; ++seat) {
      const WaitTarget what = awaited(team, seat);
      if (what == WaitTarget::nobody) continue;
      if (what == WaitTarget::deadline) return false;
      if (team.sleepers.rest_here(team.members[seat].worker->bed) == Rest::awake) return false;
    }
    return true;
  }

  static WaitTarget awaited(const Team<P>& team, Seat seat) noexcept {
    // order: relaxed — of a bed that was found slept in, by an acquire, what it is slept in for; else a hint.
    return team.members[seat].worker->awaits.load(std::memory_order_relaxed);
  }

  static std::string_view name_of(WaitTarget what) noexcept {
    switch (what) {
      case WaitTarget::order:
        return "has left the region";
      case WaitTarget::barrier:
        return "waits at a barrier or at the region's end";
      case WaitTarget::children:
        return "waits for its child tasks (taskwait)";
      case WaitTarget::group:
        return "waits at the end of a taskgroup";
      case WaitTarget::predecessors:
        return "waits for what a task depends on";
      case WaitTarget::nobody:
        return "is an empty seat of an arena";
      case WaitTarget::deadline:
      case WaitTarget::others:
        break;
    }
    return "waits for another thread of its team";
  }

  [[gnu::cold, gnu::noinline]] static void tell(const Team<P>& team, std::uint64_t patience_ms) noexcept {
    // order: acquire — pairs with who sets it: what it uses.
    const auto teller = team.runtime->standstill_teller.load(std::memory_order_acquire);
    if (teller != nullptr && teller(team, patience_ms)) return;
    const std::int64_t tasks = Runner<P>::pending(team);
    // order: relaxed — a hint.
    const std::uint32_t events = team.events.load(std::memory_order_relaxed);
    base::warn({"nothing has moved for ", Digits(patience_ms), " ms in a parallel region of ", Digits(team.size),
                team.size == 1 ? " thread" : " threads",
                "; tasks not finished: ", Digits(tasks < 0 ? 0 : static_cast<std::uint64_t>(tasks)),
                ", of these waiting for omp_fulfill_event: ", Digits(events)});
    for (Seat first = 0, end = 0; first < team.size; first = end) {
      const WaitTarget what = awaited(team, first);
      for (++end; end < team.size && awaited(team, end) == what;) ++end;
      if (end - first == 1) {
        base::warn({"  thread ", Digits(first), " ", name_of(what)});
      } else {
        base::warn({"  each of the threads ", Digits(first), " to ", Digits(end - 1), " ", name_of(what)});
      }
    }
    base::warn({"they go on waiting; this is said once. HEDDLE_PATIENCE sets after how many seconds, 0: never"});
  }
};

}  // namespace heddle::runtime

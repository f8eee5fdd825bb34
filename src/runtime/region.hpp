// Region: opening a parallel region on a team, closing it, and what workers do in between regions.
//
// A master orders each worker of its team to a seat, runs its own share, and waits until all have left. A worker that
// has left does not wait for the others: it goes back to waiting for its next order, and meanwhile helps with tasks
// that slower members of its last region still make. Helping out is announced in the seat (Member::left), and the
// master closes a region with tasks only when nobody helps any more; so no worker ever touches the queues of a region
// that is not its own. Model: tests/model/region_test.cpp.
#pragma once

#include "platform/spins.hpp"
#include "runtime/barrier.hpp"
#include "runtime/runtime.hpp"
#include "runtime/tasking.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

/// What the opener of a region asks for.
struct Launch {
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
  std::uint32_t threads = 1;    // at least 1; may become fewer, see Team::size
  void* environment = nullptr;  // of the implicit tasks
};

template <class P>
class Region {
 public:
  using W = Worker<P>;

  /// Opens a region: from here on the caller sits in seat 0 of the team, the others run the body.
  /// `prepare(team)` is called before anybody starts.
  template <class Prepare>
  static Team<P>& open(W& master, const Launch& launch, Prepare prepare) noexcept {
    Tasking<P>::settle(master);
    if (master.reports.count != 0) Tasking<P>::flush(master);  // they count in the outer team
    Member<P>& outer = *master.member;
    Team<P>* team = outer.inner;
    if (team == nullptr || team->capacity < launch.threads) [[unlikely]] {
      team = master.runtime->assemble(master, launch.threads);
    }
    ++team->region;
    team->barrier_base = team->members[0].barriers;
    team->outer_task = master.task;
    if (Barrier<P>::cancelled(*team)) [[unlikely]]
      clear_cancellation(*team);
    set_up(*team, outer, launch.threads);
    prepare(*team);
    if (master.recorder != nullptr) [[unlikely]]
      Tasking<P>::note_opens(master, *team, launch.threads);
    if (team->size > 1) order_all(*team, launch, master.task);
    take_seat(master, team->members[0], {launch.environment, master.task, team->region, team->barrier_base});
    return *team;
  }

  /// Closes the region that open() opened: waits for all members and all tasks.
  static void close(W& master) noexcept {
    Team<P>& team = *master.member->team;
    if (master.reports.count != 0) Tasking<P>::flush(master);
    if (master.recorder != nullptr) [[unlikely]]
      Tasking<P>::note_closes(master);
    if (team.size == 1) {
      Barrier<P>::wait(master, Barrier<P>::Leave::complete_only);
    } else {
      wait_for_all(master, team);
    }
    // order: acquire — pairs with fulfill(): who has ended a task for us has looked at the team for the last time.
    if (team.outsiders.load(std::memory_order_acquire) != 0) [[unlikely]] {
      P::spin_until(team.outsiders, [](std::uint32_t count) { return count == 0; }, platform::Spins::unbounded());
    }
    if (Barrier<P>::tasking(team)) Dispatcher<P>::drain(master);  // no request of this region is met in the next
    leave_seat(master);
    if (master.recorder != nullptr) [[unlikely]]
      return go_back_noted(master, team);
    go_back(master, team);
  }

  /// What a pool thread keeps in mind between regions. Not to be asked of its last team, which may be somebody else's.
  struct Standby {
    std::uint64_t orders = 0;  // carried out
    std::uint64_t region = 0;  // the number, in its team, of the region it left last
    Patience<P> patience{0, false, nullptr};
  };

  /// What a pool thread does until it is dismissed.
  static void serve(W& worker) noexcept {
    for (Standby standby; serve_one(worker, standby);) continue;
  }

  /// Waits for the next order and carries it out. @returns false when there is nothing more to do
  static bool serve_one(W& worker, Standby& standby) noexcept {
    wait_for_order(worker, standby);
    const Order<P>& order = worker.order;
    if (order.body == nullptr) [[unlikely]]
      return false;
    take_seat(worker, *order.member, {order.environment, order.parent_task, order.region, order.barrier_base});
    if (worker.recorder != nullptr) [[unlikely]] {
      Tasking<P>::call_noted(worker, order.body, order.argument);
    } else {
      order.body(order.argument);
    }
    leave(worker, standby);
    return true;
  }

  /// The last order of a pool thread that has no team: it ends, and forgets its worker.
  static void dismiss(W& worker) noexcept {
    worker.order.body = nullptr;
    // order: relaxed, release — as in order_all(), for the one who took the worker from the list of idle ones.
    worker.order.number.store(worker.order.number.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    // order: fence seq_cst — as in order_all().
    P::fence(std::memory_order_seq_cst);
    Sleepers<P>::wake(worker.bed);
  }

 private:
  static void go_back(W& master, const Team<P>& team) noexcept {
    master.member = team.outer;
    master.task = team.outer_task;
    master.may_seek = team.outer->team->counts_seekers;
  }
  [[gnu::cold, gnu::noinline]] static void go_back_noted(W& master, Team<P>& team) noexcept {
    Tasking<P>::note_left(master);
    go_back(master, team);
    Tasking<P>::note_closed(master, team);
  }

  // Lines that the members have in their caches stay there as long as the regions are alike.
  template <class T>
  static void change(T& field, T value) noexcept {
    if (field != value) field = value;
  }

  static void set_up(Team<P>& team, Member<P>& outer, std::uint32_t threads) noexcept {
    const std::uint32_t size = threads < team.capacity ? threads : team.capacity;
    const Settings& settings = team.runtime->settings();
    if (team.job != nullptr && team.size != size) [[unlikely]]
      team.job->resize(size);
    change(team.size, size);
    change(team.outer, &outer);
    change(team.level, outer.team->level + 1);
    change(team.active_level, outer.team->active_level + (size > 1 ? 1 : 0));
    change(team.enough, settings.enough(size));
    change(team.spin_ns, size <= settings.processors ? settings.spin_ns : settings.crowded_spin_ns);
    change(team.counts_seekers, Seeking<P>::pays(team));
  }

  static void order_all(Team<P>& team, const Launch& launch, graph::Task<P>* parent) noexcept {
    for (Seat seat = 1; seat < team.size; ++seat) {
      Order<P>& order = team.members[seat].worker->order;
      order.member = &team.members[seat];
      order.body = launch.body;
      order.argument = launch.argument;
      order.environment = launch.environment;
      order.parent_task = parent;
      order.region = team.region;
      order.barrier_base = team.barrier_base;
      // order: relaxed, release — only masters write it, one at a time; pairs with wait_for_order(): the order's
      // fields.
      order.number.store(order.number.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }
    // order: fence seq_cst — the Dekker pair of lie_down: a worker sees its order, or its nap is seen here.
    P::fence(std::memory_order_seq_cst);
    for (Seat seat = 1; seat < team.size; ++seat) Sleepers<P>::wake(team.members[seat].worker->bed);
  }

  struct Sitting {
    void* environment;
    graph::Task<P>* parent;
    std::uint64_t region;
    std::uint64_t barrier_base;
  };

  static void take_seat(W& worker, Member<P>& member, const Sitting& sitting) noexcept {
    graph::Task<P>* const parent = sitting.parent;
    worker.member = &member;
    graph::Task<P>& task = member.implicit;
    // order: relaxed (all) — the seat's own thread; thieves that meet the task's children were handed them later.
    task.parent.store(parent, std::memory_order_relaxed);
    task.depth.store(parent->depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    task.runner.store(&worker, std::memory_order_relaxed);
    task.group = nullptr;
    task.environment = sitting.environment;
    task.flags = graph::k_implicit;
    task.children.reset();
    worker.task = &task;
    worker.producer.pause();
    worker.may_seek = member.team->counts_seekers;
    member.construct = 0;
    member.region = sitting.region;
    member.barriers = sitting.barrier_base;
    if (worker.recorder != nullptr) [[unlikely]]
      Tasking<P>::note_seated(worker, member.team->size);
    worker.runtime->hooks().region_entered(member);
  }

  // All tasks of the region are done.
  static void leave_seat(W& worker) noexcept {
    graph::Task<P>& task = worker.member->implicit;
    if (task.domain == nullptr) [[likely]]
      return;
    Tasking<P>::forget_children(worker, task);
  }

  static void leave(W& worker, Standby& standby) noexcept {
    Member<P>& member = *worker.member;
    Team<P>& team = *member.team;
    Tasking<P>::flush(worker);
    W& master = *team.master;  // all plain fields are read before the seat is left
    standby.region = member.region;
    standby.patience = patience_of(worker);
    ++standby.orders;
    if (worker.recorder != nullptr) [[unlikely]]
      Tasking<P>::note_left(worker);
    // order: seq_cst — release pairs with everybody_left(); with lie_down's fence the Dekker pair for the master's nap.
    member.left.exchange(2 * standby.region, std::memory_order_seq_cst);
    if (Sleepers<P>::rest(master.bed) != Rest::awake) Sleepers<P>::wake(master.bed);
  }

  // -- the master's side of the join
  // -------------------------------------------------------------------------------------

  static void wait_for_all(W& master, Team<P>& team) noexcept {
    if (master.recorder != nullptr) [[unlikely]]
      return wait_for_all_noted(master, team);
    wait_for_all_unnoted(master, team);
  }
  [[gnu::cold, gnu::noinline]] static void wait_for_all_noted(W& master, Team<P>& team) noexcept {
    const probe::WaitSpan wait(master.recorder, probe::Waited::barrier);
    wait_for_all_unnoted(master, team);
  }
  static void wait_for_all_unnoted(W& master, Team<P>& team) noexcept {
    Seat seen = 1;
    const auto done = [&] { return everybody_left(team, seen) && !Barrier<P>::tasking(team); };
    if (!done()) {
      const auto idle = [&] {
        Tasking<P>::flush(master);
        return everybody_left(team, seen) && Tasking<P>::all_finished(team);
      };
      Barrier<P>::help_until(master, done, idle);
    }
    // A region without tasks has no helpers, and none can come: they go by Team::tasking.
    if (Barrier<P>::tasking(team)) send_helpers_away(team);
  }

  static bool everybody_left(Team<P>& team, Seat& seen) noexcept {
    // order: acquire — pairs with leave(): the members' effects.
    while (seen < team.size && team.members[seen].left.load(std::memory_order_acquire) >= 2 * team.region) ++seen;
    return seen == team.size;
  }

  static void send_helpers_away(Team<P>& team) noexcept {
    // order: release — pairs with help_out(): who sees tasks of a later region sees this one closed.
    team.closed.store(team.region, std::memory_order_release);
    // order: fence seq_cst — the Dekker pair of help_out(): the helper sees the region closed, or is seen here.
    P::fence(std::memory_order_seq_cst);
    for (Seat seat = 1; seat < team.size; ++seat) {
      const auto gone = [](std::uint64_t left) { return (left & 1) == 0; };
      P::spin_until(team.members[seat].left, gone, platform::Spins::unbounded());
      if (team.members[seat].implicit.domain != nullptr) {
        Tasking<P>::forget_children(*team.members[0].worker, team.members[seat].implicit);
      }
    }
    if (team.counts_seekers) team.sleepers.forget_seekers();
  }

  // -- a pool worker between regions
  // -------------------------------------------------------------------------------------

  static void wait_for_order(W& worker, const Standby& standby) noexcept {
    const auto is_new = [&standby](std::uint64_t number) { return number != standby.orders; };
    // order: acquire — pairs with order_all().
    const auto ordered = [&] { return is_new(worker.order.number.load(std::memory_order_acquire)); };
    if (worker.member == nullptr) [[unlikely]]
      return wait_in_lobby(worker, ordered);
    const auto find = [&]() -> graph::Task<P>* {
      help_out(worker, standby.region, ordered);
      return nullptr;
    };
    const auto missed = [&] {
      stop_seeking(worker, standby.region);
      return (worker.recorder != nullptr && Tasking<P>::must_say_more(worker)) || may_help(worker, standby.region);
    };
    wait_until(worker, Wait{Rest::any_work, ordered, ordered, find, missed, Jobs::of_runtime, Awaited::order},
               standby.patience);
    Seeking<P>::forget(worker);  // who has an order has seen its last region closed
  }

  // A worker that was hired just now has no team to wait in. Its order comes when the rest of its team has been hired.
  template <class Ordered>
  static void wait_in_lobby(W& worker, Ordered ordered) noexcept {
    constexpr platform::Spins k_a_moment{300};  // about 10 µs, what hiring another one takes
    const auto is_new = [](std::uint64_t number) { return number != 0; };
    if (P::spin_until(worker.order.number, is_new, k_a_moment)) return;
    while (!ordered()) {
      worker.runtime->lobby().lie_down(worker.bed, Rest::any_work);
      if (ordered()) return Sleepers<P>::get_up(worker.bed);
      Sleepers<P>::sleep(worker.bed);
    }
  }

  // Whether the region that the worker has left has had tasks and is open.
  static bool is_open(W& worker, std::uint64_t region) noexcept {
    const Team<P>& team = *worker.member->team;
    // order: acquire (both) — pairs with mark_tasking() and close(): see there.
    return team.tasking.load(std::memory_order_acquire) == region &&
           team.closed.load(std::memory_order_acquire) < region;
  }

  // Whether it has tasks to run, too: at a glance, and after a look at all queues.
  static bool glimpses_work(W& worker) noexcept {
    const Team<P>& team = *worker.member->team;
    return team.scheduler->glimpses_work(worker.member->seat) || (team.job != nullptr && team.job->has_work());
  }
  static bool may_help(W& worker, std::uint64_t region) noexcept {
    if (!is_open(worker, region)) return false;
    const Team<P>& team = *worker.member->team;
    return team.scheduler->finds_work(worker.member->seat) || (team.job != nullptr && team.job->has_work());
  }

  template <class Ordered>
  static void help_out(W& worker, std::uint64_t region, Ordered ordered) noexcept {
    if (!is_open(worker, region) || !glimpses_work(worker)) {
      if (worker.recorder != nullptr) [[unlikely]]
        Tasking<P>::note_out_of_work(worker);
      return seek(worker, region);
    }
    if (!enter(worker, region)) return Seeking<P>::forget(worker);
    Team<P>& team = *worker.member->team;
    // Once the region is closed the team may be another master's already; until then this one waits for the helper.
    // order: acquire — as above.
    const bool open = team.closed.load(std::memory_order_acquire) < region;
    W* const master = open ? team.members[0].worker : nullptr;
    if (!open) Seeking<P>::forget(worker);
    // order: acquire — as above.
    while (team.closed.load(std::memory_order_acquire) < region && !ordered()) {
      if (graph::Task<P>* task = Tasking<P>::find_any(worker)) {
        Seeking<P>::end(worker);
        Tasking<P>::run(worker, task);
      } else if (!Dispatcher<P>::run(worker, Rest::any_work, Jobs::of_team_and_runtime)) {
        break;
      }
    }
    Tasking<P>::flush(worker);
    if (open) Seeking<P>::begin(worker);
    leave_again(worker, region);
    if (master != nullptr && Sleepers<P>::rest(master->bed) != Rest::awake) Sleepers<P>::wake(master->bed);
  }

  // It looks for work that may come as long as the region is open, and no longer.
  static void seek(W& worker, std::uint64_t region) noexcept {
    if (!Seeking<P>::counts(worker) || !is_open(worker, region)) return;
    if (!enter(worker, region)) return;
    if (is_open(worker, region)) Seeking<P>::begin(worker);
    leave_again(worker, region);
  }
  static void stop_seeking(W& worker, std::uint64_t region) noexcept {
    if (!worker.seeks) return;
    if (enter(worker, region)) {
      if (is_open(worker, region)) Seeking<P>::end(worker);
      leave_again(worker, region);
    }
    Seeking<P>::forget(worker);
  }

  // A worker that has left the region comes in again, as a helper: from here on the master waits for it before it
  // closes the region, unless it has done so already. Fails when the team was given up, and the seat is somebody else's
  // who has left a later region.
  static bool enter(W& worker, std::uint64_t region) noexcept {
    std::uint64_t gone = 2 * region;
    // order: seq_cst, fence — the Dekker pair of send_helpers_away(). relaxed: nothing was done.
    if (!worker.member->left.compare_exchange_strong(gone, gone + 1, std::memory_order_seq_cst,
                                                     std::memory_order_relaxed))
      return false;
    P::fence(std::memory_order_seq_cst);
    return true;
  }
  static void leave_again(W& worker, std::uint64_t region) noexcept {
    std::uint64_t helping = 2 * region + 1;
    // order: seq_cst — release: the effects of the tasks are visible to the master; the Dekker pair of its nap. It
    // fails (relaxed) only when the region had been closed before this worker came, and the seat is somebody else's as
    // above.
    worker.member->left.compare_exchange_strong(helping, helping - 1, std::memory_order_seq_cst,
                                                std::memory_order_relaxed);
    P::fence(std::memory_order_seq_cst);
  }

  static void clear_cancellation(Team<P>& team) noexcept {
    // order: relaxed (all) — the region is closed; the orders publish it.
    team.cancelled.store(false, std::memory_order_relaxed);
    team.gathered.store(0, std::memory_order_relaxed);
    for (Seat seat = 0; seat < team.seats; ++seat) {
      const std::uint64_t number = team.members[seat].barriers;
      if (number > team.barrier_base) team.barrier_base = number;
    }
  }
};

}  // namespace heddle::runtime

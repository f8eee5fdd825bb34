// Region: opening a parallel region on a team, and closing it; what its workers do with an order.
//
// A master orders each worker of its team to a seat, runs its own share, and waits until all have left. A worker that
// has left does not wait for the others: it goes back to waiting for its next order (between_regions.hpp).
// Model: tests/model/region_test.cpp.
#pragma once

#include "platform/spins.hpp"
#include "runtime/barrier.hpp"
#include "runtime/between_regions.hpp"
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
    Runner<P>::settle(master);
    if (master.reports.count != 0) Runner<P>::flush(master);  // they count in the outer team
    Member<P>& outer = *master.member;
    Team<P>* team = outer.inner;
    std::uint32_t size = launch.threads;
    // order: relaxed — a thread that ends meanwhile is started again by its order.
    if (team == nullptr || team->capacity.load(std::memory_order_relaxed) < size) [[unlikely]] {
      team = master.runtime->assemble(master, size);
      if (size > team->hired) size = team->hired;
    }
    ++team->region;
    team->barrier_base = team->members[0].barriers;
    team->outer_task = master.task;
    if (Barrier<P>::cancelled(*team)) [[unlikely]]
      clear_cancellation(*team);
    set_up(*team, outer, size);
    prepare(*team);
    if (master.recorder != nullptr) [[unlikely]]
      Notes<P>::note_opens(master, *team, launch.threads);
    if (team->size > 1) order_all(*team, launch, master.task);
    take_seat(master, team->members[0], {launch.environment, master.task, team->region, team->barrier_base});
    return *team;
  }

  /// Closes the region that open() opened: waits for all members and all tasks.
  static void close(W& master) noexcept {
    Team<P>& team = *master.member->team;
    if (master.reports.count != 0) Runner<P>::flush(master);
    if (master.recorder != nullptr) [[unlikely]]
      Notes<P>::note_closes(master);
    if (team.size == 1) {
      Barrier<P>::wait(master, Barrier<P>::Leave::complete_only);
    } else {
      wait_for_all(master, team);
    }
    // order: acquire — pairs with fulfill(): who has ended a task for us has looked at the team for the last time.
    if (team.outsiders.load(std::memory_order_acquire) != 0) [[unlikely]] {
      P::spin_until(team.outsiders, [](std::uint32_t count) { return count == 0; }, platform::Spins::unbounded());
    }
    if (team.has_tasks()) Dispatcher<P>::drain(master);  // no request of this region is met in the next
    leave_seat(master);
    // order: release — pairs with Runtime::leave_pool(): who may end sees the whole region behind it.
    team.ended.store(team.region, std::memory_order_release);
    if (master.recorder != nullptr) [[unlikely]]
      return go_back_noted(master, team);
    go_back(master, team);
  }

  using Standby = runtime::Standby<P>;

  /// How an order of a pool thread ends.
  enum class OrderOutcome : std::uint8_t {
    well,       // there will be another
    dismissed,  // the thread ends, and with it the worker's service
    gone,       // the thread ends without: it may not touch the worker any more, which may have another one by now
  };

  /// What a pool thread does until it is dismissed or gone. @returns which
  static OrderOutcome serve(W& worker) noexcept {
    Standby standby;
    standby.orders = worker.first_order;
    for (;;)
      if (const OrderOutcome served = serve_one(worker, standby); served != OrderOutcome::well) return served;
  }

  /// Waits for the next order and carries it out.
  static OrderOutcome serve_one(W& worker, Standby& standby) noexcept {
    if (!BetweenRegions<P>::wait_for_order(worker, standby)) [[unlikely]]
      return OrderOutcome::gone;
    const Order<P>& order = worker.order;
    if (order.body == nullptr) [[unlikely]]
      return OrderOutcome::dismissed;
    take_seat(worker, *order.member, {order.environment, order.parent_task, order.region, order.barrier_base});
    if (worker.recorder != nullptr) [[unlikely]] {
      Notes<P>::call_noted(worker, order.body, order.argument);
    } else {
      order.body(order.argument);
    }
    leave(worker, standby);
    return OrderOutcome::well;
  }

  /// The seat of an open region whose worker has no thread: it has left the region at once (guests.hpp).
  static void seat_guest(Member<P>& member) noexcept {
    const Team<P>& team = *member.team;
    take_seat(*member.worker, member,
              {team.members[0].implicit.environment, team.outer_task, team.region, team.barrier_base});
    // order: relaxed — by the thread that opens the region, and will close it.
    member.left.store(2 * team.region, std::memory_order_relaxed);
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
    Notes<P>::note_left(master);
    go_back(master, team);
    Notes<P>::note_closed(master, team);
  }

  // Lines that the members have in their caches stay there as long as the regions are alike.
  template <class T>
  static void change(T& field, T value) noexcept {
    if (field != value) field = value;
  }

  [[gnu::cold, gnu::noinline]] static void resize(Team<P>& team, std::uint32_t size) noexcept {
    if (team.job != nullptr) team.job->resize(size);
    if (team.groups != nullptr) team.groups->divide(size);
    team.size = size;
    // order: relaxed — read by who has left the team long ago, and is started again where it is wanted after all.
    team.last_size.store(size, std::memory_order_relaxed);
  }

  static void set_up(Team<P>& team, Member<P>& outer, std::uint32_t size) noexcept {
    const Settings& settings = team.runtime->settings();
    if (team.size != size) [[unlikely]]
      resize(team, size);
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
    // order: fence seq_cst — the Dekker pair of prepare_to_park: a worker sees its order, or its nap is seen here.
    P::fence(std::memory_order_seq_cst);
    for (Seat seat = 1; seat < team.size; ++seat) {
      W& worker = *team.members[seat].worker;
      if (Sleepers<P>::rest(worker.bed) != Rest::awake) [[unlikely]]
        rouse(worker);
    }
  }
  [[gnu::noinline]] static void rouse(W& worker) noexcept {
    if (!Sleepers<P>::wake(worker.bed) && Sleepers<P>::is_gone(worker.bed)) worker.runtime->restart(worker);
  }

  struct SeatAssignment {
    void* environment;
    graph::Task<P>* parent;
    std::uint64_t region;
    std::uint64_t barrier_base;
  };

  static void take_seat(W& worker, Member<P>& member, const SeatAssignment& sitting) noexcept {
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
    worker.granularity.pause();
    worker.may_seek = member.team->counts_seekers;
    member.construct = 0;
    member.region = sitting.region;
    member.barriers = sitting.barrier_base;
    if (worker.recorder != nullptr) [[unlikely]]
      Notes<P>::note_seated(worker, member.team->size);
    worker.runtime->hooks().region_entered(member);
  }

  // All tasks of the region are done.
  static void leave_seat(W& worker) noexcept {
    graph::Task<P>& task = worker.member->implicit;
    if (task.domain == nullptr) [[likely]]
      return;
    Runner<P>::forget_children(worker, task);
  }

  static void leave(W& worker, Standby& standby) noexcept {
    Member<P>& member = *worker.member;
    Team<P>& team = *member.team;
    Runner<P>::flush(worker);
    W& master = *team.master;  // all plain fields are read before the seat is left
    standby.region = member.region;
    standby.backoff = backoff_of(worker);
    ++standby.orders;
    if (worker.recorder != nullptr) [[unlikely]]
      Notes<P>::note_left(worker);
    // order: seq_cst — release pairs with everybody_left(); with prepare_to_park's fence the Dekker pair for the
    // master's nap.
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
    const probe::WaitSpan wait(master.recorder, probe::WaitReason::barrier);
    wait_for_all_unnoted(master, team);
  }
  static void wait_for_all_unnoted(W& master, Team<P>& team) noexcept {
    Seat seen = 1;
    const auto done = [&] { return everybody_left(team, seen) && !team.has_tasks(); };
    if (!done()) {
      const auto settle = [&] { return everybody_left(team, seen) && Runner<P>::all_finished(team); };
      wait_for(master, Until{done, settle}, Runs::any, WaitTarget::barrier);
    }
    // A region without tasks has no helpers, and none can come: they go by Team::tasking.
    if (team.has_tasks()) send_helpers_away(team);
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
        Runner<P>::forget_children(*team.members[0].worker, team.members[seat].implicit);
      }
    }
    if (team.counts_seekers) team.sleepers.forget_seekers();
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

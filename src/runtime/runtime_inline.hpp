// Definitions of Runtime's members, for the files that instantiate them: its teams and masters.
#pragma once

#include "runtime/pool_inline.hpp"
#include "runtime/region.hpp"
#include "runtime/runtime.hpp"

namespace heddle::runtime {

template <class P>
bool Runtime<P>::configure(const Settings& settings) noexcept {
  const sync::Guard guard(lock_);
  if (next_id_ != 0) return false;
  settings_ = settings;
  make_manager_ = policy_named(dependence_managers<P>(), settings.dependence).make;
  make_scheduler_ = policy_named(schedulers<P>(), settings.scheduler).make;
  return true;
}

template <class P>
Worker<P>* Runtime<P>::make_worker() noexcept {
  auto* worker = new (std::nothrow) Worker<P>;
  HEDDLE_CHECK(worker != nullptr, "no memory left for a worker");
  worker->runtime = this;
  worker->id = next_id_++;
  if (settings_.recording != nullptr) {
    worker->recorder = settings_.recording->recorder(worker->id);
  } else if (hooks_.watcher != nullptr && hooks_.watcher->watching()) {
    worker->recorder = new (std::nothrow) probe::Recorder(nullptr, worker->id);
  }
  if (worker->recorder != nullptr && hooks_.watcher != nullptr) hooks_.watcher->recorder_made(*worker->recorder);
  hooks_.worker_made(*worker);
  return worker;
}

template <class P>
Team<P>* Runtime<P>::make_team(std::uint32_t seats) noexcept {
  auto* team = new (std::nothrow) Team<P>;
  HEDDLE_CHECK(team != nullptr, "no memory left for a team");
  team->seats = seats;
  team->members.reset(new (std::nothrow) Member<P>[seats]);
  HEDDLE_CHECK(team->members != nullptr, "no memory left for the seats of a team");
  team->ready.emplace(
      make_scheduler_({.seats = seats, .localities = settings_.localities, .patience_ns = settings_.numa_patience_ns}),
      seats);
  team->groups = team->ready->groups();
  ManagerAndJob<P> made = make_manager_({.seats = seats, .async = settings_.async});
  team->manager = std::move(made.manager);
  team->job = made.job;
  team->runtime = this;
  team->region = 1;
  team->processors = settings_.processors;
  team->spin_ns = settings_.spin_ns;
  team->enough = settings_.enough(1);
  // order: relaxed — nobody else knows the team yet.
  team->cancellable.store(settings_.cancellation, std::memory_order_relaxed);
  for (Seat seat = 0; seat < seats; ++seat) {
    team->members[seat].team = team;
    team->members[seat].seat = seat;
    graph::Task<P>& task = team->members[seat].implicit;
    task.body = nullptr;
    task.argument = nullptr;
    task.records = nullptr;
    task.domain = nullptr;
  }
  hooks_.team_made(*team);
  return team;
}

// A team object with room for `size`, from those given up or a new one. Under the lock.
template <class P>
Team<P>* Runtime<P>::take_team(std::uint32_t size) noexcept {
  for (Team<P>** link = &free_teams_; *link != nullptr; link = &(*link)->next_free) {
    Team<P>* team = *link;
    if (team->seats < size || team->seats > 2 * size) continue;
    *link = team->next_free;
    return team;
  }
  return make_team(size);
}

template <class P>
Worker<P>& Runtime<P>::attach() noexcept {
  const sync::Guard guard(lock_);
  Worker<P>* worker = spare_;
  if (worker != nullptr) {
    spare_ = worker->next_idle;
  } else {
    worker = make_worker();
  }
  // order: relaxed — a count, see hire().
  threads_.fetch_add(1, std::memory_order_relaxed);
  Team<P>* team = take_team(1);
  Member<P>& member = team->members[0];
  team->size = 1;
  if (team->groups != nullptr) team->groups->divide(1);
  team->hired = 1;
  team->outer = nullptr;
  team->level = team->active_level = 0;
  // order: relaxed (both) — nobody else knows the team now.
  team->capacity.store(1, std::memory_order_relaxed);
  team->cancelled.store(false, std::memory_order_relaxed);
  ++team->region;
  member.worker = team->master = worker;
  member.region = team->region;
  graph::Task<P>& task = member.implicit;
  task.group = nullptr;
  task.environment = nullptr;
  task.flags = graph::k_implicit;
  task.children.reset();
  // order: relaxed (all) — this thread's own until it makes a task.
  task.parent.store(nullptr, std::memory_order_relaxed);
  task.depth.store(0, std::memory_order_relaxed);
  task.runner.store(worker, std::memory_order_relaxed);
  worker->member = &member;
  worker->task = &task;
  begin_thread(*worker);
  if (worker->recorder != nullptr) {
    if (hooks_.watcher != nullptr) hooks_.watcher->thread_begins(*worker);
    Notes<P>::note_seated(*worker, 1);
  }
  hooks_.region_entered(member);
  return *worker;
}

template <class P>
void Runtime<P>::detach(Worker<P>& worker) noexcept {
  Team<P>* team = worker.member->team;
  if (team->outer != nullptr || worker.member->worker != &worker) return;  // ends inside a region: nothing to save
  if (worker.member->inner != nullptr) dissolve(worker.member->inner);
  worker.member->inner = nullptr;
  if (worker.recorder != nullptr) Notes<P>::note_left(worker);
  note_end(worker);
  const sync::Guard guard(lock_);
  end_thread(worker);
  team->next_free = free_teams_;
  free_teams_ = team;
  spare(worker);
}

template <class P>
Team<P>* Runtime<P>::assemble(Worker<P>& master, std::uint32_t size) noexcept {
  Member<P>& outer = *master.member;
  if (outer.inner != nullptr) dissolve(outer.inner);
  const sync::Guard guard(lock_);
  Team<P>* team = take_team(size);
  team->members[0].worker = team->master = &master;
  team->nested = outer.team->level > 0;
  team->hired = 1;
  while (team->hired < size) {
    Worker<P>* worker = hire();
    if (worker == nullptr) worker = take_from_around(outer);
    if (worker == nullptr) break;
    worker->assigned = &team->members[team->hired++];
    worker->assigned->worker = worker;
  }
  count_threads(*team);
  outer.inner = team;
  return team;
}

template <class P>
Team<P>* Runtime<P>::assemble_with_guests(Worker<P>& master, std::uint32_t pool, std::uint32_t guests) noexcept {
  const sync::Guard guard(lock_);
  Team<P>* team = take_team(1 + pool + guests);
  team->members[0].worker = team->master = &master;
  team->nested = false;
  team->hired = 1;
  const auto seat = [team](Worker<P>& worker) noexcept {
    worker.assigned = &team->members[team->hired++];
    worker.assigned->worker = &worker;
  };
  for (std::uint32_t number = 0; number < pool; ++number) {
    Worker<P>* const worker = hire();
    if (worker == nullptr) break;
    seat(*worker);
  }
  for (std::uint32_t number = 0; number < guests; ++number) {
    Worker<P>* worker = spare_;
    if (worker != nullptr) {
      spare_ = worker->next_idle;
    } else {
      worker = make_worker();
    }
    seat(*worker);
  }
  // order: relaxed — nobody else knows the team yet.
  team->capacity.store(team->hired, std::memory_order_relaxed);
  master.member->inner = team;
  return team;
}

template <class P>
void Runtime<P>::dissolve(Team<P>* team) noexcept {
  for (Seat seat = 0; seat < team->hired; ++seat) {
    if (Team<P>* inner = team->members[seat].inner; inner != nullptr) dissolve(inner);
    team->members[seat].inner = nullptr;
  }
  const sync::Guard guard(lock_);
  for (Seat seat = team->hired; seat-- > 1;) {
    Worker<P>* worker = team->members[seat].worker;
    if (Sleepers<P>::is_gone(worker->bed)) {
      spare(*worker);
      continue;
    }
    worker->assigned = nullptr;
    worker->next_idle = idle_;
    idle_ = worker;
  }
  team->hired = 1;
  team->next_free = free_teams_;
  free_teams_ = team;
}

template <class P>
void Runtime<P>::after_fork_in_child(Worker<P>* worker) noexcept {
  // The other threads are gone: what they sat in is left alone, it may be in any state.
  idle_ = nullptr;
  free_teams_ = nullptr;
  // order: relaxed (both) — one thread.
  threads_.store(worker == nullptr ? 0 : 1, std::memory_order_relaxed);
  pool_threads_.store(0, std::memory_order_relaxed);
  for (Worker<P>* one = worker; one != nullptr; one = one->sits_for) {
    for (Member<P>* seat = one->member; seat != nullptr; seat = seat->team->outer) seat->inner = nullptr;
    // order: relaxed — one thread, which has another clock here.
    one->clock.store(P::own_clock(), std::memory_order_relaxed);
  }
  if (worker != nullptr) take_thread(*worker);
  lock_.unlock();
}

// The calling thread, which is new, is this worker from now on.
template <class P>
void Runtime<P>::begin_thread(Worker<P>& worker) noexcept {
  take_thread(worker);
  worker.binding = UINT32_MAX;
  worker.runtime->hooks().thread_begins(worker);
}

// The calling thread is this worker from now on.
template <class P>
void Runtime<P>::take_thread(Worker<P>& worker) noexcept {
  P::self() = &worker;
  // order: relaxed — whole in itself; who reads it too early knows nothing.
  worker.clock.store(P::own_clock(), std::memory_order_relaxed);
  worker.stack_half = P::half_of_stack();
}

}  // namespace heddle::runtime

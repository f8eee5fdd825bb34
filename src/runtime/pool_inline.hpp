// Definitions of Runtime's members, for the files that instantiate them: the threads of the pool, how they come and go.
// Protocol: README.md, "Leaving".
#pragma once

#include "base/message.hpp"
#include "runtime/dispatcher.hpp"
#include "runtime/region.hpp"
#include "runtime/runtime.hpp"

namespace heddle::runtime {

// Under the lock.
template <class P>
bool Runtime<P>::start(Worker<P>& worker, std::uint64_t first_order) noexcept {
  worker.first_order = first_order;
  if (!P::start_thread(worker_main, &worker, settings_.stack_bytes)) return false;
  // order: relaxed (both) — counts, changed under the lock only.
  threads_.fetch_add(1, std::memory_order_relaxed);
  pool_threads_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

// A pool worker without a team, or null when the limit or the system refuses. Under the lock.
template <class P>
Worker<P>* Runtime<P>::hire() noexcept {
  if (Worker<P>* worker = idle_; worker != nullptr) {
    idle_ = worker->next_idle;
    return worker;
  }
  // order: relaxed (both) — they change under the lock only.
  if (threads_.load(std::memory_order_relaxed) >= settings_.thread_limit) return nullptr;
  if (pool_threads_.load(std::memory_order_relaxed) >= settings_.pool_limit) return nullptr;
  Worker<P>* worker = spare_;
  if (worker != nullptr) {
    spare_ = worker->next_idle;
    // order: relaxed — nobody else has it; the thread that is made sees it.
    worker->order.number.store(0, std::memory_order_relaxed);
  } else {
    worker = make_worker();
  }
  if (start(*worker, 0)) return worker;
  spare(*worker);
  return nullptr;
}

// A worker from a seat that the open region of a team around the master leaves empty: a team keeps its workers, but not
// those that an inner one lacks. Under the lock; the team's master reads the numbers behind the region's end.
template <class P>
Worker<P>* Runtime<P>::take_from_around(const Member<P>& outer) noexcept {
  for (const Member<P>* around = &outer; around != nullptr; around = around->team->outer) {
    Team<P>& team = *around->team;
    while (team.hired > team.size) {
      const Member<P>& last = team.members[team.hired - 1];
      if (last.inner != nullptr) break;  // it keeps a team of its own
      --team.hired;
      count_threads(team);
      if (!Sleepers<P>::is_gone(last.worker->bed)) return last.worker;
      spare(*last.worker);
    }
  }
  return nullptr;
}

// How far its seats have workers with threads. Under the lock.
template <class P>
void Runtime<P>::count_threads(Team<P>& team) noexcept {
  Seat seat = 1;
  while (seat < team.hired && !Sleepers<P>::is_gone(team.members[seat].worker->bed)) ++seat;
  // order: relaxed — a hint for open(): who is ordered is looked at once more.
  team.capacity.store(seat, std::memory_order_relaxed);
}

template <class P>
void Runtime<P>::dismiss_idle() noexcept {
  const sync::Guard guard(lock_);
  while (idle_ != nullptr) {
    Worker<P>& worker = *idle_;
    idle_ = worker.next_idle;
    Region<P>::dismiss(worker);
  }
}

// The worker has no thread: it is kept for another. Under the lock.
template <class P>
void Runtime<P>::spare(Worker<P>& worker) noexcept {
  Sleepers<P>::come_back(worker.bed);
  worker.member = worker.assigned = nullptr;
  worker.sits_for = nullptr;  // it may have been a seat of an arena (guests.hpp)
  // order: relaxed — nobody else has it.
  worker.awaits.store(WaitTarget::order, std::memory_order_relaxed);
  worker.next_idle = spare_;
  spare_ = &worker;
}

// The calling thread will end.
template <class P>
void Runtime<P>::note_end(Worker<P>& worker) noexcept {
  if (worker.recorder == nullptr) return;
  if (hooks_.watcher != nullptr) hooks_.watcher->thread_ends(worker);
  worker.recorder->end_thread();
}

// The same, and it has no worker any more. Under the lock.
template <class P>
void Runtime<P>::end_thread(Worker<P>& worker) noexcept {
  // order: relaxed — nobody asks for the time of who is in no region.
  worker.clock.store(0, std::memory_order_relaxed);
  // order: relaxed — a count, changed under the lock only.
  threads_.fetch_sub(1, std::memory_order_relaxed);
  P::self() = nullptr;
}

// A pool thread that has been dismissed ends.
template <class P>
void Runtime<P>::retire(Worker<P>& worker) noexcept {
  note_end(worker);
  const sync::Guard guard(lock_);
  end_thread(worker);
  // order: relaxed — as above.
  pool_threads_.fetch_sub(1, std::memory_order_relaxed);
  spare(worker);
}

// Whether the worker is in no team; `link` is what points to it. Under the lock.
template <class P>
bool Runtime<P>::is_idle(const Worker<P>& worker, Worker<P>**& link) noexcept {
  for (link = &idle_; *link != nullptr; link = &(*link)->next_idle)
    if (*link == &worker) return true;
  return false;
}

// Whether the team can do without a thread in this seat until it is ordered there: the worker has left `region` last.
// OpenMP wants threads of outermost regions to keep their data (threadprivate) as long as the regions are alike. The
// first master's keep them always: a program with one team never loses threads. Under the lock.
template <class P>
bool Runtime<P>::may_be_vacated(const Member<P>& seat, std::uint64_t region, bool has_data) const noexcept {
  const Team<P>& team = *seat.team;
  // order: acquire — pairs with close(). An open region may still want its help.
  if (team.ended.load(std::memory_order_acquire) < region) return false;
  // order: relaxed — a region that wants more orders them.
  if (team.nested || seat.seat >= team.last_size.load(std::memory_order_relaxed)) return true;
  return team.master->id != 0 && !has_data;
}

template <class P>
bool Runtime<P>::leave_pool(Worker<P>& worker, std::uint64_t orders, std::uint64_t region) noexcept {
  if (!has_too_many()) return false;
  const bool has_data = hooks_.threads_have_data();  // it may take a while, so not under the lock
  const sync::Guard guard(lock_);
  if (!has_too_many()) return false;
  if (Worker<P>** link = nullptr; worker.assigned == nullptr) {
    if (!is_idle(worker, link)) return false;  // it has been dismissed
    *link = worker.next_idle;
    note_end(worker);
    end_thread(worker);
    spare(worker);
  } else {
    Member<P>& seat = *worker.assigned;
    if (worker.member != &seat || !may_be_vacated(seat, region, has_data)) return false;
    Sleepers<P>::leave(worker.bed);
    // order: relaxed — behind the fence; who sees the order acquires it in wait_for_order().
    if (worker.order.number.load(std::memory_order_relaxed) != orders || idle_jobs_.has_work()) {
      Sleepers<P>::come_back(worker.bed);
      return false;
    }
    count_threads(*seat.team);
    note_end(worker);  // under the lock, or the next thread might begin before this one ends
    end_thread(worker);
  }
  worker.lingered = false;
  // order: relaxed — a count, changed under the lock only.
  pool_threads_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

// The limit does not count here: the team has been promised the thread.
template <class P>
void Runtime<P>::restart(Worker<P>& worker) noexcept {
  constexpr std::uint64_t k_first_words_ns = 1'000'000'000;
  const std::uint64_t began = P::now_ns();
  for (bool told = false;;) {
    {
      const sync::Guard guard(lock_);
      if (!Sleepers<P>::is_gone(worker.bed)) return;
      Sleepers<P>::come_back(worker.bed);
      // order: relaxed — the calling master's own.
      if (start(worker, worker.order.number.load(std::memory_order_relaxed) - 1)) {
        count_threads(*worker.assigned->team);
        return;
      }
      Sleepers<P>::mark_gone(worker.bed);
    }
    P::yield();
    if (told || P::now_ns() - began < k_first_words_ns) continue;
    told = true;
    base::warn(
        {"a thread of a team has ended because it was not needed (HEDDLE_LINGER), and the system refuses to start "
         "another one; the team waits for it"});
  }
}

template <class P>
void* Runtime<P>::worker_main(void* argument) {
  auto* worker = static_cast<Worker<P>*>(argument);
  begin_thread(*worker);
  if (Watcher<P>* watcher = worker->runtime->hooks().watcher; worker->recorder != nullptr && watcher != nullptr) {
    watcher->thread_begins(*worker);
  }
  if (Region<P>::serve(*worker) == Region<P>::OrderOutcome::dismissed) worker->runtime->retire(*worker);
  return nullptr;
}

}  // namespace heddle::runtime

// Runtime: the workers that exist, the teams that can be reused, and the settings. One object; its owner is the front.
//
// Everything here is a slow path under one lock: it is entered when a team is made, grows or is given up, and when a
// thread comes or goes. Regions that reuse a hot team never come here. The members are defined in runtime_inline.hpp
// and pool_inline.hpp, and instantiated for real threads in runtime.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "base/check.hpp"
#include "runtime/idle_jobs.hpp"
#include "runtime/policies.hpp"
#include "runtime/settings.hpp"
#include "runtime/team.hpp"
#include "runtime/watcher.hpp"
#include "sync/mutex.hpp"

namespace heddle::runtime {

/// What the front wants to be told. Never null.
template <class P>
struct Hooks {
  void (*worker_made)(Worker<P>& worker) noexcept = [](Worker<P>&) noexcept {};     // once per worker object
  void (*team_made)(Team<P>& team) noexcept = [](Team<P>&) noexcept {};             // once per team object
  void (*thread_begins)(Worker<P>& worker) noexcept = [](Worker<P>&) noexcept {};   // on its thread, a new one
  void (*region_entered)(Member<P>& member) noexcept = [](Member<P>&) noexcept {};  // on the member's own thread
  bool (*threads_have_data)() noexcept = []() noexcept { return false; };           // that outlive an outermost region
  void (*place_of)(graph::Body code, char* text, std::size_t bytes) noexcept = nullptr;  // for messages; may be null
  Watcher<P>* watcher = nullptr;                                                         // may be null
};

template <class P>
class Runtime {
 public:
  Runtime(const Settings& settings, const Hooks<P>& hooks) noexcept
      : settings_(settings),
        hooks_(hooks),
        make_manager_(policy_named(dependence_managers<P>(), settings.dependence).make),
        make_scheduler_(policy_named(schedulers<P>(), settings.scheduler).make) {}
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  const Settings& settings() const noexcept { return settings_; }
  /// Other settings, as long as there is no worker. @returns false when there is one, and nothing has changed.
  bool configure(const Settings& settings) noexcept;
  const Hooks<P>& hooks() const noexcept { return hooks_; }

  /// A worker object for the calling thread, which sits in an initial team of one from now on.
  Worker<P>& attach() noexcept;
  /// The calling thread ends: its hot team is given up, its worker object kept for another thread.
  void detach(Worker<P>& worker) noexcept;

  /// The pool threads without a team end. New ones are made when they are wanted again.
  void dismiss_idle() noexcept;

  /// Whether there are more pool threads than are kept: those that sleep for long may end.
  bool has_too_many() const noexcept {
    // order: relaxed — a count; leave_pool() looks at it again under the lock.
    return settings_.linger_ns != 0 && pool_threads_.load(std::memory_order_relaxed) > settings_.kept_threads;
  }
  /// The calling pool thread, which has slept for long, ends if it may; it has carried out `orders` and has left
  /// `region` last. @returns whether it ends: then its worker is no longer its own
  bool leave_pool(Worker<P>& worker, std::uint64_t orders, std::uint64_t region) noexcept;
  /// The worker was gone when it was ordered: it gets a thread, unless the old one has seen the order. Waits until
  /// there is one.
  [[gnu::cold, gnu::noinline]] void restart(Worker<P>& worker) noexcept;

  /// A team with seats for up to `size`, seat 0 for `master`, and a worker in each of the others. When the system or
  /// the thread limit refuses more workers, the team is smaller: see Team::capacity.
  Team<P>* assemble(Worker<P>& master, std::uint32_t size) noexcept;
  /// The same with seats behind those of pool threads whose workers have none (guests.hpp): these are always there.
  /// @param pool  threads of the pool, of which there may be fewer
  Team<P>* assemble_with_guests(Worker<P>& master, std::uint32_t pool, std::uint32_t guests) noexcept;
  /// Gives a team up: its workers become idle. No region of it is open. Also gives up the seats' inner teams.
  void dissolve(Team<P>* team) noexcept;

  /// Threads that exist: pool workers and attached masters.
  std::uint32_t threads() const noexcept {
    // order: relaxed — a number to show.
    return threads_.load(std::memory_order_relaxed);
  }

  /// Says what a team waits for in the words of who knows what tasks are called; null: nobody. @returns false when that
  /// is no team of his. Any thread sets it, with release.
  using Teller = bool (*)(const Team<P>& team, std::uint64_t patience_ms) noexcept;
  typename P::template atomic<Teller> standstill_teller{nullptr};

  /// @returns true the first time: a standstill is told to the user once.
  bool may_tell_standstill() noexcept {
    // order: relaxed (both) — nothing hangs on it.
    return standstill_.load(std::memory_order_relaxed) == Standstill::untold &&
           standstill_.exchange(Standstill::being_told, std::memory_order_relaxed) == Standstill::untold;
  }
  /// By who was allowed to, when all is said.
  void standstill_is_told() noexcept {
    // order: release — pairs with standstill_told().
    standstill_.store(Standstill::told, std::memory_order_release);
  }
  bool standstill_told() const noexcept {
    // order: acquire — what was said was said of the state before.
    return standstill_.load(std::memory_order_acquire) == Standstill::told;
  }

  /// Where workers without a team sleep.
  Sleepers<P>& lobby() noexcept { return lobby_; }

  /// What idle workers of every team do besides; see dispatcher.hpp.
  IdleJobs<P>& idle_jobs() noexcept { return idle_jobs_; }

  /// Around fork(): the lock is held across it; in the child only the calling thread is left.
  void before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_.lock(); }
  void after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_.unlock(); }
  void after_fork_in_child(Worker<P>* worker) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS;

 private:
  Worker<P>* make_worker() noexcept HEDDLE_REQUIRES(lock_);
  Worker<P>* hire() noexcept HEDDLE_REQUIRES(lock_);
  Worker<P>* take_from_around(const Member<P>& outer) noexcept HEDDLE_REQUIRES(lock_);
  bool start(Worker<P>& worker, std::uint64_t first_order) noexcept HEDDLE_REQUIRES(lock_);
  bool is_idle(const Worker<P>& worker, Worker<P>**& link) noexcept HEDDLE_REQUIRES(lock_);
  bool may_be_vacated(const Member<P>& seat, std::uint64_t region, bool has_data) const noexcept HEDDLE_REQUIRES(lock_);
  void note_end(Worker<P>& worker) noexcept;
  void end_thread(Worker<P>& worker) noexcept HEDDLE_REQUIRES(lock_);
  void spare(Worker<P>& worker) noexcept HEDDLE_REQUIRES(lock_);
  static void count_threads(Team<P>& team) noexcept;
  Team<P>* take_team(std::uint32_t size) noexcept HEDDLE_REQUIRES(lock_);
  Team<P>* make_team(std::uint32_t capacity) noexcept HEDDLE_REQUIRES(lock_);
  static void take_thread(Worker<P>& worker) noexcept;
  static void begin_thread(Worker<P>& worker) noexcept;
  static void* worker_main(void* worker);
  void retire(Worker<P>& worker) noexcept;

  Settings settings_;  // with the next two: written under the lock, before there is a worker
  const Hooks<P> hooks_;
  ManagerAndJob<P> (*make_manager_)(const ManagerSetup& setup);
  std::unique_ptr<graph::Scheduler<P>> (*make_scheduler_)(const SchedulerSetup& setup);

  IdleJobs<P> idle_jobs_;
  Sleepers<P> lobby_;
  sync::Mutex<P> lock_;
  Worker<P>* idle_ HEDDLE_GUARDED_BY(lock_) = nullptr;   // pool threads without a team
  Worker<P>* spare_ HEDDLE_GUARDED_BY(lock_) = nullptr;  // worker objects of threads that have ended
  Team<P>* free_teams_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  std::uint32_t next_id_ HEDDLE_GUARDED_BY(lock_) = 0;
  typename P::template atomic<std::uint32_t> threads_{0};
  typename P::template atomic<std::uint32_t> pool_threads_{0};  // of these
  enum class Standstill : std::uint32_t { untold, being_told, told };
  typename P::template atomic<Standstill> standstill_{Standstill::untold};
};

}  // namespace heddle::runtime

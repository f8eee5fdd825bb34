// Dispatcher: DDAST's Functionality Dispatcher (§3.2). Workers that find no task to run call it, and it lets them do
// the runtime's own work: the job of their team's dependence manager and the jobs registered with the Runtime.
//
// Departure: the paper's idle workers poll for ever; ours sleep. So has_work() is looked at after a worker has lain
// down, and whoever brings a job work wakes a sleeper (requests_waiting): of the two fences one is first, as in
// sleepers.hpp.
//
// Called only by the thread of the worker passed in. A team's job is touched only while something keeps the region
// open, like its queues (runtime/README.md).
#pragma once

#include "runtime/runtime.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

/// Which jobs a waiting worker may do. One that waits between regions is in no team for sure.
enum class Jobs : std::uint8_t { of_team_and_runtime, of_runtime, none };

template <class P>
class Dispatcher {
 public:
  using W = Worker<P>;

  /// Does idle jobs. `rest` says what the worker may run: only that counts as ready for it.
  /// @returns whether anything was done.
  static bool run(W& worker, Rest rest, Jobs jobs) noexcept {
    graph::IdleJob<P>* const job = jobs == Jobs::of_team_and_runtime ? job_of(*worker.member->team) : nullptr;
    if (job == nullptr && worker.runtime->idle_jobs().count() == 0) [[likely]]
      return false;
    return run_some(worker, rest, job);
  }

  /// True when a call of run() would do something. After prepare_to_park() a request made before is not overlooked.
  static bool has_work(W& worker, Jobs jobs) noexcept {
    const graph::IdleJob<P>* const job = jobs == Jobs::of_team_and_runtime ? job_of(*worker.member->team) : nullptr;
    return (job != nullptr && job->has_work()) || worker.runtime->idle_jobs().has_work();
  }

  /// The same of the team's job alone.
  static bool team_has_work(const Team<P>& team) noexcept {
    const graph::IdleJob<P>* const job = job_of(team);
    return job != nullptr && job->has_work();
  }

  /// The worker's nap was ended, perhaps for a request, but its wait is over: somebody else must see to it.
  static void pass_on(W& worker) noexcept {
    Team<P>& team = *worker.member->team;
    if (team_has_work(team)) [[unlikely]]
      requests_waiting(team, worker.member->seat);
  }

  /// Wakes a sleeper of the team, whatever it waits for. See ReadySink::requests_waiting.
  static void requests_waiting(Team<P>& team, Seat from) noexcept {
    if (team.sleepers.any()) [[unlikely]]
      wake_any(team, from);
  }

  /// Does all that is left of the team's job. Called by the master when nobody else is at work in the region any more.
  static void drain(W& master) noexcept {
    Team<P>& team = *master.member->team;
    while (team_has_work(team)) run_some(master, Rest::own_work, team.job);
  }

 private:
  // A region in which no task was queued leaves its job alone: nobody counts who is in it.
  static graph::IdleJob<P>* job_of(const Team<P>& team) noexcept {
    if (team.job == nullptr) [[likely]]
      return nullptr;
    // order: acquire — pairs with mark_first_task(), which comes before the region's first request.
    return team.tasking.load(std::memory_order_acquire) == team.region ? team.job : nullptr;
  }

  [[gnu::noinline]] static bool run_some(W& worker, Rest rest, graph::IdleJob<P>* job) noexcept;
  [[gnu::cold, gnu::noinline]] static void wake_any(Team<P>& team, Seat from) noexcept;
};

}  // namespace heddle::runtime

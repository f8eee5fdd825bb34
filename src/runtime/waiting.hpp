// Waiting: the one loop in which workers wait, whatever for. It runs permitted tasks, then idle jobs, then spins, then
// sleeps.
#pragma once

#include "runtime/dispatcher.hpp"
#include "runtime/patience.hpp"
#include "runtime/stillness.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
struct Tasking;

/// One that may run anything; if there is none, all that wait for tasks of their own.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_a_sleeper(Team<P>& team, Seat from) noexcept {
  const std::uint32_t size = team.size;
  const Seat start = from < size ? from : 0;
  for (std::uint32_t step = 1; step <= size; ++step) {
    const Seat seat = (start + step) % size;
    Bed<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::any_work && Sleepers<P>::wake(bed)) return;
  }
  for (Seat seat = 0; seat < size; ++seat) {
    Bed<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::own_work) Sleepers<P>::wake(bed);
  }
}

/// Wakes one sleeper for a task that was just made available. The caller has put the task into a queue.
template <class P>
void wake_for_task(Team<P>& team, Seat from) noexcept {
  // order: fence seq_cst — the Dekker pair of Sleepers::lie_down: the task is visible, or the sleeper is seen.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) [[unlikely]]
    wake_a_sleeper(team, from);
}

template <class P>
[[gnu::noinline]] void wake_everybody(Team<P>& team) noexcept {
  for (Seat seat = 0; seat < team.size; ++seat) Sleepers<P>::wake(team.members[seat].worker->bed);
}

/// What a wait is for. `done()`: it is over. `idle()`: nothing was found to run; may complete what is waited for, and
/// returns what done() would. `find()`: a task that may be run meanwhile. `missed()`: looked at when everything is
/// ready for sleep: there is something for find() after all. None of them but find() may run tasks.
template <class Done, class Idle, class Find, class Missed>
struct Wait {
  Rest rest;
  Done done;
  Idle idle;
  Find find;
  Missed missed;
  Jobs jobs = Jobs::of_team_and_runtime;
  Awaited what = Awaited::others;
};

/// How long a worker looks for work in the open region of its team.
template <class P>
Patience<P> patience_of(Worker<P>& worker) noexcept {
  const Team<P>& team = *worker.member->team;
  return Patience<P>(team.spin_ns, team.size > team.processors, &worker.courtesy);
}

template <class P, class... Parts>
void wait_until(Worker<P>& worker, Wait<Parts...> wait, Patience<P> patience) noexcept {
  Team<P>& team = *worker.member->team;
  bool slept = false;
  probe::IdleSpan idle(worker.recorder);
  while (!wait.done()) {
    if (graph::Task<P>* task = wait.find()) {
      idle.end();
      Tasking<P>::run(worker, task);
      patience.renew();
      continue;
    }
    if (wait.idle()) break;
    if (Dispatcher<P>::run(worker, wait.rest, wait.jobs)) {
      patience.renew();
      continue;
    }
    idle.begin();
    if (patience.wait_a_little(wait.done)) continue;
    worker.slab.flush();
    team.sleepers.lie_down(worker.bed, wait.rest);
    if (wait.done() || wait.idle()) {
      Sleepers<P>::get_up(worker.bed);
      break;
    }
    if (wait.missed() || Dispatcher<P>::has_work(worker, wait.jobs)) {
      Sleepers<P>::get_up(worker.bed);
      continue;
    }
    Stillness<P>::sleep(worker, wait.what);
    slept = true;
  }
  if (slept && wait.jobs == Jobs::of_team_and_runtime) Dispatcher<P>::pass_on(worker);
}

template <class P, class... Parts>
void wait_until(Worker<P>& worker, Wait<Parts...> wait) noexcept {
  wait_until(worker, wait, patience_of(worker));
}

}  // namespace heddle::runtime

// Waiting: the one loop in which workers wait, whatever for. It runs permitted tasks, then idle jobs, then spins, then
// sleeps.
#pragma once

#include "runtime/dispatcher.hpp"
#include "runtime/patience.hpp"
#include "runtime/seeking.hpp"
#include "runtime/stillness.hpp"
#include "runtime/team.hpp"
#include "runtime/waking.hpp"

namespace heddle::runtime {

template <class P>
struct Tasking;

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
  Patience<P> patience(team.spin_ns, team.size > team.processors, &worker.courtesy);
  patience.shared_by(team.size);
  return patience;
}

/// A worker of a divided team that waits for tasks of its own is counted meanwhile (graph/groups.hpp).
template <class P>
class GroupWait {
 public:
  GroupWait(Worker<P>& worker, Rest rest) noexcept
      : groups_(rest == Rest::own_work ? worker.member->team->groups : nullptr), seat_(worker.member->seat) {
    if (groups_ != nullptr) [[unlikely]]
      begin(*worker.member->team);
  }
  GroupWait(const GroupWait&) = delete;
  GroupWait& operator=(const GroupWait&) = delete;
  ~GroupWait() {
    if (groups_ != nullptr) [[unlikely]]
      groups_->end_wait(seat_);
  }

 private:
  [[gnu::noinline]] void begin(Team<P>& team) noexcept {
    if (!groups_->begin_wait(seat_)) return;
    if (team.scheduler->holds_stated(groups_->of(seat_)) && team.sleepers.any()) wake_who_waits(team);
  }

  graph::Groups<P>* const groups_;
  const Seat seat_;
};

template <class P, class... Parts>
void wait_until(Worker<P>& worker, Wait<Parts...> wait, Patience<P> patience) noexcept {
  Team<P>& team = *worker.member->team;
  const GroupWait<P> counted(worker, wait.rest);
  const bool seeks = wait.rest == Rest::any_work && wait.jobs == Jobs::of_team_and_runtime;
  bool slept = false;
  worker.producer.pause();
  probe::IdleSpan idle(worker.recorder);
  while (!wait.done()) {
    if (graph::Task<P>* task = wait.find()) {
      idle.end();
      if (seeks) Seeking<P>::end(worker);
      worker.producer.pause();
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
    if (seeks) Seeking<P>::begin(worker);
    if (patience.wait_a_little(wait.done)) continue;
    worker.slab.flush();
    team.sleepers.lie_down(worker.bed, wait.rest);
    if (seeks) Seeking<P>::end(worker);
    if (wait.done() || wait.idle()) {
      Sleepers<P>::get_up(worker.bed);
      break;
    }
    if (wait.missed() || Dispatcher<P>::has_work(worker, wait.jobs)) {
      Sleepers<P>::get_up(worker.bed);
      patience.renew();
      continue;
    }
    Stillness<P>::sleep(worker, wait.what);
    if (seeks) Seeking<P>::begin(worker);
    slept = true;
  }
  if (seeks) Seeking<P>::end(worker);
  worker.producer.pause();  // what was made meanwhile is no burst of the task that has waited
  if (slept && wait.jobs == Jobs::of_team_and_runtime) Dispatcher<P>::pass_on(worker);
}

template <class P, class... Parts>
void wait_until(Worker<P>& worker, Wait<Parts...> wait) noexcept {
  wait_until(worker, wait, patience_of(worker));
}

}  // namespace heddle::runtime

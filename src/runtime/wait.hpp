// Wait: the one way in which a worker waits, whatever for. It runs permitted tasks, then idle jobs, then spins, then
// sleeps.
//
//   wait_for(worker, [&] { return is_there(); }, Runs::own, WaitTarget::others);
//
// What is waited for is a predicate, or an Until where more can be said of it. Which tasks may be run meanwhile is one
// of Runs; who must choose by itself writes a source of tasks like those below. Reports that the worker still holds are
// sent before each look without tasks, for they may be what everything waits for.
#pragma once

#include <concepts>
#include <utility>

#include "runtime/backoff.hpp"
#include "runtime/dispatcher.hpp"
#include "runtime/sleepers.hpp"
#include "runtime/team.hpp"
#include "runtime/watchdog.hpp"

namespace heddle::runtime {

template <class P>
struct Runner;

/// The tasks that a worker may run while it waits. Types, so that each wait is made of what it needs alone.
struct Runs {
  struct None {};
  struct Own {};
  struct Any {};
  static constexpr None none{};  // what waits is no task scheduling point
  static constexpr Own own{};    // descendants of its current task
  static constexpr Any any{};    // of its team
};

struct FindsNothing {
  bool operator()() const noexcept { return false; }
};

/// More than a predicate. `holds()`: it has come; cheap, and asked again and again. `settle()`: there was nothing to
/// run; may bring it about, and says what holds() would. `lies_down()`: the worker is ready for sleep, and has found
/// nothing; says whether there is something after all. None of them runs tasks.
template <class Holds, class Settle, class LiesDown = FindsNothing>
struct Until {
  Holds holds;
  Settle settle;
  LiesDown lies_down{};
};
template <class Holds, class Settle>
Until(Holds, Settle) -> Until<Holds, Settle>;
template <class Holds, class Settle, class LiesDown>
Until(Holds, Settle, LiesDown) -> Until<Holds, Settle, LiesDown>;

/// How long a worker looks for work in the open region of its team.
template <class P>
Backoff<P> backoff_of(Worker<P>& worker) noexcept {
  const Team<P>& team = *worker.member->team;
  Backoff<P> backoff(team.spin_ns, team.size > team.processors, &worker.courtesy);
  backoff.shared_by(team.size);
  return backoff;
}

/// A source of tasks for who waits for others. `find()`: a task to run. `missed()`: asked when everything is ready for
/// sleep: there is something for find() after all. `kept()`: a task that find() has not handed out yet. `backoff()`:
/// how the worker spends its time before it sleeps.
template <class P>
class NoTasks {
 public:
  static constexpr Rest k_rest = Rest::own_work;
  static constexpr Jobs k_jobs = Jobs::none;

  explicit NoTasks(Worker<P>& worker) noexcept : worker_(worker) {}
  graph::Task<P>* find() const noexcept { return nullptr; }
  bool missed() const noexcept { return false; }
  graph::Task<P>* kept() const noexcept { return nullptr; }
  Backoff<P> backoff() const noexcept { return backoff_of(worker_); }

 private:
  Worker<P>& worker_;
};

/// Any task of the team.
template <class P>
class AnyTask {
 public:
  static constexpr Rest k_rest = Rest::any_work;
  static constexpr Jobs k_jobs = Jobs::of_team_and_runtime;

  explicit AnyTask(Worker<P>& worker) noexcept : worker_(worker), team_(*worker.member->team) {}
  graph::Task<P>* find() const noexcept { return team_.has_tasks() ? Runner<P>::find_any(worker_) : nullptr; }
  // A theft that another thief won is no proof of emptiness.
  bool missed() const noexcept { return team_.has_tasks() && team_.ready->finds_work(worker_.member->seat); }
  graph::Task<P>* kept() const noexcept { return nullptr; }
  Backoff<P> backoff() const noexcept { return backoff_of(worker_); }

 private:
  Worker<P>& worker_;
  Team<P>& team_;
};

/// Descendants of the worker's current task. Who lies down looks by taking one: what lies in a queue may be others'.
template <class P>
class OwnTasks {
 public:
  static constexpr Rest k_rest = Rest::own_work;
  static constexpr Jobs k_jobs = Jobs::of_team_and_runtime;

  explicit OwnTasks(Worker<P>& worker) noexcept : worker_(worker) {}
  graph::Task<P>* find() noexcept { return found_ != nullptr ? kept() : Runner<P>::find_descendant(worker_); }
  bool missed() noexcept { return (found_ = Runner<P>::uncover_descendant(worker_)) != nullptr; }
  graph::Task<P>* kept() noexcept { return std::exchange(found_, nullptr); }
  Backoff<P> backoff() const noexcept { return backoff_of(worker_); }

 private:
  Worker<P>& worker_;
  graph::Task<P>* found_ = nullptr;  // by missed()
};

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
    if (groups_->tasks().holds_stated(groups_->of(seat_)) && team.sleepers.any()) wake_who_waits(team);
  }

  graph::Groups<P>* const groups_;
  const Seat seat_;
};

/// The loop in which all wait.
/// @param source  of tasks  @param what  as the watchdog tells it
template <class P, class Predicate, class Source>
void wait_with(Worker<P>& worker, const Predicate& until, Source& source, WaitDescription what) noexcept {
  constexpr Jobs k_jobs = Source::k_jobs;
  constexpr bool k_seeks = Source::k_rest == Rest::any_work && k_jobs == Jobs::of_team_and_runtime;
  Team<P>& team = *worker.member->team;
  const GroupWait<P> counted(worker, Source::k_rest);
  const auto settle = [&] {
    if (worker.reports.count != 0) Runner<P>::flush(worker);
    return until.settle();
  };
  Backoff<P> backoff = source.backoff();
  bool slept = false;
  worker.granularity.pause();
  probe::IdleSpan idle(worker.recorder);
  while (!until.holds()) {
    if (graph::Task<P>* task = source.find()) {
      idle.end();
      if (k_seeks) Seeking<P>::end(worker);
      worker.granularity.pause();
      Runner<P>::run(worker, task);
      backoff.renew();
      continue;
    }
    if (settle()) break;
    if (k_jobs != Jobs::none && Dispatcher<P>::run(worker, Source::k_rest, k_jobs)) {
      backoff.renew();
      continue;
    }
    idle.begin();
    if (k_seeks) Seeking<P>::begin(worker);
    if (backoff.wait_a_little(until.holds)) continue;
    worker.slab.flush();
    team.sleepers.prepare_to_park(worker.bed, Source::k_rest);
    if (k_seeks) Seeking<P>::end(worker);
    if (until.holds() || settle()) {
      Sleepers<P>::get_up(worker.bed);
      break;
    }
    if (source.missed() || until.lies_down() || (k_jobs != Jobs::none && Dispatcher<P>::has_work(worker, k_jobs))) {
      Sleepers<P>::get_up(worker.bed);
      backoff.renew();
      continue;
    }
    Watchdog<P>::sleep(worker, what);
    if (k_seeks) Seeking<P>::begin(worker);
    slept = true;
  }
  if (k_seeks) Seeking<P>::end(worker);
  worker.granularity.pause();  // what was made meanwhile is no burst of the task that has waited
  if (slept && k_jobs == Jobs::of_team_and_runtime) Dispatcher<P>::pass_on(worker);
  if (graph::Task<P>* const task = source.kept()) Runner<P>::run(worker, task);
}

template <class P>
NoTasks<P> tasks_for(Worker<P>& worker, Runs::None /*runs*/) noexcept {
  return NoTasks<P>(worker);
}
template <class P>
OwnTasks<P> tasks_for(Worker<P>& worker, Runs::Own /*runs*/) noexcept {
  return OwnTasks<P>(worker);
}
template <class P>
AnyTask<P> tasks_for(Worker<P>& worker, Runs::Any /*runs*/) noexcept {
  return AnyTask<P>(worker);
}

template <class P, class Which, class... Parts>
void wait_for(Worker<P>& worker, const Until<Parts...>& until, Which runs, WaitTarget what) noexcept {
  auto source = tasks_for(worker, runs);
  wait_with(worker, until, source, what);
}

template <class P, class Which, std::predicate Predicate>
void wait_for(Worker<P>& worker, const Predicate& predicate, Which runs, WaitTarget what) noexcept {
  wait_for(worker, Until{predicate, predicate}, runs, what);
}

}  // namespace heddle::runtime

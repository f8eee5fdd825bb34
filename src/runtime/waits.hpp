// Waits: how tasks wait for tasks. Called only by the thread of the worker passed in.
#pragma once

#include <utility>

#include "runtime/runner.hpp"
#include "runtime/wait.hpp"

namespace heddle::runtime {

template <class P>
struct Waits {
  using Task = graph::Task<P>;
  using W = Worker<P>;

  /// Waits for the children of the current task.
  static void wait_children(W& worker) noexcept;
  /// The same for all its descendants.
  static void wait_subtrees(W& worker) noexcept {
    wait_subtrees(worker, [] {});
  }
  /// @param about_to_sleep  called before each sleep: nothing was found to run, and the worker lies in its bed already
  template <class Sleepy>
  static void wait_subtrees(W& worker, const Sleepy& about_to_sleep) noexcept;
  /// Runs one descendant of the current task, if one is ready.
  static void yield(W& worker) noexcept;

  static graph::Group<P>& open_group(W& worker) noexcept;
  /// Waits for the members of the innermost group and closes it.
  static void close_group(W& worker) noexcept {
    close_group(worker, [] {});
  }
  /// @param about_to_sleep  as above
  template <class Sleepy>
  static void close_group(W& worker, const Sleepy& about_to_sleep) noexcept;

  /// Waits until `done()`, and runs descendants of the current task meanwhile; `idle()` where there is none. Whoever
  /// makes it done calls wake_waiting().
  template <class Done, class Idle>
  static void wait_held(W& worker, const Done& done, const Idle& idle) noexcept;
  static void wake_waiting(W& worker) noexcept { Runner<P>::wake_owner(worker); }

 private:
  friend struct Spawner<P>;
  static void run_submitted(W& worker, Task* task) noexcept;
  static void await_ready(W& worker, Task& task) noexcept;
  static void wait_for_children(W& worker) noexcept;
  template <class Sleepy>
  static void wait_for_members(W& worker, graph::Group<P>& group, const Sleepy& about_to_sleep) noexcept;
  template <class Done, class Sleepy>
  static void wait_for_reports(W& worker, graph::Children<P>& children, WaitTarget what,
                               const std::pair<Done, Sleepy>& parts) noexcept;
};

template <class P>
void Waits<P>::wait_children(W& worker) noexcept {
  worker.granularity.pause();
  const Task& self = *worker.task;
  if (self.has(graph::k_included)) return;  // it has made no task that outlives it
  if (self.children.none() && worker.recorder == nullptr) [[likely]]
    return;
  wait_for_children(worker);  // elsewhere: with its registers to save, a wait for nothing would cost twice as much
}

template <class P>
[[gnu::noinline]] void Waits<P>::wait_for_children(W& worker) noexcept {
  Task& self = *worker.task;
  const auto done = [&self] { return self.children.none() || self.children.unfinished() == 0; };
  const bool over = done();
  if (over && worker.recorder == nullptr) return;
  const probe::WaitSpan span(worker.recorder,
                             probe::WaitReason::children);  // who listens hears of waits for nothing, too
  if (!over) wait_for_reports(worker, self.children, WaitTarget::children, std::pair(done, [] {}));
}

template <class P>
template <class Sleepy>
void Waits<P>::wait_subtrees(W& worker, const Sleepy& about_to_sleep) noexcept {
  worker.granularity.pause();
  Task& self = *worker.task;
  if (self.has(graph::k_included)) return;  // as above
  const bool over = self.children.none();
  if (over && worker.recorder == nullptr) [[likely]]
    return;
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::children);  // as above
  if (over) return;
  const auto done = [&self] { return self.children.unretired() == 0; };
  wait_for_reports(worker, self.children, WaitTarget::children, std::pair(done, about_to_sleep));
}

// Waits until `done`, which hangs on reports to `children`. @param parts  done, about_to_sleep
template <class P>
template <class Done, class Sleepy>
void Waits<P>::wait_for_reports(W& worker, graph::Children<P>& children, WaitTarget what,
                                const std::pair<Done, Sleepy>& parts) noexcept {
  const auto& [done, about_to_sleep] = parts;
  bool announced = false;
  const auto settle = [&] {
    // From the first idle look on, reporters are asked to wake this worker; before, they need not care.
    if (!announced) children.announce_wait();
    announced = true;
    return done();
  };
  const auto lies_down = [&sleepy = about_to_sleep] {
    sleepy();
    return false;
  };
  wait_for(worker, Until{done, settle, lies_down}, Runs::own, what);
  Runner<P>::flush(worker);  // the program goes on: somebody may wait for a descendant that was run here
  if (announced) children.end_wait();
}

// An undeferred task has predecessors: its creator helps until it is ready, then runs it.
template <class P>
[[gnu::cold]] void Waits<P>::run_submitted(W& worker, Task* task) noexcept {
  await_ready(worker, *task);
  Runner<P>::run(worker, task);
  Runner<P>::flush(worker);  // as in wait_for_reports()
}

template <class P>
[[gnu::cold]] void Waits<P>::await_ready(W& worker, Task& task) noexcept {
  const auto ready = [&task] {
    // order: acquire — pairs with the store in typename Runner<P>::Sink::wake_creator(): the predecessors' effects are
    // visible.
    return (task.event.load(std::memory_order_acquire) & graph::k_may_run) != 0;
  };
  wait_for(worker, ready, Runs::own, WaitTarget::predecessors);
  Runner<P>::flush(worker);  // as in wait_for_reports()
}

template <class P>
void Waits<P>::yield(W& worker) noexcept {
  worker.granularity.pause();
  const Team<P>& team = *worker.member->team;
  // order: relaxed — a hint; a task that comes into sight later is run later.
  if (team.tasking.load(std::memory_order_relaxed) != team.region) return;
  Task* task = Runner<P>::find_descendant(worker);
  if (task == nullptr && Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) {
    task = Runner<P>::find_descendant(worker);
  }
  if (task == nullptr) return;
  Runner<P>::run(worker, task);
  Runner<P>::flush(worker);
}

template <class P>
graph::Group<P>& Waits<P>::open_group(W& worker) noexcept {
  Runner<P>::settle(worker);
  graph::Group<P>* group = worker.free_groups;
  if (group != nullptr) {
    worker.free_groups = group->outer;
  } else {
    group = new (std::nothrow) graph::Group<P>;
    HEDDLE_CHECK(group != nullptr, "no memory left for a taskgroup");
  }
  group->members.reset();
  group->outer = worker.task->group;
  group->owner = worker.task;
  group->reductions = nullptr;
  group->front = nullptr;
  // order: relaxed — nobody else knows the group yet.
  group->cancelled.store(false, std::memory_order_relaxed);
  worker.task->group = group;
  return *group;
}

template <class P>
template <class Sleepy>
void Waits<P>::close_group(W& worker, const Sleepy& about_to_sleep) noexcept {
  worker.granularity.pause();
  graph::Group<P>* const group = worker.task->group;
  HEDDLE_CHECK(group != nullptr && group->owner == worker.task, "a taskgroup ends that this task has not opened");
  if (!group->members.none() || worker.recorder != nullptr) wait_for_members(worker, *group, about_to_sleep);
  worker.task->group = group->outer;
  group->outer = worker.free_groups;
  worker.free_groups = group;
}

template <class P>
template <class Sleepy>
[[gnu::noinline]] void Waits<P>::wait_for_members(W& worker, graph::Group<P>& group,
                                                  const Sleepy& about_to_sleep) noexcept {
  const auto done = [&group] { return group.members.none() || group.members.unretired() == 0; };
  const bool over = done();
  if (over && worker.recorder == nullptr) return;
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::group);  // as in wait_children()
  if (!over) wait_for_reports(worker, group.members, WaitTarget::group, std::pair(done, about_to_sleep));
}

template <class P>
template <class Done, class Idle>
void Waits<P>::wait_held(W& worker, const Done& done, const Idle& idle) noexcept {
  worker.granularity.pause();
  if (done()) return;
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::children);
  const auto settle = [&] {
    idle();
    return done();
  };
  wait_for(worker, Until{done, settle}, Runs::own, WaitTarget::predecessors);
  Runner<P>::flush(worker);  // as in wait_for_reports()
}

}  // namespace heddle::runtime

// How a function of the program's copies the arguments of a task. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

// A copy function is the program's own: it may make tasks, wait for them, open regions. It runs as the beginning of the
// new task, as on libgomp: so what it makes are the task's children, and what it waits for is neither the task itself,
// which its parent has counted already, nor an elder sibling, which may wait for the creator.
template <class P>
[[gnu::noinline]] void Tasking<P>::copy_arguments(W& worker, Task& task, const Spawn& what) noexcept {
  if (worker.recorder != nullptr) [[unlikely]]
    note_created(worker, task, what);
  Task* const creator = worker.task;
  worker.task = &task;
  // order: relaxed (both) — compared by others, with their own address only (report()); published with the task.
  task.runner.store(&worker, std::memory_order_relaxed);
  what.copy(task.argument, what.data);
  worker.task = creator;
  if (!task.children.none()) [[unlikely]]
    await_links(worker, task);
  // order: relaxed — as above.
  task.runner.store(nullptr, std::memory_order_relaxed);
}

// The children of one parent are linked in order because one worker makes them (dependence/async, /adaptive). Another
// may go on with it: what this one has left to be linked must be in place. That hangs on no task of the program.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::await_links(W& worker, Task& parent) noexcept {
  constexpr std::uint32_t k_patient_ns = 20'000;  // then the core is left to whoever links
  const Team<P>& team = *worker.member->team;
  const auto linked = [&] { return team.manager->may_skip(parent, nullptr, 0, worker.member->seat); };
  Backoff<P> backoff(k_patient_ns, team.size > team.processors, &worker.courtesy);
  while (!linked()) {
    if (Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) continue;
    if (!backoff.wait_a_little(linked)) P::yield();
  }
}

}  // namespace heddle::runtime

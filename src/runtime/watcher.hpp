// Watcher: who is told what workers do while they do it, such as a profiler behind OpenMP's interface for tools.
//
// Called only by workers that have a recorder, so a process that nobody watches pays the test of one pointer, which the
// trace pays already. Calls come on the worker's own thread, at the moment they name; what a watcher keeps beside a
// task lies in its block (graph::mark_of), what it keeps beside a seat or a team in their field `watched`.
#pragma once

#include <cstdint>

#include "runtime/team.hpp"

namespace heddle::runtime {

struct Spawn;

template <class P>
class Watcher {
 public:
  using W = Worker<P>;
  using Task = graph::Task<P>;

  /// Before the first worker is made. Any thread, also several at once.
  virtual void start() noexcept = 0;
  /// Whether it wants to be told anything. Asked of each new worker, after start().
  virtual bool watching() const noexcept = 0;

  /// A worker got a recorder; what it notes can be listened to.
  virtual void recorder_made(probe::Recorder& recorder) noexcept = 0;

  virtual void thread_begins(W& worker) noexcept = 0;
  virtual void thread_ends(W& worker) noexcept = 0;

  /// The team is set up, and nobody has been told to start. @param asked  threads, of which the team may have fewer
  virtual void region_opens(W& master, Team<P>& team, std::uint32_t asked) noexcept = 0;
  /// The master has run its share and will wait for the others.
  virtual void region_closes(W& master) noexcept = 0;
  /// Everything is over, the master is back in the seat and the task from which it opened the region.
  virtual void region_closed(W& master, Team<P>& team) noexcept = 0;

  /// The worker has taken its seat: in a region, or alone in an initial team.
  virtual void seat_taken(W& worker) noexcept = 0;
  /// It leaves the seat. A worker that is not the master may still help with the region's tasks.
  virtual void seat_left(W& worker) noexcept = 0;
  /// It has left, waits for its next order, and finds nothing to help with; said again and again.
  virtual void out_of_work(W& worker) noexcept = 0;
  /// Whether it had better say so once more before it sleeps. Who wants that makes it true, fences, and wakes it.
  virtual bool is_called(const W& worker) const noexcept = 0;

  /// The code of the task that the worker runs is called from this frame, which stays until the code returns.
  virtual void code_called(W& worker, void* frame) noexcept = 0;

  /// Nobody has met the task yet. Its arguments are in place, unless a function of the program's copies them next.
  virtual void task_created(W& worker, Task& task, const Spawn& what) noexcept = 0;
  /// That function is through.
  virtual void arguments_copied(W& worker, Task& task) noexcept = 0;
  /// @param before  what the worker has run until now
  virtual void task_starts(W& worker, Task& task, Task& before) noexcept = 0;
  /// Its body is over, or has been skipped; the worker goes on with `next`.
  virtual void task_ends(W& worker, Task& task, Task& next) noexcept = 0;

  /// The event is about to be fulfilled with which the task ends. By a task of a door that has no other way to say so.
  virtual void event_happens(W& worker, Task& task) noexcept = 0;
  /// The worker's task has waited for all that it has made, and for what that has made.
  virtual void descendants_awaited(W& worker) noexcept = 0;

  /// The worker's implicit task has met a league. Its teams follow one another, each in place of that task.
  virtual void league_opens(W& worker, std::uint32_t teams) noexcept = 0;
  virtual void team_begins(W& worker, std::uint32_t index, std::uint32_t teams) noexcept = 0;
  virtual void team_ends(W& worker) noexcept = 0;
  virtual void league_closed(W& worker) noexcept = 0;

 protected:
  ~Watcher() = default;
};

}  // namespace heddle::runtime

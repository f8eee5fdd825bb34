#include "process/standing.hpp"

#include "process/process.hpp"
#include "process/room.hpp"
#include "process/team_size.hpp"
#include "runtime/region.hpp"

namespace heddle::process {

namespace {

using P = platform::Threads;
using Region = runtime::Region<P>;
using Tasking = runtime::Tasking<P>;

void help_only(void* /*argument*/) noexcept {}

void sit_in(Worker& worker, Team& standing) noexcept {
  worker.member = &standing.members[0];
  worker.task = &standing.members[0].implicit;
}

Team& open(Worker& worker, unsigned threads) noexcept {
  const runtime::Launch launch{help_only, nullptr, threads, worker.task->environment};
  return Region::open(worker, launch, [](Team& team) noexcept { team.region_front = nullptr; });
}

// Waits for its tasks, and closes it. The thread sits outside before and after.
void close(Worker& worker, Team& standing) noexcept {
  Process::data(worker).standing = nullptr;
  sit_in(worker, standing);
  Region::close(worker);
  Team*& hot = worker.member->inner;
  if (hot == nullptr) {
    hot = &standing;
  } else if (hot != &standing) {
    worker.runtime->dissolve(&standing);
  }
}

}  // namespace

bool Visit::enter(Worker& worker) noexcept {
  WorkerData& data = Process::data(worker);
  if (data.standing == nullptr) {
    const unsigned threads = threads_for(worker, 0);
    if (threads == 1) return false;
    data.standing = &open(worker, threads);
    return true;
  }
  sit_in(worker, *data.standing);
  return true;
}

void Visit::leave() noexcept {
  Tasking::flush(worker_);  // nobody knows when the thread comes again
  worker_.member = member_;
  worker_.task = task_;
}

void make_way(Worker& worker) noexcept {
  Team* const standing = Process::data(worker).standing;
  if (standing == nullptr || !Visit::outermost(worker)) return;
  sit_in(worker, *standing);
  Tasking::flush(worker);
  const bool over = Tasking::all_finished(*standing);
  worker.member = standing->outer;
  worker.task = standing->outer_task;
  if (over) return close(worker, *standing);
  if (worker.member->inner == standing) worker.member->inner = nullptr;
}

void close_standing(Worker& worker) noexcept {
  if (!Visit::outermost(worker)) return;
  if (Team* const standing = Process::data(worker).standing; standing != nullptr) {
    close(worker, *standing);
  } else {
    // With one thread its tasks are in its own team; those may still be there that wait for an event.
    Tasking::wait_subtrees(worker);
  }
  tell_rooms(&Room::thread_goes, worker);
}

void forget_standing(Worker& worker) noexcept {
  Process::data(worker).standing = nullptr;
  if (!Visit::outermost(worker)) return;
  // With one thread they are in its own team; whoever would complete their events is gone.
  Task& initial = *worker.task;
  initial.children.reset();
  initial.domain = nullptr;
  Member& member = *worker.member;
  member.finished = member.created;
  // order: relaxed — the child has one thread.
  member.finished_shown.store(member.finished, std::memory_order_relaxed);
  // Those that ended with their events are among the created, too: counted again they would never be all.
  // order: relaxed (both) — as above.
  member.team->finished_outside.store(0, std::memory_order_relaxed);
  member.team->events.store(0, std::memory_order_relaxed);
}

}  // namespace heddle::process

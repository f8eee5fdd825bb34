// What the engine says of workers, regions and tasks, as a tool wants to hear it (OpenMP 5.2, chapter 19.5).
//
// A worker that leaves a region may still help with tasks of it, so its implicit task ends, for the tool, when the
// master is through or the worker gets its next order. Each function runs on the thread of the worker it is given.
#include "ompt/watcher.hpp"

#include <pthread.h>
#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include "base/check.hpp"
#include "omp/settings.hpp"
#include "ompt/contexts.hpp"
#include "ompt/dependences.hpp"
#include "ompt/events.hpp"
#include "ompt/races.hpp"
#include "ompt/threads.hpp"
#include "ompt/tool.hpp"
#include "process/process.hpp"
#include "process/room.hpp"
#include "process/watching.hpp"
#include "runtime/tasking.hpp"

namespace heddle::ompt {

namespace {

using P = platform::Threads;
using omp::Member;
using omp::Task;
using omp::Team;
using omp::Worker;

template <class State>
State& made(void*& field) noexcept {
  if (field == nullptr) {
    field = new (std::nothrow) State{};
    HEDDLE_CHECK(field != nullptr, "no memory left for what a tool keeps with a region");
  }
  return *static_cast<State*>(field);
}

bool is_initial(const Team& team) noexcept { return team.outer == nullptr; }

ompt_state_t working(const Team& team) noexcept {
  return !is_initial(team) ? ompt_state_work_parallel : ompt_state_work_serial;
}

/// A thread, or a team, among how many.
struct Part {
  std::uint32_t index;
  std::uint32_t of;
};

void begin_implicit(ompt_data_t& parallel, TaskState& task, const Part& part) noexcept {
  tell<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_begin, &parallel, &task.data, part.of,
                                      part.index, static_cast<int>(task.flags));
}

// Of the region, which may be over, there is no word.
void end_implicit(TaskState& task, std::uint32_t index) noexcept {
  tell<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, static_cast<ompt_data_t*>(nullptr),
                                      &task.data, 0U, index, static_cast<int>(task.flags));
}

// At the end of a region. @param caller  where that is in the program, if the thread knows
void end_barrier(SeatState& seat, const void* caller) noexcept {
  for (const ompt_callbacks_t event : {ompt_callback_sync_region_wait, ompt_callback_sync_region}) {
    tell<ompt_callback_sync_region_t>(event, ompt_sync_region_barrier_implicit_parallel, ompt_scope_end,
                                      static_cast<ompt_data_t*>(nullptr), &seat.task.data, caller);
  }
}

void begin_barrier(RegionState& region, SeatState& seat, const void* caller) noexcept {
  end_work();
  seat.task.frame.exit_frame = {};
  for (const ompt_callbacks_t event : {ompt_callback_sync_region, ompt_callback_sync_region_wait}) {
    tell<ompt_callback_sync_region_t>(event, ompt_sync_region_barrier_implicit_parallel, ompt_scope_begin, &region.data,
                                      &seat.task.data, caller);
  }
  this_thread.state = ompt_state_wait_barrier_implicit_parallel;
}

// What is left to say of the region that this worker has left.
void finish_leaving() noexcept {
  Leaving& leaving = this_thread.leaving;
  if (leaving.seat == nullptr) return;
  end_barrier(*leaving.seat, nullptr);
  end_implicit(leaving.seat->task, leaving.index);
  leaving.seat = nullptr;
  this_thread.state = ompt_state_idle;
}

// What stands for a wait (Tasking::wait_accesses) is undeferred from the start; of others that is a question of the
// moment (Spawn::undeferred).
int flags_of(const Worker& worker, const Task& task, const runtime::Spawn& what) noexcept {
  const bool runs_at_once = worker.member->team->size == 1 && what.access_count == 0;
  const bool waits = (what.flags & graph::k_undeferred) != 0;
  int flags = waits ? ompt_task_taskwait | ompt_task_mergeable : ompt_task_explicit;
  if (task.has(graph::k_undeferred) || what.undeferred || runs_at_once) flags |= ompt_task_undeferred;
  if (task.has(graph::k_untied)) flags |= ompt_task_untied;
  if (task.has(graph::k_final)) flags |= ompt_task_final;
  return flags;
}

ompt_dependence_type_t type_of(graph::Mode mode) noexcept {
  switch (mode) {
    case graph::Mode::in:
      return ompt_dependence_type_in;
    case graph::Mode::inoutset:
      return ompt_dependence_type_inoutset;
    case graph::Mode::mutexinoutset:
      return ompt_dependence_type_mutexinoutset;
    default:
      return ompt_dependence_type_inout;  // out is the same to everybody
  }
}

// In the order that the program has written: omp_all_memory, which comes first here, has changed places with another.
void tell_dependences(TaskState& state, const runtime::Spawn& what) {
  if (callback<ompt_callback_dependences_t>(ompt_callback_dependences) == nullptr) return;
  const std::unique_ptr<ompt_dependence_t[]> list(new (std::nothrow) ompt_dependence_t[what.access_count]);
  if (list == nullptr) return;
  for (std::uint32_t i = 0; i < what.access_count; ++i) {
    list[i].variable.ptr = what.accesses[i].address;
    const bool all = what.accesses[i].address == graph::k_all_memory;
    list[i].dependence_type = all ? ompt_dependence_type_out_all_memory : type_of(what.accesses[i].mode);
  }
  const std::size_t written_at = what.accesses[0].address == graph::k_all_memory ? what.accesses[0].bytes : 0;
  if (written_at < what.access_count) std::swap(list[0], list[written_at]);
  tell<ompt_callback_dependences_t>(ompt_callback_dependences, &state.data, list.get(),
                                    static_cast<int>(what.access_count));
}

/// @param open  its event has not happened yet, as far as a tool has heard
ompt_task_status_t status_at_end(const TaskState& state, bool open) noexcept {
  if (state.waits != 0) return ompt_task_cancel;
  if ((state.flags & ompt_task_taskwait) != 0) return ompt_taskwait_complete;
  return open ? ompt_task_detach : ompt_task_complete;
}

// A worker has waited, or comes to a barrier.
void order_waits(const format::Record& record) noexcept {
  const bool ends = record.event == probe::Event::wait_end;
  if (!ends && record.event != probe::Event::wait_begin) return;
  Worker& worker = *static_cast<Worker*>(P::self());
  switch (static_cast<probe::WaitReason>(record.detail)) {
    case probe::WaitReason::barrier:
      return ends ? order_after_barrier(*worker.member) : order_before_barrier(*worker.member);
    case probe::WaitReason::group:
      return ends ? order_after_group(worker.task->group) : void();
    case probe::WaitReason::children:
      return ends ? order_after_children(*worker.task) : void();
    default:
      return;
  }
}

class Watcher final : public runtime::Watcher<P> {
 public:
  void start() noexcept override {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_tool);
  }
  void recorder_made(probe::Recorder& recorder) noexcept override {
    if (!races_are_looked_for()) return;
    recorder.want_arguments_apart();
    recorder.listen(order_waits);
  }
  bool watching() const noexcept override { return tool_runs() || races_are_looked_for(); }

  void thread_begins(Worker& worker) noexcept override {
    this_thread = {};
    has_taken_leave = false;
    enter_register(worker);
    if (races_are_looked_for() && contexts_work()) prepare_contexts();
    const bool of_pool = worker.member == nullptr;
    this_thread.state = of_pool ? ompt_state_idle : ompt_state_work_serial;
    const ompt_thread_t kind = of_pool ? ompt_thread_worker : ompt_thread_initial;
    tell<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, kind, &this_thread.data);
  }
  void thread_ends(Worker& /*worker*/) noexcept override {
    finish_leaving();
    give_up_own_seat();
    tell<ompt_callback_thread_end_t>(ompt_callback_thread_end, &this_thread.data);
    has_taken_leave = true;
    leave_register();
    if (races_are_looked_for() && contexts_work()) drop_contexts();
  }

  void region_opens(Worker& master, Team& team, std::uint32_t threads) noexcept override {
    const std::uint32_t asked = std::max(std::exchange(omp::worker_data(master).asked, 0), threads);
    auto& region = made<RegionState>(team.watched);
    TaskState& outer = state_of(*master.task);
    region.data = {};
    region.flags = static_cast<std::int32_t>(ompt_parallel_team) |
                   (this_thread.program_runs_region ? ompt_parallel_invoker_program : ompt_parallel_invoker_runtime);
    region.caller = this_thread.caller;
    region.of_target = is_initial(team);
    renew_order(region);
    if (!region.of_target) {
      tell<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &outer.data, &outer.frame, &region.data, asked,
                                           static_cast<int>(region.flags), region.caller);
    }
    release(&region.fork);
  }
  void region_closes(Worker& master) noexcept override {
    RegionState& region = state_of(*master.member->team);
    if (region.of_target) return end_work();
    begin_barrier(region, *static_cast<SeatState*>(master.member->watched), region.caller);
  }
  void region_closed(Worker& master, Team& team) noexcept override {
    RegionState& region = state_of(team);
    for (graph::Seat seat = 1; seat < team.size; ++seat) {
      // order: release — pairs with out_of_work(): nobody waits for the worker any more.
      static_cast<SeatState*>(team.members[seat].watched)->over.store(true, std::memory_order_release);
    }
    this_thread.state = working(*master.member->team);
    if (region.of_target) return;
    tell<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &region.data, &state_of(*master.task).data,
                                       static_cast<int>(region.flags), region.caller);
  }

  void seat_taken(Worker& worker) noexcept override {
    finish_leaving();
    is_between(false);
    const Member& member = *worker.member;
    Team& team = *member.team;
    if (member.seat != 0) worker.member->watched = &own_seat();
    auto& seat = made<SeatState>(worker.member->watched);
    // order: relaxed — the master gets to it when this worker has left the region.
    seat.over.store(false, std::memory_order_relaxed);
    const bool initial = is_initial(team);
    if (initial) made<RegionState>(team.watched).data = {};
    RegionState& region = state_of(team);
    renew_order(seat);
    seat.task = {};
    seat.work = {};
    seat.in_league = false;
    seat.task.flags = initial ? ompt_task_initial : ompt_task_implicit;
    if (!initial && team.size == 1) seat.task.flags |= ompt_task_undeferred;
    if (!initial) {
      acquire(&region.fork);
      set_exit_frame(seat.task, __builtin_frame_address(0));
    }
    this_thread.state = working(team);
    begin_implicit(region.data, seat.task, {initial ? 1 : member.seat, team.size});
  }
  void seat_left(Worker& worker) noexcept override {
    const Member& member = *worker.member;
    Team& team = *member.team;
    auto& seat = *static_cast<SeatState*>(member.watched);
    RegionState& region = state_of(team);
    seat.task.frame.exit_frame = {};
    if (is_initial(team)) return end_implicit(seat.task, 1);
    if (member.seat != 0) {
      release(&region.join);
      begin_barrier(region, seat, nullptr);
      this_thread.leaving = {&seat, member.seat};
      is_between(true);
      return;
    }
    acquire(&region.join);
    if (region.of_target) return end_implicit(seat.task, 1);
    end_barrier(seat, region.caller);
    end_implicit(seat.task, 0);
  }
  void out_of_work(Worker& worker) noexcept override {
    const Leaving& leaving = this_thread.leaving;
    // order: acquire — pairs with region_closed().
    const bool over = leaving.seat == nullptr || leaving.seat->over.load(std::memory_order_acquire);
    if (over) finish_leaving();
    if (!is_asked()) return;
    if (over) thread_ends(worker);
    answer();
  }
  bool is_called(const Worker& /*worker*/) const noexcept override { return is_asked(); }

  void code_called(Worker& worker, void* frame) noexcept override { set_exit_frame(state_of(*worker.task), frame); }

  void task_created(Worker& worker, Task& task, const runtime::Spawn& what) noexcept override {
    TaskState& state = state_of(task);
    state = {};
    state.flags = flags_of(worker, task, what);
    // order: relaxed — set by this thread just now.
    Task& parent = *task.parent.load(std::memory_order_relaxed);
    TaskState& outer = state_of(parent);
    {
      const TellsOf telling(task);
      tell<ompt_callback_task_create_t>(ompt_callback_task_create, &outer.data, &outer.frame, &state.data,
                                        static_cast<int>(state.flags), what.access_count != 0 ? 1 : 0,
                                        static_cast<const void*>(this_thread.caller));
      if (what.access_count != 0) {
        tell_dependences(state, what);
        tell_predecessors(task, what.accesses, what.access_count);
      }
    }
    order_new_task(task, parent, what.accesses, what.access_count);
  }
  void arguments_copied(Worker& /*worker*/, Task& task) noexcept override { order_arguments(task); }
  void task_starts(Worker& worker, Task& task, Task& before) noexcept override {
    TaskState& state = state_of(task);
    if (runtime::Tasking<P>::skipped(worker, task) && !task.has(graph::k_run_if_cancelled)) state.waits = k_skipped;
    set_exit_frame(state, __builtin_frame_address(0));
    this_thread.state = working(*worker.member->team);
    TaskState& left = state_of(before);
    state.below = &before;
    const ompt_task_status_t why = this_thread.yields == &left ? ompt_task_yield : ompt_task_switch;
    this_thread.yields = nullptr;
    if (this_thread.open_tasks++ == 0) is_between(false);
    if ((state.flags & ompt_task_taskwait) == 0)
      tell<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &left.data, why, &state.data);
    order_start(task, before);
  }
  void task_ends(Worker& worker, Task& task, Task& next) noexcept override {
    TaskState& state = state_of(task);
    state.frame.exit_frame = {};
    const bool open = task.has(graph::k_detachable) && begin_telling(state, EventTold::telling_detach);
    const ompt_task_status_t status = status_at_end(state, open);
    order_end(task, next);
    state.waits == k_skipped ? drop_as_predecessor(task) : end_as_predecessor(task);
    if (state.waits == k_skipped) {
      tell<ompt_callback_cancel_t>(
          ompt_callback_cancel, &state.data,
          static_cast<int>(ompt_cancel_taskgroup) | static_cast<int>(ompt_cancel_discarded_task), nullptr);
    }
    ompt_data_t* const then = status == ompt_taskwait_complete ? nullptr : &state_of(next).data;
    tell<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &state.data, status, then);
    if (open) end_telling(state, EventTold::detach);
    if (--this_thread.open_tasks == 0 && this_thread.leaving.seat != nullptr) is_between(true);
    this_thread.state = working(*worker.member->team);
  }

  void event_happens(Worker& /*worker*/, Task& task) noexcept override { fulfilled(task); }
  void descendants_awaited(Worker& worker) noexcept override { order_after_descendants(*worker.task); }

  void league_opens(Worker& worker, std::uint32_t teams) noexcept override {
    auto& seat = *static_cast<SeatState*>(worker.member->watched);
    TaskState& outer = state_of(*worker.task);
    seat.league.data = {};
    seat.league.flags = static_cast<std::int32_t>(ompt_parallel_league | ompt_parallel_invoker_program);
    seat.league.caller = this_thread.caller;
    renew_order(seat.league);
    tell<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &outer.data, &outer.frame, &seat.league.data,
                                         teams, static_cast<int>(seat.league.flags), seat.league.caller);
  }
  void team_begins(Worker& worker, std::uint32_t index, std::uint32_t teams) noexcept override {
    auto& seat = *static_cast<SeatState*>(worker.member->watched);
    seat.in_league = true;
    seat.team_index = index;
    seat.team = {};
    seat.team.ordering = seat.task.ordering;
    seat.team.copies = seat.task.copies;
    seat.team.flags = ompt_task_initial;
    set_exit_frame(seat.team, __builtin_frame_address(0));
    begin_implicit(seat.league.data, seat.team, {index, teams});
  }
  void team_ends(Worker& worker) noexcept override {
    auto& seat = *static_cast<SeatState*>(worker.member->watched);
    end_work();
    end_implicit(seat.team, seat.team_index);
    seat.task.copies = seat.team.copies;
    seat.in_league = false;
  }
  void league_closed(Worker& worker) noexcept override {
    auto& seat = *static_cast<SeatState*>(worker.member->watched);
    tell<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &seat.league.data, &state_of(*worker.task).data,
                                       static_cast<int>(seat.league.flags), seat.league.caller);
  }
};

Watcher the_watcher;

// While the library is loaded, before the process starts.
void watch_if_asked() noexcept {
  if (!may_be_watched()) return say_why_no_tool();
  process::watcher = &the_watcher;
  prepare_for_forks();
  prepare_register_for_forks();
  if (races_are_looked_for()) look_for_races();
}

process::Room room{.loads = watch_if_asked};

[[gnu::constructor(1000)]] void enter_process() noexcept { process::enter_room(room); }

}  // namespace

bool watched() noexcept { return process::watcher != nullptr; }

}  // namespace heddle::ompt

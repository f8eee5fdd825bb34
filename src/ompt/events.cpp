#include "ompt/events.hpp"

#include <atomic>
#include <span>
#include <vector>

#include "base/message.hpp"
#include "ompt/dependences.hpp"
#include "ompt/races.hpp"
#include "ompt/tool.hpp"
#include "ompt/watcher.hpp"
#include "runtime/current.hpp"

namespace heddle::ompt {

namespace {

constexpr unsigned k_implementation = 1;  // of locks: there is one

// The calling thread's worker, if it is watched.
omp::Worker* watched_worker() noexcept {
  omp::Worker& worker = runtime::current();
  return worker.recorder != nullptr ? &worker : nullptr;
}

ompt_wait_id_t id_of(const void* lock) noexcept { return reinterpret_cast<ompt_wait_id_t>(lock); }

ompt_state_t state_in(ompt_sync_region_t kind) noexcept {
  switch (kind) {
    case ompt_sync_region_taskwait:
      return ompt_state_wait_taskwait;
    case ompt_sync_region_taskgroup:
      return ompt_state_wait_taskgroup;
    case ompt_sync_region_barrier_implicit_workshare:
      return ompt_state_wait_barrier_implicit_workshare;
    default:
      return ompt_state_wait_barrier_explicit;
  }
}

ompt_state_t state_at(ompt_mutex_t kind) noexcept {
  switch (kind) {
    case ompt_mutex_critical:
      return ompt_state_wait_critical;
    case ompt_mutex_atomic:
      return ompt_state_wait_atomic;
    case ompt_mutex_ordered:
      return ompt_state_wait_ordered;
    default:
      return ompt_state_wait_lock;
  }
}

void working(const omp::Worker& worker) noexcept {
  this_thread.state = worker.member->team->outer != nullptr ? ompt_state_work_parallel : ompt_state_work_serial;
}

void tell_sync(ompt_callbacks_t event, ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  tell<ompt_callback_sync_region_t>(event, kind, endpoint, &region_of(*worker->member).data,
                                    &state_of(*worker->task).data, this_thread.caller);
}

// A tool that waits for the task of which it is being told.
void refuse_endless_taskwait() noexcept {
  const omp::Worker* const worker = watched_worker();
  if (worker == nullptr || !TellsOf::a_child_of(*worker->task)) return;
  base::fatal(
      {"an OpenMP tool calls taskwait in its callback for task_create, dependences or task_dependence. The task that "
       "it is told of is a child of the waiting task and starts only after the callback, so this would wait for "
       "ever; OpenMP allows no directives in callbacks"});
}

bool is_barrier(ompt_sync_region_t kind) noexcept {
  return kind != ompt_sync_region_taskwait && kind != ompt_sync_region_taskgroup;
}

OpenWork& work_of(const omp::Worker& worker) noexcept { return static_cast<SeatState*>(worker.member->watched)->work; }

void tell_work(const omp::Worker& worker, ompt_scope_endpoint_t endpoint, const OpenWork& work) noexcept {
  tell<ompt_callback_work_t>(ompt_callback_work, work.kind, endpoint, &region_of(*worker.member).data,
                             &state_of(*worker.task).data, work.count, this_thread.caller);
}

void tell_dispatch(ompt_dispatch_t kind, ompt_data_t instance) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  tell<ompt_callback_dispatch_t>(ompt_callback_dispatch, &region_of(*worker->member).data,
                                 &state_of(*worker->task).data, kind, instance);
}

void tell_iteration(const omp::Worker& worker, ompt_dependence_type_t type, std::span<const std::uint64_t> indices) {
  if (callback<ompt_callback_dependences_t>(ompt_callback_dependences) == nullptr) return;
  std::vector<ompt_dependence_t> list;
  for (const std::uint64_t index : indices) list.push_back({{.value = index}, type});
  tell<ompt_callback_dependences_t>(ompt_callback_dependences, &state_of(*worker.task).data, list.data(),
                                    static_cast<int>(list.size()));
}

const void* address_of(const RegionState& region, Token token) noexcept {
  switch (token) {
    case Token::ordered:
      return &region.ordered;
    default:
      return &region.copy;
  }
}

}  // namespace

Visit::Visit(const Site& site) noexcept : before_(this_thread.caller) {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  task_ = worker->task;
  this_thread.caller = site.caller;
  TaskState& state = state_of(*task_);
  state.frame.enter_frame.ptr = site.frame;
  state.frame.enter_frame_flags = ompt_frame_runtime | ompt_frame_framepointer;
}

Visit::~Visit() {
  if (task_ == nullptr) return;
  this_thread.caller = before_;
  // The call may have begun or ended a region or a task, whose state is its own affair.
  if (runtime::current().task == task_) state_of(*task_).frame.enter_frame = {};
}

void set_exit_frame(TaskState& state, void* frame) noexcept {
  state.frame.exit_frame.ptr = frame;
  state.frame.exit_frame_flags = ompt_frame_runtime | ompt_frame_framepointer;
}

void called_by_program(void* frame) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  TaskState& state = state_of(*worker->task);
  state.frame.exit_frame.ptr = frame;
  state.frame.exit_frame_flags = ompt_frame_application | ompt_frame_framepointer;
}

void back_in_program() noexcept {
  if (omp::Worker* const worker = watched_worker()) state_of(*worker->task).frame.enter_frame = {};
}

void code_called(void* frame) noexcept {
  if (omp::Worker* const worker = watched_worker()) set_exit_frame(state_of(*worker->task), frame);
}

Yield::Yield() noexcept {
  if (omp::Worker* const worker = watched_worker()) this_thread.yields = &state_of(*worker->task);
}
Yield::~Yield() { this_thread.yields = nullptr; }

void begin_sync(ompt_sync_region_t kind) noexcept {
  if (is_barrier(kind)) end_work();
  tell_sync(ompt_callback_sync_region, kind, ompt_scope_begin);
}

void begin_sync_wait(ompt_sync_region_t kind) noexcept {
  if (kind == ompt_sync_region_taskwait) refuse_endless_taskwait();
  tell_sync(ompt_callback_sync_region_wait, kind, ompt_scope_begin);
  this_thread.state = state_in(kind);
}

void end_sync_wait(ompt_sync_region_t kind) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  working(*worker);
  if (kind == ompt_sync_region_taskwait) order_after_children(*worker->task);  // also where there was nothing to do
  tell_sync(ompt_callback_sync_region_wait, kind, ompt_scope_end);
}

void end_sync(ompt_sync_region_t kind) noexcept { tell_sync(ompt_callback_sync_region, kind, ompt_scope_end); }

void acquire_mutex(ompt_mutex_t kind, const void* lock) noexcept {
  this_thread.wait = id_of(lock);
  this_thread.state = state_at(kind);
  tell<ompt_callback_mutex_acquire_t>(ompt_callback_mutex_acquire, kind, 0U, k_implementation, id_of(lock),
                                      this_thread.caller);
}

void acquired_mutex(ompt_mutex_t kind, const void* lock) noexcept {
  this_thread.wait = 0;
  if (omp::Worker* const worker = watched_worker()) working(*worker);
  acquire(lock);
  tell<ompt_callback_mutex_t>(ompt_callback_mutex_acquired, kind, id_of(lock), this_thread.caller);
}

void will_release_mutex(const void* lock) noexcept { release(lock); }

void released_mutex(ompt_mutex_t kind, const void* lock) noexcept {
  tell<ompt_callback_mutex_t>(ompt_callback_mutex_released, kind, id_of(lock), this_thread.caller);
}

void nest_lock(ompt_scope_endpoint_t endpoint, const void* lock) noexcept {
  tell<ompt_callback_nest_lock_t>(ompt_callback_nest_lock, endpoint, id_of(lock), this_thread.caller);
}

void made_lock(ompt_mutex_t kind, const void* lock) noexcept {
  tell<ompt_callback_mutex_acquire_t>(ompt_callback_lock_init, kind, 0U, k_implementation, id_of(lock),
                                      this_thread.caller);
}

void destroyed_lock(ompt_mutex_t kind, const void* lock) noexcept {
  tell<ompt_callback_mutex_t>(ompt_callback_lock_destroy, kind, id_of(lock), this_thread.caller);
}

ompt_work_t loop_of(omp::ScheduleKind kind) noexcept {
  switch (kind) {
    case omp::ScheduleKind::static_chunks:
      return ompt_work_loop_static;
    case omp::ScheduleKind::dynamic:
      return ompt_work_loop_dynamic;
    case omp::ScheduleKind::guided:
      return ompt_work_loop_guided;
    case omp::ScheduleKind::runtime:
      break;
    default:
      return ompt_work_loop_other;
  }
  const omp::RunSchedule& schedule = omp::icv(runtime::current()).run_sched;
  // The ICV is never "runtime" itself.
  return schedule.trapezoidal || schedule.kind == kind ? ompt_work_loop_other : loop_of(schedule.kind);
}

void begin_work(ompt_work_t kind, std::uint64_t count) noexcept {
  end_work();
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  work_of(*worker) = {kind, count};
  tell_work(*worker, ompt_scope_begin, work_of(*worker));
}

void end_work() noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr || work_of(*worker).kind == ompt_work_t{}) return;
  tell_work(*worker, ompt_scope_end, work_of(*worker));
  work_of(*worker) = {};
}

void open_work(ompt_work_t kind, std::uint64_t count) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker != nullptr && work_of(*worker).kind == ompt_work_t{}) begin_work(kind, count);
}

void taskloop(ompt_scope_endpoint_t endpoint, std::uint64_t count) noexcept {
  if (omp::Worker* const worker = watched_worker()) tell_work(*worker, endpoint, {ompt_work_taskloop, count});
}

void dispatch(ompt_dispatch_t kind, std::uint64_t first, std::uint64_t iterations) noexcept {
  ompt_dispatch_chunk_t chunk{first, iterations};
  tell_dispatch(kind, {.ptr = &chunk});
}

void section() noexcept { tell_dispatch(ompt_dispatch_section, {.ptr = const_cast<void*>(this_thread.caller)}); }

void masked(ompt_scope_endpoint_t endpoint) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  tell<ompt_callback_masked_t>(ompt_callback_masked, endpoint, &region_of(*worker->member).data,
                               &state_of(*worker->task).data, this_thread.caller);
}

void reduction(ompt_scope_endpoint_t endpoint) noexcept {
  tell_sync(ompt_callback_reduction, ompt_sync_region_reduction, endpoint);
}

void flushed() noexcept { tell<ompt_callback_flush_t>(ompt_callback_flush, &this_thread.data, this_thread.caller); }

void cancelled(int flags) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  TaskState& state = state_of(*worker->task);
  if ((flags & ompt_cancel_taskgroup) != 0) state.waits = k_cancelled;
  tell<ompt_callback_cancel_t>(ompt_callback_cancel, &state.data, flags, this_thread.caller);
}

bool begin_telling(TaskState& state, EventTold what) noexcept {
  const std::atomic_ref word(state.event);
  EventTold found = EventTold::nothing;
  // order: acq_rel, acquire — pairs with end_telling(): the tool has heard what it heard before.
  if (word.compare_exchange_strong(found, what, std::memory_order_acq_rel, std::memory_order_acquire)) return true;
  while (found == EventTold::telling_early || found == EventTold::telling_detach) {
    platform::Threads::yield();  // the other is in the tool's callback
    // order: acquire — as above.
    found = word.load(std::memory_order_acquire);
  }
  return false;
}

void end_telling(TaskState& state, EventTold what) noexcept {
  // order: release — pairs with begin_telling().
  std::atomic_ref(state.event).store(what, std::memory_order_release);
}

void fulfilled(omp::Task& task) noexcept {
  if (watched_worker() == nullptr) return;
  TaskState& state = state_of(task);
  const bool early = begin_telling(state, EventTold::telling_early);
  tell<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &state.data,
                                      early ? ompt_task_early_fulfill : ompt_task_late_fulfill, nullptr);
  if (early) end_telling(state, EventTold::early);
  order_event(task);
  end_as_predecessor(task);
}

void error_directive(ompt_severity_t severity, const char* message, std::size_t length) noexcept {
  tell<ompt_callback_error_t>(ompt_callback_error, severity, message, length, this_thread.caller);
}

int control_tool(const Control& control, const Site& site) noexcept {
  constexpr int k_no_tool = -2;
  constexpr int k_no_callback = -1;
  if (!watched()) return k_no_tool;
  const Visit visit(site);  // the tool begins with the first call
  if (!tool_runs()) return k_no_tool;
  const auto function = callback<ompt_callback_control_tool_t>(ompt_callback_control_tool);
  if (function == nullptr) return k_no_callback;
  return function(static_cast<std::uint64_t>(control.command), static_cast<std::uint64_t>(control.modifier),
                  control.argument, site.caller);
}

void release_in_region(Token token) noexcept {
  if (omp::Worker* const worker = watched_worker()) release(address_of(state_of(*worker->member->team), token));
}

void acquire_in_region(Token token) noexcept {
  if (omp::Worker* const worker = watched_worker()) acquire(address_of(state_of(*worker->member->team), token));
}

void post_iteration(const std::uint64_t* indices, std::uint32_t dimensions) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  post_order({&state_of(*worker->member->team), indices, dimensions});
  tell_iteration(*worker, ompt_dependence_type_source, std::span(indices, dimensions));
}

void await_iteration(const std::uint64_t* indices, std::uint32_t dimensions) noexcept {
  omp::Worker* const worker = watched_worker();
  if (worker == nullptr) return;
  wait_order({&state_of(*worker->member->team), indices, dimensions});
  tell_iteration(*worker, ompt_dependence_type_sink, std::span(indices, dimensions));
}

void uses_thread_copy(const void* copy) noexcept {
  if (omp::Worker* const worker = watched_worker()) order_by_thread(*worker->task, copy);
}

}  // namespace heddle::ompt

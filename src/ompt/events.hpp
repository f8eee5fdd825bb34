// What fronts say to a tool of calls that come through their doors: waits, locks, worksharing, and where the call is.
//
// Called on the calling thread, around the front's own function (around.hpp), only where a process is watched. A thread
// whose worker is not watched says nothing.
#pragma once

#include <cstdint>

#include "omp/schedule_kind.hpp"
#include "ompt/states.hpp"

namespace heddle::ompt {

/// Where the program has called a function of the runtime.
struct Site {
  const void* caller;
  void* frame;
};

/// While it lives, the calling task is inside the runtime.
class Visit {
 public:
  explicit Visit(const Site& site) noexcept;
  ~Visit();
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  omp::Task* task_ = nullptr;  // null: not watched
  const void* before_ = nullptr;
};

/// The frame of the runtime from which a task's code is called.
void set_exit_frame(TaskState& state, void* frame) noexcept;
/// The same of the calling thread's task.
void code_called(void* frame) noexcept;

/// The program calls it itself, from this frame.
void called_by_program(void* frame) noexcept;

/// The calling task has left the runtime.
void back_in_program() noexcept;

/// While it lives, the calling task may be left because it yields.
class Yield {
 public:
  Yield() noexcept;
  ~Yield();
  Yield(const Yield&) = delete;
  Yield& operator=(const Yield&) = delete;
};

void begin_sync(ompt_sync_region_t kind) noexcept;  // taskgroup: when it opens
void begin_sync_wait(ompt_sync_region_t kind) noexcept;
void end_sync_wait(ompt_sync_region_t kind) noexcept;
void end_sync(ompt_sync_region_t kind) noexcept;

void acquire_mutex(ompt_mutex_t kind, const void* lock) noexcept;
void acquired_mutex(ompt_mutex_t kind, const void* lock) noexcept;
void will_release_mutex(const void* lock) noexcept;
void released_mutex(ompt_mutex_t kind, const void* lock) noexcept;
void nest_lock(ompt_scope_endpoint_t endpoint, const void* lock) noexcept;
void made_lock(ompt_mutex_t kind, const void* lock) noexcept;
void destroyed_lock(ompt_mutex_t kind, const void* lock) noexcept;

/// What a loop is that has this schedule; with schedule(runtime), the one that the program has set.
ompt_work_t loop_of(omp::ScheduleKind kind) noexcept;
inline ompt_work_t loop_at_runtime() noexcept { return loop_of(omp::ScheduleKind::runtime); }
/// At most one construct is open in a seat; a single that the program does not end ends with the next barrier.
void begin_work(ompt_work_t kind, std::uint64_t count) noexcept;
void end_work() noexcept;
/// Unless the seat has a construct open: begins it. For regions that are one loop, which a thread does not enter.
void open_work(ompt_work_t kind, std::uint64_t count) noexcept;
/// Its work is told beside that of the construct which the seat has open.
void taskloop(ompt_scope_endpoint_t endpoint, std::uint64_t count) noexcept;
void dispatch(ompt_dispatch_t kind, std::uint64_t first, std::uint64_t iterations) noexcept;
void section() noexcept;  // begins; known by where the program has called
void masked(ompt_scope_endpoint_t endpoint) noexcept;
void reduction(ompt_scope_endpoint_t endpoint) noexcept;
void flushed() noexcept;
void cancelled(int flags) noexcept;
void fulfilled(omp::Task& task) noexcept;  // about to be

/// Whether the caller is the first who tells of the event and the end of the task's body; if not, what the other tells
/// has been heard. @param what  telling_early or telling_detach
bool begin_telling(TaskState& state, EventTold what) noexcept;
/// The tool has heard it. The body's end must be told before the engine learns of it: then the task may be gone.
void end_telling(TaskState& state, EventTold what) noexcept;
void error_directive(ompt_severity_t severity, const char* message, std::size_t length) noexcept;
struct Control {
  int command;
  int modifier;
  void* argument;
};
/// omp_control_tool, also in a process that is not watched. @returns the routine's answer
int control_tool(const Control& control, const Site& site) noexcept;

/// Order by a token of the region, for what the tool hears by other events.
enum class Token : std::uint8_t { ordered, copy };
void release_in_region(Token token) noexcept;
void acquire_in_region(Token token) noexcept;
/// A doacross iteration is done as far as others wait for it; it has been waited for.
void post_iteration(const std::uint64_t* indices, std::uint32_t dimensions) noexcept;
void await_iteration(const std::uint64_t* indices, std::uint32_t dimensions) noexcept;
/// The current task uses a copy that tasks of this thread share.
void uses_thread_copy(const void* copy) noexcept;

}  // namespace heddle::ompt

// History: what happened to each task and what each worker did when, made from a raw trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "format/trace.hpp"
#include "raw_trace.hpp"

namespace heddle::tools {

inline constexpr std::size_t k_none = SIZE_MAX;

struct TaskAccess {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  // 0: unknown
  std::uint16_t mode = 0;   // graph::Mode
};

/// A wait inside a task: after how much of the task's own time, and for what.
struct TaskWait {
  std::uint64_t offset_ns = 0;
  format::WaitReason waited{};
};

/// Iterations [first, last) of a loop, and the own time that they took.
struct LoopPart {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t ns = 0;
};

/// What one thread did of a worksharing loop.
struct TaskLoop {
  std::uint64_t offset_ns = 0;  // in its task's own time
  std::uint64_t trip = 0;
  std::uint64_t chunk = 0;     // 0: the schedule chooses
  std::uint16_t schedule = 0;  // omp::ScheduleKind
  std::uint32_t traits = 0;    // format::LoopTrait
  bool nowait = false;
  std::vector<LoopPart> parts;  // in the order in which they ran
};

/// A slot of an EDT: what it got, and from whom.
struct TaskSlot {
  std::uint32_t index = 0;
  std::uint16_t mode = 0;              // DB_MODE_*
  std::uint64_t block = 0;             // GUID; 0: nothing
  std::uint64_t bytes = 0;             // of the block
  std::uint64_t event = 0;             // that it waited for, or 0
  std::vector<std::size_t> from = {};  // tasks that have filled it, or satisfied the event; indices in History::tasks
};

/// Times are nanoseconds since the first event; k_never where it did not happen, or not while the trace was written.
struct TaskHistory {
  static constexpr std::uint64_t k_never = UINT64_MAX;

  std::uint64_t id = 0;          // unique in its process
  std::uint64_t parent_id = 0;   // 0: none
  std::size_t process = 0;       // index in RawTrace::processes
  std::size_t parent = k_none;   // index in History::tasks
  std::size_t creator = k_none;  // index in RawTrace::workers
  std::size_t worker = k_none;   // who ran it
  std::uint64_t body = 0;        // address
  std::uint64_t where = 0;       // key of TracedProcess::texts: where it was made; 0: not said
  std::uint64_t name = 0;        // the same: the name that the program gives it
  bool is_part = false;          // keeps the place of a weak access of the task of that name
  std::uint16_t flags = 0;       // graph::TaskFlag
  std::int32_t priority = 0;
  std::uint32_t threads = 0;  // of an implicit task: of its team
  std::uint32_t seat = 0;     // the same: its place there
  std::uint64_t created_ns = k_never;
  std::uint64_t linked_ns = k_never;
  std::uint64_t ready_ns = k_never;
  std::uint64_t started_ns = k_never;
  std::uint64_t ended_ns = k_never;
  std::uint64_t released_ns = k_never;
  std::uint64_t own_ns = 0;     // between start and end, without other tasks that its worker ran meanwhile, and waits
  std::uint64_t offset_ns = 0;  // how much of its parent's own time was over when it was created
  std::vector<TaskAccess> accesses;
  std::vector<TaskWait> waits;
  std::vector<TaskLoop> loops;  // those of which any chunk was noted

  std::uint64_t edt = 0;          // GUID of an EDT; 0: it is none
  std::uint64_t scope = 0;        // its finish scope's GUID, or 0
  std::uint32_t locality = 0;     // its affinity's number and one, or 0
  std::size_t ready_by = k_none;  // the task in which it became ready
  std::vector<TaskSlot> slots;

  bool implicit() const noexcept { return threads != 0; }
};

enum class Activity : std::uint8_t { region, task, wait, idle, manage };

/// What a worker does from begin to end. Spans of one worker nest.
struct Span {
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
  Activity activity{};
  format::WaitReason waited{};  // of a wait
  std::size_t task = k_none;    // of a task or region
  std::size_t depth = 0;        // spans around it
};

/// Requests that a manager has handled in one go.
struct HandledRequests {
  std::uint64_t time_ns = 0;
  format::Message kind{};
  std::uint32_t count = 0;
};

struct WorkerHistory {
  std::vector<Span> spans;  // by begin, the outer first
  std::vector<HandledRequests> handled;
  std::uint64_t waited_for_cpu_ns = 0;  // its threads, ready to run; 0 also where the kernel does not say
};

/// The counts from time_ns on.
struct Counts {
  std::uint64_t time_ns = 0;
  std::int64_t tasks_in_graph = 0;
  std::int64_t ready_tasks = 0;
  std::int64_t idle_workers = 0;
  std::int64_t managers = 0;
};

struct History {
  std::vector<TaskHistory> tasks;      // by creation
  std::vector<WorkerHistory> workers;  // as RawTrace::workers
  std::vector<Counts> counts;          // by time, one per change
  std::uint64_t duration_ns = 0;
};

History history_of(const RawTrace& trace);

/// A stretch of time in which a worker did nothing but what `span` says: spans, flattened.
struct Stretch {
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
  const Span* span = nullptr;
};

/// By time, without overlaps; where nothing is, the worker was not in our hands.
std::vector<Stretch> flatten(const std::vector<Span>& spans);

}  // namespace heddle::tools

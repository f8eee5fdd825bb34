// Probe points: what the engine says of itself, one call per moment worth knowing. Free when nobody listens: a worker
// that is not traced has no recorder, and a point is then one test of a pointer in the worker's own line.
//
// Called on the thread of the worker whose recorder is given. Templates, because tasks are known on higher floors: a
// task's number comes from trace_id(task), which is looked up where the task is declared (graph/task_memory.hpp).
#pragma once

#include <cstdint>

#include "format/trace.hpp"
#include "platform/threads/threads.hpp"
#include "probe/recorder.hpp"

namespace heddle::probe {

using format::Event;
using format::Message;
using format::WaitReason;

/// Something that concerns a task and needs no further words: linked, ready, started, ended, released.
template <class Task>
inline void task(Recorder* recorder, Event event, const Task& task) noexcept {
  if (recorder != nullptr) [[unlikely]]
    recorder->note({.task = trace_id(task), .event = event});
}

/// Something that concerns the worker alone.
inline void worker(Recorder* recorder, Event event) noexcept {
  if (recorder != nullptr) [[unlikely]]
    recorder->note({.event = event});
}

/// Requests of a dependence manager that its idle job has handled.
inline void messages(Recorder* recorder, Message kind, std::uint32_t count) noexcept {
  if (recorder != nullptr && count != 0) [[unlikely]]
    recorder->note({.event = Event::messages, .detail = static_cast<std::uint16_t>(kind), .extra = count});
}

/// The time now, where somebody listens.
inline std::uint64_t now(const Recorder* recorder) noexcept {
  return recorder == nullptr ? 0 : platform::Threads::now_ns();
}

/// The worker has run idle jobs, and found something to do in them.
inline void managed(Recorder* recorder, std::uint64_t since_ns) noexcept {
  if (recorder != nullptr) [[unlikely]]
    recorder->note({.a = since_ns, .event = Event::managed});
}

/// A chunk of the loop that the worker's task runs; without iterations: there are no more for it.
inline void loop_chunk(Recorder* recorder, std::uint64_t first, std::uint64_t last) noexcept {
  if (recorder != nullptr) [[unlikely]]
    recorder->note({.a = first, .b = last, .event = Event::loop_chunk});
}

/// The thread leaves the loop; `nowait`: 1 when it does not wait for the others.
inline void loop_end(Recorder* recorder, std::uint32_t nowait) noexcept {
  if (recorder != nullptr) [[unlikely]]
    recorder->note({.event = Event::loop_end, .extra = nowait});
}

/// While it lives, the worker's task waits.
class WaitSpan {
 public:
  WaitSpan(Recorder* recorder, WaitReason waited) noexcept : recorder_(recorder), waited_(waited) {
    note(Event::wait_begin);
  }
  ~WaitSpan() { note(Event::wait_end); }
  WaitSpan(const WaitSpan&) = delete;
  WaitSpan& operator=(const WaitSpan&) = delete;

 private:
  void note(Event event) const noexcept {
    if (recorder_ != nullptr) [[unlikely]]
      recorder_->note({.event = event, .detail = static_cast<std::uint16_t>(waited_)});
  }

  Recorder* const recorder_;
  const WaitReason waited_;
};

/// Whether a waiting worker has something to do. Ends with the wait.
class IdleSpan {
 public:
  explicit IdleSpan(Recorder* recorder) noexcept : recorder_(recorder) {}
  ~IdleSpan() { end(); }
  IdleSpan(const IdleSpan&) = delete;
  IdleSpan& operator=(const IdleSpan&) = delete;

  /// Nothing was found to run; may be said again and again.
  void begin() noexcept {
    if (recorder_ == nullptr || idle_) [[likely]]
      return;
    idle_ = true;
    recorder_->note({.event = Event::idle_begin});
  }
  /// Something was found, or the wait is over.
  void end() noexcept {
    if (!idle_) [[likely]]
      return;
    idle_ = false;
    recorder_->note({.event = Event::idle_end});
  }

 private:
  Recorder* const recorder_;
  bool idle_ = false;
};

}  // namespace heddle::probe

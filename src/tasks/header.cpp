#include "tasks/header.hpp"

#include <cstddef>
#include <cstring>
#include <new>

#include "process/watching.hpp"
#include "runtime/current.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/observers.hpp"
#include "tasks/origin.hpp"
#include "tasks/wait.hpp"

namespace heddle::tasks {

namespace {

/// What lies before the arguments of a task that needs more than its body: the engine writes the first word.
struct Header {
  process::Task* task;      // itself, if it ends with an event
  heddle_continuation end;  // of that event
  void (*body)(void*);
  std::size_t offset;  // of the program's arguments
  bool whole;
  Audience audience;
  heddle_observed_task shown;  // if observed
};

std::size_t offset_of_argument(const heddle_task& task) noexcept {
  return (sizeof(Header) + task.argument_alignment - 1) & ~(task.argument_alignment - 1);
}

[[gnu::cold]] void note_event(process::Worker& worker, process::Task& task) noexcept {
  if (auto* const watcher = process::watcher; watcher != nullptr) watcher->event_happens(worker, task);
}

// The event has happened that the task ends with.
void fulfill(heddle_continuation* end) {
  char* const header = reinterpret_cast<char*>(end) - offsetof(Header, end);
  process::Worker& worker = runtime::current();
  process::Task& task = *reinterpret_cast<Header*>(header)->task;
  if (worker.recorder != nullptr) [[unlikely]]
    note_event(worker, task);
  Tasking::fulfill(worker, task);
}

void run_with_header(void* argument) noexcept {
  const Header& header = *static_cast<const Header*>(argument);
  void* const own = static_cast<char*>(argument) + header.offset;
  if (header.audience == Audience::observers && !skipped()) [[unlikely]] {
    run_observed(header.shown, {header.body, own});
  } else {
    header.body(own);
  }
  if (header.whole) wait_for_descendants(runtime::current(), [] {});
}

heddle_observed_task shown_of(const heddle_task& task) noexcept {
  heddle_observed_task shown{};
  if (task.bytes == k_bytes_without_origin) return shown;
  shown.name = task.name;
  if ((task.flags & HEDDLE_TASK_PLACED) != 0) {
    shown.place = static_cast<const heddle_place*>(task.where);
  } else {
    shown.where = static_cast<const char*>(task.where);
  }
  return shown;
}

template <Audience audience>
void copy_with_header(void* to, void* from) noexcept {
  const heddle_task& task = *static_cast<const heddle_task*>(from);
  const std::size_t offset = offset_of_argument(task);
  Header& header = *new (to) Header{nullptr, {nullptr, fulfill}, task.body, offset, is_whole(task), audience, {}};
  if constexpr (audience == Audience::observers) header.shown = shown_of(task);
  void* const argument = static_cast<char*>(to) + offset;
  if (task.copy != nullptr) {
    task.copy(argument, task.argument);
  } else if (task.argument_bytes != 0) {
    std::memcpy(argument, task.argument, task.argument_bytes);
  }
}

}  // namespace

void add_header(runtime::Spawn& what, const heddle_task& task, Audience audience) noexcept {
  what.body = run_with_header;
  what.data = const_cast<heddle_task*>(&task);
  what.copy =
      audience == Audience::observers ? copy_with_header<Audience::observers> : copy_with_header<Audience::nobody>;
  what.alignment = std::max(alignof(Header), task.argument_alignment);
  what.bytes = offset_of_argument(task) + task.argument_bytes;
}

void add_header_to_part(runtime::Spawn& what, const heddle_task& part, std::vector<char>& bytes) {
  bytes.resize(offset_of_argument(part) + part.argument_bytes);
  add_header(what, part, Audience::observers);
  copy_with_header<Audience::observers>(bytes.data(), what.data);
  what.data = bytes.data();
  what.copy = nullptr;
}

heddle_continuation& end_of(process::Task& task) noexcept { return static_cast<Header*>(task.argument)->end; }

Identity identity_of(const process::Task& task) noexcept {
  if (task.has(graph::k_implicit)) return {nullptr, nullptr};
  if (task.body != run_with_header) return {reinterpret_cast<const void*>(task.code()), task.argument};
  const Header& header = *static_cast<const Header*>(task.argument);
  return {reinterpret_cast<const void*>(header.body), static_cast<const char*>(task.argument) + header.offset};
}

bool waits_for_its_event(const process::Task& block) noexcept {
  // A free block's first word is a link.
  if (block.body != run_with_header || !block.has(graph::k_detachable)) return false;
  // order: acquire — pairs with the end of its body.
  return (block.event.load(std::memory_order_acquire) & (graph::k_body_over | graph::k_happened)) == graph::k_body_over;
}

}  // namespace heddle::tasks

// How the memory block of a task is laid out, taken and given back.
//
//   [ Task | a record per access | slots | arguments, aligned | what who looks keeps beside the task: mark, number |
//   team ]
// The team of a task that an event ends: who completes the event finds it there, however deep the task lies.
// Slots are what the block has to spare, in front of the arguments: successors.hpp.
// What does not fit the largest block goes to the system allocator; the block stays a task's block. There are two
// pieces where the arguments were apart before it was known how many records there would be (Spawner::make_records).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/check.hpp"
#include "graph/task.hpp"
#include "memory/slab.hpp"
#include "probe/unseen.hpp"

namespace heddle::graph {

/// What the creator needs room for.
struct TaskSpace {
  std::size_t argument_bytes = 0;
  std::size_t argument_alignment = 1;  // a power of two
  std::uint32_t accesses = 0;
  std::size_t number_bytes =
      0;                    // k_mark_bytes: room for all that lies behind the arguments; k_team_bytes: for the team
  std::uint32_t slots = 0;  // for successors, if the block has room for any
};

inline constexpr std::size_t k_team_bytes = sizeof(void*);
inline constexpr std::size_t k_number_bytes = sizeof(std::uint64_t) + k_team_bytes;

/// What a watcher keeps beside a task (runtime/watcher.hpp).
struct TaskMark {
  std::uint64_t words[8];
};
inline constexpr std::size_t k_mark_bytes = sizeof(TaskMark) + k_number_bytes;

/// The team of a task that an event ends, in the last word of its block. @pre room was asked for
template <class P>
void*& team_in_block(Task<P>& task) noexcept {
  const std::size_t block_bytes = memory::Slab<P>::k_sizes[task.size_class];
  return *reinterpret_cast<void**>(reinterpret_cast<char*>(&task) + block_bytes - k_team_bytes);
}

/// The number of a traced task, in front of that. @pre room was asked for
template <class P>
std::uint64_t& number_in_block(Task<P>& task) noexcept {
  return *(reinterpret_cast<std::uint64_t*>(&team_in_block(task)) - 1);
}

/// In front of the number. @pre room was asked for
template <class P>
TaskMark& mark_in_block(Task<P>& task) noexcept {
  return *reinterpret_cast<TaskMark*>(reinterpret_cast<char*>(&number_in_block(task)) - sizeof(TaskMark));
}

/// What probe points call the task by. @pre its worker is traced
template <class P>
std::uint64_t trace_id(const Task<P>& task) noexcept {
  if (task.has(k_implicit)) return reinterpret_cast<std::uint64_t>(task.argument);
  return number_in_block(const_cast<Task<P>&>(task));
}

namespace layout {
constexpr std::size_t align_up(std::size_t value, std::size_t alignment) noexcept {
  return (value + alignment - 1) & ~(alignment - 1);
}
[[gnu::cold, gnu::noinline]] inline void* separate(std::size_t bytes, std::size_t alignment) noexcept {
  void* memory = std::aligned_alloc(alignment < 16 ? 16 : alignment, align_up(bytes, alignment < 16 ? 16 : alignment));
  HEDDLE_CHECK(memory != nullptr, "no memory left for the arguments of a task");
  return memory;
}
/// In front of records that lie apart.
struct alignas(base::k_line_bytes) RecordsHead {
  void* arguments;  // where they lie apart in a piece of their own; else null
};

/// A piece that begins with the head of the records, which come next.
[[gnu::cold, gnu::noinline]] inline char* separate_with_head(std::size_t bytes, std::size_t alignment,
                                                             void* arguments) noexcept {
  void* const piece =
      separate(sizeof(RecordsHead) + bytes, alignment < alignof(RecordsHead) ? alignof(RecordsHead) : alignment);
  return reinterpret_cast<char*>(new (piece) RecordsHead{arguments});
}

/// Of a task of which something lies apart. @returns null when the records do not
template <class P>
RecordsHead* head_of_records(const Task<P>& task) noexcept {
  if (task.records == nullptr || static_cast<const void*>(task.records) == static_cast<const void*>(&task + 1))
    return nullptr;
  return reinterpret_cast<RecordsHead*>(task.records) - 1;
}

/// The piece that the arguments lie in. @pre they lie apart
template <class P>
void* piece_of_arguments(const Task<P>& task) noexcept {
  RecordsHead* const head = head_of_records(task);
  return head == nullptr || head->arguments != nullptr ? task.argument : head;
}

/// Frees what lies apart: records, arguments, or both.
template <class P>
[[gnu::cold, gnu::noinline]] void free_separate(Task<P>& task) noexcept {
  const probe::Unseen unseen;
  RecordsHead* const head = head_of_records(task);
  if (head == nullptr) return std::free(task.argument);
  std::free(head->arguments);
  std::free(head);
}
}  // namespace layout

/// Moves the arguments of a task towards the end of its block, to make room for slots in front of them.
/// @returns how far
template <class P>
std::size_t spare_for_slots(const TaskSpace& space, std::size_t spare) noexcept {
  const std::size_t alignment = space.argument_alignment < sizeof(void*) ? sizeof(void*) : space.argument_alignment;
  const std::size_t wanted = layout::align_up(space.slots * sizeof(Task<P>*), alignment);
  return (spare < wanted ? spare : wanted) & ~(alignment - 1);
}

/// A block for a task, with `argument` and `records` pointing to their places, the last record marked, and all counters
/// reset. The caller fills in body, parent, group, environment, depth and priority, and adds to the flags.
template <class P>
Task<P>* allocate_task(memory::Slab<P>& slab, const TaskSpace& space) noexcept {
  const std::size_t dependence_bytes = space.accesses * sizeof(Record<P>);
  const std::size_t offset = layout::align_up(sizeof(Task<P>) + dependence_bytes, space.argument_alignment);
  // Blocks are aligned to a line only, and very many accesses do not fit: both are served apart.
  const bool fits = offset + space.argument_bytes + space.number_bytes <= memory::Slab<P>::k_largest &&
                    space.argument_alignment <= base::k_line_bytes;
  const std::size_t bytes =
      (fits ? offset + space.argument_bytes : sizeof(Task<P>) + dependence_bytes) + space.number_bytes;
  const bool dependences_fit = bytes <= memory::Slab<P>::k_largest;
  const auto size_class = static_cast<std::uint8_t>(
      memory::Slab<P>::class_of(dependences_fit ? bytes : sizeof(Task<P>) + space.number_bytes));
  char* block = static_cast<char*>(slab.allocate(size_class));
  auto* task = reinterpret_cast<Task<P>*>(block);
  task->size_class = size_class & 15;
  task->slots = 0;
  task->home = &slab;
  task->flags = 0;
  task->domain = nullptr;
  task->children.reset();
  // order: relaxed (both) — the task is published later, by the queue it is put in.
  task->runner.store(nullptr, std::memory_order_relaxed);
  task->event.store(0, std::memory_order_relaxed);
  char* behind = block + sizeof(Task<P>);
  if (!dependences_fit) [[unlikely]] {
    const std::size_t argument_offset =
        layout::align_up(sizeof(layout::RecordsHead) + dependence_bytes, space.argument_alignment);
    char* const piece =
        layout::separate_with_head(argument_offset + space.argument_bytes, space.argument_alignment, nullptr);
    task->flags = k_separate;
    task->argument = piece + argument_offset;
    behind = piece + sizeof(layout::RecordsHead);
  } else if (fits) {
    const std::size_t shift = spare_for_slots<P>(space, memory::Slab<P>::k_sizes[size_class] - bytes);
    task->argument = block + offset + shift;
    task->slots = static_cast<std::uint8_t>(std::min<std::size_t>(space.slots, shift / sizeof(Task<P>*))) & 15;
  } else {
    task->flags = k_separate;
    task->argument = layout::separate(space.argument_bytes, space.argument_alignment);
  }
  task->records = nullptr;
  if (space.accesses == 0) return task;
  task->records = reinterpret_cast<Record<P>*>(behind);
  for (std::uint32_t index = 0; index < space.accesses; ++index) task->records[index].exclusion_and_mode = 0;
  task->records[space.accesses - 1].exclusion_and_mode = Record<P>::k_last;
  task->dependences.reset();
  return task;
}

/// Gives the block back, on behalf of the worker that owns `slab`.
template <class P>
void free_task(memory::Slab<P>& slab, Task<P>* task) noexcept {
  if (task->has(k_separate)) [[unlikely]]
    layout::free_separate(*task);
  slab.release(task, task->size_class, static_cast<memory::Slab<P>*>(task->home));
}

}  // namespace heddle::graph

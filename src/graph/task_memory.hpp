// How the memory block of a task is laid out, taken and given back.
//
//   [ Task | Dependences + records, if it has accesses | arguments, aligned ]
// Arguments that do not fit the largest block go to the system allocator; the block stays a task's block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/check.hpp"
#include "graph/dependences.hpp"
#include "graph/task.hpp"
#include "memory/slab.hpp"

namespace heddle::graph {

/// What the creator needs room for.
struct TaskSpace {
  std::size_t argument_bytes = 0;
  std::size_t argument_alignment = 1;  // a power of two
  std::uint32_t accesses = 0;
};

namespace layout {
constexpr std::size_t align_up(std::size_t value, std::size_t alignment) noexcept {
  return (value + alignment - 1) & ~(alignment - 1);
}
[[gnu::cold, gnu::noinline]] inline void* separate(std::size_t bytes, std::size_t alignment) noexcept {
  void* memory = std::aligned_alloc(alignment < 16 ? 16 : alignment, align_up(bytes, alignment < 16 ? 16 : alignment));
  HEDDLE_CHECK(memory != nullptr, "no memory left for the arguments of a task");
  return memory;
}
}  // namespace layout

/// A block for a task, with `argument` and `dependences` pointing to their places and all counters reset. The caller
/// fills in body, parent, group, environment, depth, priority and flags.
template <class P>
Task<P>* allocate_task(memory::Slab<P>& slab, const TaskSpace& space) noexcept {
  const std::size_t dependence_bytes = space.accesses == 0 ? 0 : Dependences<P>::bytes(space.accesses);
  const std::size_t offset = layout::align_up(sizeof(Task<P>) + dependence_bytes, space.argument_alignment);
  // Blocks are aligned to a line only, and very many accesses do not fit: both are served apart.
  const bool fits =
      offset + space.argument_bytes <= memory::Slab<P>::k_largest && space.argument_alignment <= base::k_line_bytes;
  const std::size_t bytes = fits ? offset + space.argument_bytes : sizeof(Task<P>) + dependence_bytes;
  const bool dependences_fit = bytes <= memory::Slab<P>::k_largest;
  const std::uint16_t size_class = memory::Slab<P>::class_of(dependences_fit ? bytes : sizeof(Task<P>));
  char* block = static_cast<char*>(slab.allocate(size_class));
  auto* task = reinterpret_cast<Task<P>*>(block);
  task->size_class = size_class;
  task->home = &slab;
  task->separate_argument = nullptr;
  task->domain = nullptr;
  task->children.reset();
  // order: relaxed (both) — the task is published later, by the queue it is put in.
  task->runner.store(nullptr, std::memory_order_relaxed);
  task->event.store(0, std::memory_order_relaxed);
  char* behind = block + sizeof(Task<P>);
  if (!dependences_fit) [[unlikely]] {
    const std::size_t argument_offset = layout::align_up(dependence_bytes, space.argument_alignment);
    behind = static_cast<char*>(layout::separate(
        argument_offset + space.argument_bytes,
        space.argument_alignment < base::k_line_bytes ? base::k_line_bytes : space.argument_alignment));
    task->separate_argument = behind;
    task->argument = behind + argument_offset;
  } else if (fits) {
    task->argument = block + offset;
  } else {
    task->separate_argument = layout::separate(space.argument_bytes, space.argument_alignment);
    task->argument = task->separate_argument;
  }
  task->dependences = space.accesses == 0 ? nullptr : reinterpret_cast<Dependences<P>*>(behind);
  if (task->dependences != nullptr) task->dependences->reset(space.accesses);
  return task;
}

/// Gives the block back, on behalf of the worker that owns `slab`.
template <class P>
void free_task(memory::Slab<P>& slab, Task<P>* task) noexcept {
  if (task->separate_argument != nullptr) [[unlikely]]
    std::free(task->separate_argument);
  slab.release(task, task->size_class, static_cast<memory::Slab<P>*>(task->home));
}

}  // namespace heddle::graph

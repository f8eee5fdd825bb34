// The task as Clang and we share it: its own part in front, and ours before that, in the arguments of an engine's task.
//
//   [ TaskBlock | CompilersTask, the program's private variables | pointers to shared variables ]
// The compiler writes the variables in place between __kmpc_omp_task_alloc and the call that makes the task.
#pragma once

#include <cstddef>
#include <cstdint>

#include "front/kmpc/abi.hpp"
#include "heddle/omp-tools.h"
#include "runtime/tasking.hpp"

namespace heddle::kmpc {

using Tasking = runtime::Tasking<platform::Threads>;

/// kmp_task_t: what the compiler knows of a task.
struct CompilersTask {
  void* shared;
  TaskCode code;
  std::int32_t part;  // an untied task's next piece
  union {
    TaskCode destroy;  // ends the lives of the private variables
    void* unused_1;
  };
  union {
    std::int32_t priority;
    void* unused_2;
  };
};
static_assert(sizeof(CompilersTask) == 40, "as Clang lays it out");

/// The flags of __kmpc_omp_task_alloc.
enum TaskFlags : std::uint32_t {
  k_tied = 1,
  k_final = 2,
  k_merged_if0 = 4,
  k_destroys = 8,
  k_proxy = 16,
  k_has_priority = 32,
  k_detachable = 64,
};

inline constexpr std::size_t k_block_alignment = 64;  // for private variables of vector types, or aligned to a line

struct alignas(k_block_alignment) TaskBlock {
  graph::Body code;  // what the task does, for those who compare (graph::k_wrapped): first word
  omp::Task* task;
  std::uint32_t flags;
  std::uint32_t shared_bytes;
  std::uint32_t bytes;  // of CompilersTask and private variables
  bool running;
  bool again;                   // an untied task has asked for its next piece
  ompt_dispatch_chunk_t chunk;  // of a taskloop, for a tool; set of watched tasks

  CompilersTask& compilers() noexcept { return *reinterpret_cast<CompilersTask*>(this + 1); }
  static TaskBlock& of(CompilersTask* task) noexcept { return *(reinterpret_cast<TaskBlock*>(task) - 1); }
  bool has(TaskFlags flag) const noexcept { return (flags & flag) != 0; }
  bool eventful() const noexcept { return (flags & (k_detachable | k_proxy)) != 0; }
  /// Nothing of it matters to the engine but its code.
  bool is_plain() const noexcept {
    return (flags & (k_final | k_destroys | k_proxy | k_has_priority | k_detachable)) == 0;
  }
};
static_assert(sizeof(TaskBlock) % k_block_alignment == 0);

/// What an allocation asks for.
struct TaskShape {
  std::uint32_t flags;
  std::size_t bytes;
  std::size_t shared_bytes;
  TaskCode code;
};

TaskBlock& allocate_block(omp::Worker& worker, const TaskShape& shape) noexcept;

/// A tool is to know from which frame its code is called.
void watch_block(TaskBlock& block) noexcept;
/// And which part of a taskloop it runs.
void watch_chunk(TaskBlock& block, const ompt_dispatch_chunk_t& chunk) noexcept;

/// A further task like `pattern`: same variables, byte by byte.
TaskBlock& copy_block(omp::Worker& worker, TaskBlock& pattern) noexcept;

/// Gives a block up that will not become a task; its private variables end.
void discard_block(omp::Worker& worker, TaskBlock& block) noexcept;

/// What is said of a task when it is made, from its flags. Accesses and undeferred are left to the caller.
runtime::Spawn spawn_of(TaskBlock& block) noexcept;

void destroy_privates(omp::Worker& worker, TaskBlock& block) noexcept;

}  // namespace heddle::kmpc

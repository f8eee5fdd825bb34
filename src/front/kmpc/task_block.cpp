#include "front/kmpc/task_block.hpp"

#include <algorithm>
#include <cstring>

#include "base/frame.hpp"
#include "omp/tasks.hpp"
#include "ompt/events.hpp"

namespace heddle::kmpc {

namespace {

[[gnu::always_inline]] inline void run(void* argument) noexcept {
  auto& block = *static_cast<TaskBlock*>(argument);
  CompilersTask& task = block.compilers();
  omp::Worker& worker = runtime::current();
  if (!block.has(k_destroys)) [[likely]] {
    if (block.has(k_tied)) [[likely]] {
      task.code(number_of(worker), &task);
      return;
    }
  } else if (!block.eventful() && Tasking::skipped(worker, *worker.task)) {
    return destroy_privates(worker, block);
  }
  // An untied task may be told to go on with its next piece: here it does so at once.
  block.running = true;
  do {
    block.again = false;
    task.code(number_of(runtime::current()), &task);
  } while (block.again);
  block.running = false;
  destroy_privates(runtime::current(), block);
}

// taskwait with depend and nowait: a task without code, which only orders others.
std::int32_t do_nothing(ThreadNumber /*self*/, CompilersTask* /*task*/) { return 0; }

// The body of every engine task of this front, but for watched ones.
void run_block(void* argument) noexcept { run(argument); }

void run_watched_block(void* argument) noexcept {
  ompt::code_called(__builtin_frame_address(0));
  const ompt_dispatch_chunk_t& chunk = static_cast<const TaskBlock*>(argument)->chunk;
  if (chunk.iterations != 0) ompt::dispatch(ompt_dispatch_taskloop_chunk, chunk.start, chunk.iterations);
  run(argument);
  base::keep_frame();
}

std::size_t rounded(std::size_t bytes) noexcept { return (bytes + sizeof(void*) - 1) & ~(sizeof(void*) - 1); }

}  // namespace

void destroy_privates(omp::Worker& worker, TaskBlock& block) noexcept {
  if (block.has(k_destroys) && block.compilers().destroy != nullptr)
    block.compilers().destroy(number_of(worker), &block.compilers());
}

TaskBlock& allocate_block(omp::Worker& worker, const TaskShape& shape) noexcept {
  const std::size_t bytes = rounded(std::max(shape.bytes, sizeof(CompilersTask)));
  const auto code = reinterpret_cast<graph::Body>(reinterpret_cast<void*>(shape.code));  // compared, never called
  omp::Task& task = Tasking::reserve(worker, {.body = run_block,
                                              .code = code,
                                              .bytes = sizeof(TaskBlock) + bytes + shape.shared_bytes,
                                              .alignment = k_block_alignment,
                                              .eventful = (shape.flags & (k_detachable | k_proxy)) != 0});
  auto& block = *static_cast<TaskBlock*>(task.argument);
  block.code = code;
  block.task = &task;
  block.flags = shape.flags;
  block.shared_bytes = static_cast<std::uint32_t>(shape.shared_bytes);
  block.bytes = static_cast<std::uint32_t>(bytes);
  block.running = false;
  block.again = false;
  CompilersTask& own = block.compilers();
  own.shared = shape.shared_bytes == 0 ? nullptr : reinterpret_cast<char*>(&own) + bytes;
  own.code = shape.code != nullptr ? shape.code : do_nothing;
  own.part = 0;
  own.destroy = nullptr;
  own.priority = 0;
  return block;
}

TaskBlock& copy_block(omp::Worker& worker, TaskBlock& pattern) noexcept {
  CompilersTask& from = pattern.compilers();
  TaskBlock& block = allocate_block(worker, {pattern.flags, pattern.bytes, pattern.shared_bytes, from.code});
  void* const shared = block.compilers().shared;
  std::memcpy(static_cast<void*>(&block.compilers()), &from, std::size_t{pattern.bytes} + pattern.shared_bytes);
  block.compilers().shared = shared;
  block.task->body = pattern.task->body;
  return block;
}

void watch_block(TaskBlock& block) noexcept {
  block.task->body = run_watched_block;
  if (!block.has(k_tied)) block.task->flags |= graph::k_untied;
  block.chunk = {0, 0};
}

void watch_chunk(TaskBlock& block, const ompt_dispatch_chunk_t& chunk) noexcept { block.chunk = chunk; }

void discard_block(omp::Worker& worker, TaskBlock& block) noexcept {
  destroy_privates(worker, block);
  Tasking::give_up_reserved(worker, *block.task);
}

runtime::Spawn spawn_of(TaskBlock& block) noexcept {
  runtime::Spawn what{.body = block.code};
  if (block.has(k_has_priority)) what.priority = omp::allowed_priority(block.compilers().priority);
  if (block.has(k_final)) what.flags |= graph::k_final;
  if (block.eventful()) {
    what.flags |= graph::k_detachable;
  } else if (block.has(k_destroys)) {
    what.flags |= graph::k_run_if_cancelled;
  }
  return what;
}

}  // namespace heddle::kmpc

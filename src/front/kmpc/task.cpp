// __kmpc_omp_task* and what waits for tasks.
#include "front/kmpc/announced.hpp"
#include "front/kmpc/depend.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/task_block.hpp"
#include "omp/tasks.hpp"
#include "process/verify.hpp"

using namespace heddle;
using kmpc::CompilersTask;
using kmpc::Dependence;
using kmpc::Ident;
using kmpc::TaskBlock;
using kmpc::TaskCode;
using kmpc::Tasking;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

// What a task's event is to the program: the engine's task, as for the other interface.
void* event_of(TaskBlock& block) noexcept { return block.task; }

CompilersTask* allocate(std::int32_t flags, std::size_t bytes, std::size_t shared_bytes, TaskCode code) noexcept {
  omp::Worker& worker = current();
  TaskBlock& block = kmpc::allocate_block(worker, {static_cast<std::uint32_t>(flags), bytes, shared_bytes, code});
  // Its completion may be told from now on.
  if (block.has(kmpc::k_proxy)) Tasking::expose_reserved(worker, *block.task);
  if (block.eventful()) kmpc::announce(block);
  return &block.compilers();
}

std::int32_t make_task(CompilersTask* task) noexcept {
  TaskBlock& block = TaskBlock::of(task);
  if (block.running) [[unlikely]] {  // an untied task speaks of itself
    block.again = true;
    return 0;
  }
  omp::Worker& worker = current();
  if (block.is_plain()) [[likely]] {
    Tasking::spawn_reserved_plain(worker, *block.task, block.code);
    return 0;
  }
  if (block.eventful()) kmpc::take_announced(block);
  Tasking::spawn_reserved(worker, *block.task, kmpc::spawn_of(block));
  return 0;
}

void verify(omp::Worker& worker, const kmpc::Accesses& accesses, const void* code, const void* data,
            std::size_t bytes) noexcept {
  process::verify(worker, {accesses.data(), accesses.size(), code, data, bytes});
}

// @param call  the place that waits
void wait_for(const kmpc::Accesses& accesses, const void* call) noexcept {
  omp::Worker& worker = current();
  if (process::verifying()) [[unlikely]]
    process::verify(worker, {accesses.data(), accesses.size(), static_cast<const char*>(call) - 1});
  kmpc::AccessAnnouncement* const announcement = kmpc::announced();  // tasks that run meanwhile have theirs
  Tasking::wait_accesses(worker, accesses.data(), accesses.size());
  kmpc::keep_accesses(announcement, accesses);
}

}  // namespace

extern "C" {

// -- making tasks ----------------------------------------------------------------------------------------------------

CompilersTask* HEDDLE_KMPC_EXPORT(__kmpc_omp_task_alloc)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t flags,
                                                         std::size_t bytes, std::size_t shared_bytes, TaskCode code) {
  return allocate(flags, bytes, shared_bytes, code);
}
// The host is the only device: its target tasks are tasks.
CompilersTask* HEDDLE_KMPC_EXPORT(__kmpc_omp_target_task_alloc)(Ident* /*at*/, ThreadNumber /*self*/,
                                                                std::int32_t flags, std::size_t bytes,
                                                                std::size_t shared_bytes, TaskCode code,
                                                                std::int64_t /*device*/) {
  return allocate(flags, bytes, shared_bytes, code);
}
// A hint where the task had better run.
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_reg_task_with_affinity)(Ident* /*at*/, ThreadNumber /*self*/,
                                                                   CompilersTask* /*task*/, std::int32_t /*count*/,
                                                                   void* /*list*/) {
  return 0;
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_task)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task) {
  return make_task(task);
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_task_parts)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task) {
  return make_task(task);
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_task_with_deps)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task,
                                                           std::int32_t count, const Dependence* list,
                                                           std::int32_t count_apart, const Dependence* list_apart) {
  TaskBlock& block = TaskBlock::of(task);
  if (block.running) [[unlikely]]
    return make_task(task);
  omp::Worker& worker = current();
  if (block.eventful()) kmpc::take_announced(block);
  const kmpc::Accesses accesses({count, list}, {count_apart, list_apart});
  if (process::verifying()) [[unlikely]]
    verify(worker, accesses, reinterpret_cast<const void*>(block.code), task->shared, block.shared_bytes);
  runtime::Spawn what = kmpc::spawn_of(block);
  what.accesses = accesses.data();
  what.access_count = accesses.size();
  Tasking::spawn_reserved(worker, *block.task, what);
  return 0;
}

// The program runs the task's code itself between the two. Then it goes on, whether the task's event has happened or
// not.
void HEDDLE_KMPC_EXPORT(__kmpc_omp_task_begin_if0)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task) {
  TaskBlock& block = TaskBlock::of(task);
  runtime::Spawn what{.body = block.code, .undeferred = true};
  if (block.has(kmpc::k_final)) what.flags |= graph::k_final;
  if (!block.eventful()) return Tasking::begin_reserved(current(), *block.task, what);
  const kmpc::AnnouncedAccesses accesses = kmpc::take_announced(block);
  what.flags |= graph::k_detachable;
  what.accesses = accesses.list.get();
  what.access_count = accesses.count;
  Tasking::begin_reserved(current(), *block.task, what);
}
void HEDDLE_KMPC_EXPORT(__kmpc_omp_task_complete_if0)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task) {
  TaskBlock& block = TaskBlock::of(task);
  omp::Worker& worker = current();
  kmpc::destroy_privates(worker, block);
  Tasking::end_reserved(worker, *block.task);
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_invoke_task_func)(ThreadNumber self, CompilersTask* task) {
  return task->code(self, task);
}

// -- events ----------------------------------------------------------------------------------------------------------

void* HEDDLE_KMPC_EXPORT(__kmpc_task_allow_completion_event)(Ident* /*at*/, ThreadNumber /*self*/,
                                                             CompilersTask* task) {
  TaskBlock& block = TaskBlock::of(task);
  Tasking::expose_reserved(current(), *block.task);
  return event_of(block);
}

void HEDDLE_KMPC_EXPORT(__kmpc_proxy_task_completed)(ThreadNumber /*self*/, CompilersTask* task) {
  omp::fulfill_event(reinterpret_cast<std::uintptr_t>(event_of(TaskBlock::of(task))));
}
void HEDDLE_KMPC_EXPORT(__kmpc_proxy_task_completed_ooo)(CompilersTask* task) {
  omp::fulfill_event(reinterpret_cast<std::uintptr_t>(event_of(TaskBlock::of(task))));
}

// -- waiting ---------------------------------------------------------------------------------------------------------

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_taskwait)(Ident* /*at*/, ThreadNumber /*self*/) {
  omp::Worker& worker = current();
  if (process::verifying()) [[unlikely]]
    process::verify_waits(worker);
  Tasking::wait_children(worker);
  return 0;
}
void HEDDLE_KMPC_EXPORT(__kmpc_omp_wait_deps)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t count,
                                              const Dependence* list, std::int32_t count_apart,
                                              const Dependence* list_apart) {
  wait_for(kmpc::Accesses({count, list}, {count_apart, list_apart}), __builtin_return_address(0));
}
// With nowait it is a task without a body: the creator goes on, and its predecessors may wait for that.
void HEDDLE_KMPC_EXPORT(__kmpc_omp_taskwait_deps_51)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t count,
                                                     const Dependence* list, std::int32_t count_apart,
                                                     const Dependence* list_apart, std::int32_t nowait) {
  const kmpc::Accesses accesses({count, list}, {count_apart, list_apart});
  if (nowait == 0) return wait_for(accesses, __builtin_return_address(0));
  Tasking::spawn(current(), {.body = [](void*) {}, .accesses = accesses.data(), .access_count = accesses.size()});
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_taskyield)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t /*end*/) {
  Tasking::yield(current());
  return 0;
}

void HEDDLE_KMPC_EXPORT(__kmpc_taskgroup)(Ident* /*at*/, ThreadNumber /*self*/) { omp::taskgroup_start(current()); }

// -- questions -------------------------------------------------------------------------------------------------------

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_omp_has_task_team)(ThreadNumber /*self*/) { return 1; }
std::uint64_t HEDDLE_KMPC_EXPORT(__kmpc_get_taskid)() {
  return reinterpret_cast<std::uint64_t>(&Tasking::settle(current()));
}
std::uint64_t HEDDLE_KMPC_EXPORT(__kmpc_get_parent_taskid)() {
  // order: relaxed — a task's parent does not change while it runs.
  return reinterpret_cast<std::uint64_t>(Tasking::settle(current()).parent.load(std::memory_order_relaxed));
}
// No asynchronous device, so nothing to ask about one.
void** HEDDLE_KMPC_EXPORT(__kmpc_omp_get_target_async_handle_ptr)(ThreadNumber /*self*/) { return nullptr; }

}  // extern "C"

// Events of what has a beginning and an end inside a task: waits, reductions, constructs and their parts.
#pragma once

#include <cstdint>

#include "rules.hpp"

namespace checker {

inline void check_region(const Task& task, const ompt_data_t* parallel, const char* event) {
  if (task.region != nullptr && (task.flags & ompt_task_implicit) != 0)
    MUST(parallel != nullptr && parallel->ptr == task.region, "%s: of another region", event);
}

inline void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                           ompt_data_t* data, const void* caller) {
  Task* const task = of_running(data, "sync_region");
  if (task == nullptr) return;
  const bool last = kind == ompt_sync_region_barrier_implicit_parallel;
  MUST(kind >= ompt_sync_region_barrier_explicit && kind <= ompt_sync_region_barrier_teams, "sync_region: kind %d",
       static_cast<int>(kind));
  MUST(last || caller != nullptr, "sync_region: kind %d from nowhere", static_cast<int>(kind));
  if (endpoint == ompt_scope_begin) {
    MUST(!task->last_barrier_begun, "sync_region: behind the end of the region");
    task->last_barrier_begun = last;
    check_region(*task, parallel, "sync_region");
    check_inquiries(*task, data, parallel, "sync_region");
    return begin(*task, Scope::sync, kind);
  }
  if (last) {
    MUST(parallel == nullptr, "sync_region: the end of a region's last barrier with a region");
    task->last_barrier_over = true;
  } else {
    check_region(*task, parallel, "sync_region end");
  }
  end(*task, Scope::sync, kind, "sync_region");
}

inline void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                                ompt_data_t* data, const void* /*caller*/) {
  Task* const task = of_running(data, "sync_region_wait");
  if (task == nullptr) return;
  if (endpoint == ompt_scope_end) return end(*task, Scope::sync_wait, kind, "sync_region_wait");
  check_region(*task, parallel, "sync_region_wait");
  bool inside = false;
  for (const Open& each : task->open) inside = inside || (each.scope == Scope::sync && each.kind == kind);
  MUST(inside, "sync_region_wait: kind %d outside of its region", static_cast<int>(kind));
  begin(*task, Scope::sync_wait, kind);
}

inline void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/,
                         ompt_data_t* data, const void* /*caller*/) {
  Task* const task = of_running(data, "reduction");
  if (task == nullptr) return;
  MUST(kind == ompt_sync_region_reduction, "reduction: kind %d", static_cast<int>(kind));
  endpoint == ompt_scope_begin ? begin(*task, Scope::reduction, kind) : end(*task, Scope::reduction, kind, "reduction");
}

inline void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
                    std::uint64_t /*count*/, const void* caller) {
  Task* const task = of_running(data, "work");
  if (task == nullptr) return;
  MUST(kind >= ompt_work_loop && kind <= ompt_work_loop_other, "work: kind %d", static_cast<int>(kind));
  MUST(caller != nullptr || endpoint == ompt_scope_end, "work: kind %d from nowhere", static_cast<int>(kind));
  check_region(*task, parallel, "work");
  endpoint == ompt_scope_begin ? begin(*task, Scope::work, kind) : end(*task, Scope::work, kind, "work");
}

inline void on_dispatch(ompt_data_t* parallel, ompt_data_t* data, ompt_dispatch_t kind, ompt_data_t instance) {
  Task* const task = of_running(data, "dispatch");
  if (task == nullptr) return;
  MUST(kind >= ompt_dispatch_iteration && kind <= ompt_dispatch_distribute_chunk, "dispatch: kind %d", kind);
  MUST(instance.ptr != nullptr, "dispatch: nothing");
  check_region(*task, parallel, "dispatch");
  if (kind == ompt_dispatch_taskloop_chunk) return;
  bool inside = false;
  for (const Open& each : task->open) inside = inside || each.scope == Scope::work;
  MUST(inside, "dispatch: kind %d outside of a construct", static_cast<int>(kind));
  if (kind != ompt_dispatch_section && instance.ptr != nullptr)
    MUST(static_cast<ompt_dispatch_chunk_t*>(instance.ptr)->iterations > 0, "dispatch: an empty chunk");
}

inline void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, const void* caller) {
  Task* const task = of_running(data, "masked");
  if (task == nullptr) return;
  MUST(caller != nullptr, "masked: from nowhere");
  check_region(*task, parallel, "masked");
  endpoint == ompt_scope_begin ? begin(*task, Scope::masked, 0) : end(*task, Scope::masked, 0, "masked");
}

}  // namespace checker

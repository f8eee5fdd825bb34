// Footing: what a call of the program stands on: its worker, its task on regions, what an id means there.
#pragma once

#include <string>

#include "process/standing.hpp"
#include "regions/state.hpp"
#include "runtime/current.hpp"

namespace heddle::regions {

struct Footing {
  State* state;
  process::Worker& worker;
  RegionsData* data;
  EngineTask* task;  // null: the call is refused, and the error says why

  explicit Footing(CallError& error)
      : state(State::get(error)), worker(runtime::current()), data(&regions_data(worker)), task(nullptr) {
    if (state == nullptr) [[unlikely]]
      return;
    task = current_task(*state, worker);
    if (task == nullptr) [[unlikely]]
      refuse_task(error);
  }

  /// The region that an id names for this task; 0 is the root of its tree. @returns null, and says why
  Record* region(Id id, CallError& error) const {
    if (id == 0) return &Record::of(*task->root);
    Record* const record = id == region::k_root ? nullptr : state->store().find(id);
    if (record == nullptr) [[unlikely]]
      refuse_region(id, error);
    return record;
  }

 private:
  [[gnu::cold]] static void refuse_task(CallError& error) {
    error.set(Fault::outside_task,
              "the task that calls names no region, so it may not make or name what lies in one; give it a region");
  }
  [[gnu::cold]] void refuse_region(Id id, CallError& error) const;
};

/// "main" or the task's place in the source.
std::string name_of(const dependence::RegionTask<P>& task);
/// "region 12", "the object 0x… of 64 bytes in region 12".
std::string name_of(State& state, OrderScope& scope);

[[gnu::cold]] bool refuse_bytes(State& state, std::size_t bytes, CallError& error);
[[gnu::cold]] bool refuse_pointer(State& state, const void* pointer, CallError& error);

}  // namespace heddle::regions

// Regions and objects: made, freed, moved.
#include <cstring>
#include <string>

#include "regions/away.hpp"
#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "regions/peace.hpp"
#include "regions/remote.hpp"

namespace heddle::regions {

namespace {

constexpr std::size_t rounded(std::size_t bytes) noexcept {
  return (bytes + region::k_unit - 1) & ~(region::k_unit - 1);
}

void* allocate_in(const Footing& caller, Record& region, std::size_t bytes, CallError& error) {
  State& state = *caller.state;
  void* const object =
      bytes < state.store().space().bytes() ? state.tree().heap().allocate(caller.data->hands, region, bytes) : nullptr;
  if (object == nullptr) [[unlikely]]
    refuse_bytes(state, bytes, error);
  else if (state.copies() != nullptr) [[unlikely]]
    state.copies()->made(object, caller.data->rank);
  return object;
}

// What has a task on regions around it at once, as most calls do; else null.
EngineTask* current_at_once(const process::Worker& worker, const RegionsData& data) noexcept {
  return data.current_task == worker.task ? data.current : nullptr;
}

[[gnu::noinline]] void* allocate_slowly(std::size_t bytes, Id id, CallError& error) {
  const Footing caller(error);
  if (caller.task == nullptr) return nullptr;
  Record* const region = caller.region(id, error);
  if (region == nullptr || bytes == 0) return nullptr;
  return allocate_in(caller, *region, bytes, error);
}

// Where there are several ranks: each is noted as it is made.
int allocate_in_turn(const Footing& caller, Record& region, std::size_t bytes, std::pair<void**, int> objects) {
  CallError error;  // the caller says it
  int made = 0;
  while (made < objects.second && (objects.first[made] = allocate_in(caller, region, bytes, error)) != nullptr) ++made;
  return made;
}

[[gnu::noinline]] bool free_slowly(void* object, CallError& error) {
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  if (object == nullptr) return true;
  State& state = *caller.state;
  if (!state.store().space().holds(object)) [[unlikely]]
    return refuse_pointer(state, object, error);
  // What no task has ever named nobody waits for: who spawns one makes its scope before.
  if (state.tree().knows_near(object) && !may_free_object(caller, object, error)) return false;
  if (state.tree().heap().free(caller.data->hands, object) == region::FreeOutcome::done) [[likely]]
    return true;
  return refuse_pointer(state, object, error);
}

}  // namespace

void* allocate_at_once(std::size_t bytes, Id id) noexcept {
  if (cluster::Ranks::here() != nullptr) [[unlikely]]
    return nullptr;  // whose copy it is has to be noted
  const process::Worker& worker = runtime::current();
  RegionsData& data = regions_data(worker);
  const EngineTask* const task = current_at_once(worker, data);
  if (task == nullptr) [[unlikely]]
    return nullptr;
  // order: relaxed — the task's own root, which stays.
  return data.hands.allocate(id != 0 ? id : Record::of(*task->root).id.load(std::memory_order_relaxed), bytes);
}

bool free_at_once(const void* object) noexcept {
  if (on_other_rank()) [[unlikely]]
    return false;
  const process::Worker& worker = runtime::current();
  const RegionsData& data = regions_data(worker);
  State* const state = State::made();
  return state != nullptr && current_at_once(worker, data) != nullptr &&
         state->tree().heap().free_at_hand(data.hands, object);
}

void* allocate(std::size_t bytes, Id id, CallError& error) {
  if (void* const object = allocate_at_once(bytes, id)) [[likely]]
    return object;
  if (on_other_rank()) [[unlikely]]
    return away::allocate(bytes, id, error);
  return allocate_slowly(bytes, id, error);
}

bool free(void* object, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::free(object, error);
  return free_at_once(object) || free_slowly(object, error);
}

bool allocate_many(std::size_t bytes, Id id, std::pair<void**, int> objects, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::allocate_many(bytes, id, objects, error);
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  if (objects.second < 1) {
    error.set(Fault::bad_count, std::to_string(objects.second) + " objects are asked for, ask for one at least");
  } else if (bytes == 0) {
    error.set(Fault::bad_size, "objects of 0 bytes are asked for, give a size of 1 at least");
  } else if (objects.first == nullptr) {
    error.set(Fault::null_array, "the array for the objects is null, give one of as many pointers as objects");
  }
  if (error) return false;
  Record* const region = caller.region(id, error);
  if (region == nullptr) return false;
  State& state = *caller.state;
  region::RegionHeap<P>& heap = state.tree().heap();
  const bool fits = bytes < state.store().space().bytes();
  const int made = !fits                       ? 0
                   : state.copies() != nullptr ? allocate_in_turn(caller, *region, bytes, objects)
                                               : heap.allocate_many(caller.data->hands, *region, bytes, objects);
  if (made == objects.second) return true;
  for (int index = 0; index < made; ++index) (void)heap.free(caller.data->hands, objects.first[index]);
  refuse_bytes(state, bytes, error);
  return false;
}

void* reallocate(void* object, std::size_t bytes, Id id, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::reallocate(object, bytes, id, error);
  if (object == nullptr) return allocate(bytes, id, error);
  if (bytes == 0) return free(object, error), nullptr;
  const Relocation moved = begin_move(object, bytes, id, error);
  if (moved.object == nullptr || moved.object == object) return moved.object;
  std::memcpy(moved.object, object, moved.bytes);
  (void)State::made()->tree().heap().free(regions_data(runtime::current()).hands, object);
  return moved.object;
}

Relocation begin_move(void* object, std::size_t bytes, Id id, CallError& error) {
  const Footing caller(error);
  if (caller.task == nullptr) return {};
  Record* const region = caller.region(id, error);
  if (region == nullptr) return {};
  State& state = *caller.state;
  std::size_t had = 0;
  if (state.tree().heap().object_around(object, had) != object)
    return refuse_pointer(state, object, error), Relocation{};
  if (state.store().around(object) == region && had == rounded(bytes)) return {object, 0};
  if (!may_free_object(caller, object, error)) return {};
  return {allocate_in(caller, *region, bytes, error), had < bytes ? had : bytes};
}

Id make_region(Id parent, int level, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::make_region(parent, level, error);
  const Footing caller(error);
  if (caller.task == nullptr) return 0;
  if (level < 0) {
    error.set(Fault::bad_region, "level " + std::to_string(level) + " is below 0, give 0 (a leaf) to 99 (the top)");
    return 0;
  }
  Record* const above = caller.region(parent, error);
  if (above == nullptr) return 0;
  State& state = *caller.state;
  Record* const made = state.tree().make(above, state.manager().node_for(above->scope.node, level));
  if (made == nullptr) {
    error.set(Fault::no_memory, "there are 16,777,216 regions, or no memory for another, free some");
    return 0;
  }
  made->level = static_cast<std::uint16_t>(level);
  if (state.leaves().several()) [[unlikely]]
    Leaves::locate(made->scope, state.copies() != nullptr ? caller.data->rank : state.leaves().leaf_of(caller.worker));
  state.manager().count_region(made->scope.node, 1);
  return made->id.load(std::memory_order_relaxed);  // order: relaxed — the caller's own store
}

bool free_region(Id id, Place place, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::free_region(id, place, error);
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  if (id == 0) {
    error.set(Fault::bad_region, "region 0 is the root and stays, free the regions in it");
    return false;
  }
  Record* const region = caller.region(id, error);
  return region != nullptr && free_in_peace(caller, *region, place, error);
}

}  // namespace heddle::regions

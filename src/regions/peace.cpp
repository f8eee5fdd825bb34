#include "regions/peace.hpp"

namespace heddle::regions {

namespace {

bool lies_in(const OrderScope* scope, const OrderScope& around) noexcept {
  while (scope != nullptr && scope != &around) scope = scope->up;
  return scope != nullptr;
}

// The first entry there that is not the caller's, nor of a task above it: those have been granted it before, and stand
// behind the caller's.
QueueEntry* stranger(const OrderScope& scope, const EngineTask& caller) noexcept {
  bool behind_caller = false;
  for (QueueEntry* entry = scope.first; entry != nullptr; entry = entry->behind) {
    if (entry->task == static_cast<const dependence::RegionTask<P>*>(&caller)) {
      behind_caller = true;
    } else if (!behind_caller || !entry->granted) {
      return entry;
    }
  }
  return nullptr;
}

// One that waits further up for something in the scope.
QueueEntry* waits_above(const OrderScope& scope, const EngineTask& caller) noexcept {
  for (const OrderScope* above = scope.up; above != nullptr; above = above->up)
    for (QueueEntry* entry = above->first; entry != nullptr; entry = entry->behind)
      if (!entry->granted && entry->task != static_cast<const dependence::RegionTask<P>*>(&caller) &&
          lies_in(entry->target, scope))
        return entry;
  return nullptr;
}

QueueEntry* stranger_below(State& state, Record& top, const EngineTask& caller) noexcept {
  QueueEntry* found = nullptr;
  region::Tree<P>::for_each(top, [&](Record& region) {
    if (found != nullptr) return;
    found = stranger(region.scope, caller);
    state.tree().known_scopes(region, [&](const OrderScope& scope) {
      if (found == nullptr) found = stranger(scope, caller);
    });
  });
  return found != nullptr ? found : waits_above(top.scope, caller);
}

bool refuse_busy(const QueueEntry& entry, CallError& error) {
  const auto& task = *static_cast<const dependence::RegionTask<P>*>(entry.task);
  error.set(Fault::busy, name_of(task) + " still waits for it, or has it; wait before it is freed");
  return false;
}

// Tasks above the caller, and itself, name it no longer.
void let_all_leave(State& state, OrderScope& scope) noexcept {
  while (scope.first != nullptr) state.manager().drop(*scope.first);
}

}  // namespace

bool may_free_object(const Footing& caller, void* object, CallError& error) {
  State& state = *caller.state;
  std::size_t bytes = 0;
  if (state.tree().heap().object_around(object, bytes) != object) return refuse_pointer(state, object, error);
  QueueEntry* found = nullptr;
  state.manager().in_peace([&] {
    OrderScope* const scope = state.tree().known_scope_of(object);
    if (scope == nullptr) return;
    found = stranger(*scope, *caller.task);
    if (found == nullptr) found = waits_above(*scope, *caller.task);
    if (found != nullptr) {
      refuse_busy(*found, error);
    } else {
      let_all_leave(state, *scope);
    }
  });
  return found == nullptr;
}

bool free_in_peace(const Footing& caller, Record& region, Place place, CallError& error) {
  State& state = *caller.state;
  bool freed = false;
  state.manager().in_peace([&] {
    if (const QueueEntry* const found = stranger_below(state, region, *caller.task); found != nullptr) {
      refuse_busy(*found, error);
      return;
    }
    region::Tree<P>::for_each(region, [&](Record& record) {
      state.tree().known_scopes(record, [&](OrderScope& scope) { let_all_leave(state, scope); });
    });
    region::Tree<P>::for_each(region, [&](Record& record) { let_all_leave(state, record.scope); });
    state.manager().deliver();  // a freed region reports first
    state.tree().free(region, [&](Record& record) {
      record.freed_file = place.file;
      record.freed_line = place.line;
      state.manager().count_region(record.scope.node, -1);
    });
    freed = true;
  });
  return freed;
}

}  // namespace heddle::regions

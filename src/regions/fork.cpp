#include "regions/fork.hpp"

#include <pthread.h>

namespace heddle::regions {

namespace {

void forget_tasks(OrderScope& scope) noexcept {
  // Of the forking thread's own tasks: their ends find nothing to leave.
  for (QueueEntry* entry = scope.first; entry != nullptr; entry = entry->behind) entry->gone = true;
  scope.first = scope.last = nullptr;
  for (const int mode : {0, 1}) scope.below[mode] = scope.above[mode] = 0;
}

void before() noexcept {
  State& state = *State::made();
  state.manager().hold_all();
  state.store().lock_all();
  state.leaves().lock();
}

void after_in_parent() noexcept {
  State& state = *State::made();
  state.leaves().unlock();
  state.store().unlock_all();
  state.manager().let_all_go();
}

void after_in_child() noexcept {
  State& state = *State::made();
  state.leaves().unlock();
  state.store().unlock_all();
  state.manager().forget_all();
  state.leaves().forget_all();
  state.store().for_each_made([&state](Record& record) {
    forget_tasks(record.scope);
    // order: relaxed — one thread.
    if (record.id.load(std::memory_order_relaxed) != 0) state.tree().known_scopes(record, forget_tasks);
  });
  RegionsData& data = regions_data(runtime::current());
  data.current = nullptr;
  data.current_task = nullptr;
  forget_run();
}

}  // namespace

void watch_forks() noexcept { (void)::pthread_atfork(before, after_in_parent, after_in_child); }

}  // namespace heddle::regions

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

constinit State* held = nullptr;  // by the fork under way; null: there was none yet

void before() noexcept {
  State::hold_making();
  held = State::made();
  if (held == nullptr) return;
  held->manager().hold_all();
  held->store().lock_all();
  held->leaves().lock();
}

void after_in_parent() noexcept {
  State* const state = held;
  if (state != nullptr) {
    state->leaves().unlock();
    state->store().unlock_all();
  }
  State::let_making_go();
  if (state != nullptr) state->manager().let_all_go();
}

void forget_all(State& state) noexcept {
  state.leaves().unlock();
  state.store().unlock_all();
  state.manager().forget_all();
  state.leaves().forget_all();
  state.store().for_each_made([&state](Record& record) {
    forget_tasks(record.scope);
    // order: relaxed — one thread.
    if (record.id.load(std::memory_order_relaxed) != 0) state.tree().known_scopes(record, forget_tasks);
  });
  state.forget_ranks();
  forget_run();
}

void after_in_child() noexcept {
  if (held != nullptr) forget_all(*held);
  State::let_making_go();
  // A thread that has not used the pool has nothing to forget.
  const auto* const worker = static_cast<const process::Worker*>(P::self());
  if (held == nullptr || worker == nullptr) return;
  RegionsData& data = regions_data(*worker);
  data.current = nullptr;
  data.current_task = nullptr;
}

}  // namespace

void watch_forks() noexcept {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  ::pthread_once(&once, [] { (void)::pthread_atfork(before, after_in_parent, after_in_child); });
}

}  // namespace heddle::regions

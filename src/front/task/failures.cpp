#include "front/task/failures.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "sync/mutex.hpp"

namespace heddle::task {

namespace {

using P = platform::Threads;

struct Kept {
  const void* key;
  heddle_failure failure;
};

struct Failures {
  sync::Mutex<P> lock;
  std::vector<Kept> kept HEDDLE_GUARDED_BY(lock);
  P::atomic<std::size_t> count{0};  // of them, to be asked without the lock
};

// Never destroyed: threads may outlive every destructor.
Failures& failures() noexcept {
  static Failures& all = *new Failures;
  return all;
}

void release(const heddle_failure& failure) noexcept {
  if (failure.release != nullptr) failure.release(failure.what);
}

}  // namespace

void keep_failure(const void* key, const heddle_failure& failure) noexcept {
  Failures& all = failures();
  {
    const sync::Guard guard(all.lock);
    const auto same = [key](const Kept& kept) { return kept.key == key; };
    if (std::none_of(all.kept.begin(), all.kept.end(), same)) {
      all.kept.push_back({key, failure});
      // order: release — pairs with take_failure(); who waits for the task sees its end after this anyway.
      all.count.store(all.kept.size(), std::memory_order_release);
      return;
    }
  }
  release(failure);
}

bool take_failure(const void* key, heddle_failure* taken) noexcept {
  if (taken != nullptr) *taken = {};
  Failures& all = failures();
  // order: acquire — pairs with keep_failure().
  if (all.count.load(std::memory_order_acquire) == 0) return false;
  heddle_failure found{};
  {
    const sync::Guard guard(all.lock);
    const auto at = std::find_if(all.kept.begin(), all.kept.end(), [key](const Kept& kept) { return kept.key == key; });
    if (at == all.kept.end()) return false;
    found = at->failure;
    all.kept.erase(at);
    // order: release — as above.
    all.count.store(all.kept.size(), std::memory_order_release);
  }
  taken != nullptr ? static_cast<void>(*taken = found) : release(found);
  return true;
}

void tell_failures() noexcept {
  Failures& all = failures();
  const sync::Guard guard(all.lock);
  for (const Kept& kept : all.kept) {
    const char* const name = kept.failure.task;
    base::warn({"a task has failed", name == nullptr ? "" : ": ", name == nullptr ? "" : name,
                "; nobody waited for it with heddle::wait() or in a task_group"});
  }
}

void failures_before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { failures().lock.lock(); }

void failures_after_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { failures().lock.unlock(); }

const omp::Worker& root_of(const omp::Task& task) noexcept {
  const omp::Task* ancestor = &task;
  // order: relaxed — the ancestors of a task that runs are alive, and their links do not change.
  while (!ancestor->has(graph::k_implicit)) ancestor = ancestor->parent.load(std::memory_order_relaxed);
  return *omp::Member::of_implicit(const_cast<omp::Task&>(*ancestor)).worker;
}

}  // namespace heddle::task

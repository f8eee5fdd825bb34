#include "tasks/failures.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "probe/order.hpp"
#include "probe/unseen.hpp"
#include "process/source_place.hpp"
#include "sync/mutex.hpp"

namespace heddle::tasks {

namespace {

using P = platform::Threads;

struct UnclaimedFailure {
  const void* key;
  heddle_failure failure;
  FailureText told;
};

struct Failures {
  sync::Mutex<P> lock;
  std::vector<UnclaimedFailure> kept HEDDLE_GUARDED_BY(lock);
  P::atomic<std::size_t> count{0};  // of them, to be asked without the lock
  P::atomic<bool> lost{false};      // one was told as lost
};

// Never destroyed: threads may outlive every destructor.
Failures& failures() noexcept {
  static Failures& all = *new Failures;
  return all;
}

void release(const heddle_failure& failure) noexcept {
  if (failure.release != nullptr) failure.release(failure.what);
}

constexpr std::string_view k_unasked = "; nobody waited for it with heddle::wait() or in a task_group";

}  // namespace

FailureText copied(const heddle_failure_text& told) {
  const auto text = [](const char* one) { return std::string(one == nullptr ? "" : one); };
  FailureText all{text(told.text), text(told.task), {}};
  if (told.where != nullptr && told.where->file != nullptr)
    all.place = told.where->file + (':' + std::to_string(told.where->line));
  return all;
}

void keep_failure(const void* key, const heddle_failure& failure, FailureText told) noexcept {
  Failures& all = failures();
  {
    const sync::Guard guard(all.lock);
    const probe::Unseen unseen;
    const auto same = [key](const UnclaimedFailure& kept) { return kept.key == key; };
    if (std::none_of(all.kept.begin(), all.kept.end(), same)) {
      probe::released(&all);
      all.kept.push_back({key, failure, std::move(told)});
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
    const probe::Unseen unseen;
    const auto at =
        std::find_if(all.kept.begin(), all.kept.end(), [key](const UnclaimedFailure& kept) { return kept.key == key; });
    if (at == all.kept.end()) return false;
    found = at->failure;
    all.kept.erase(at);
    // order: release — as above.
    all.count.store(all.kept.size(), std::memory_order_release);
  }
  probe::acquired(&all);
  taken != nullptr ? static_cast<void>(*taken = found) : release(found);
  return true;
}

void tell_lost(const FailureText& told, std::string_view why) noexcept {
  // order: relaxed — read when the process ends.
  failures().lost.store(true, std::memory_order_relaxed);
  const std::string text = told.text.empty() ? "" : ": " + base::quoted(told.text);
  const std::string name = told.task.empty() ? "" : ", in " + base::quoted(told.task);
  std::string place;
  if (!told.place.empty()) {
    place = ", made at " + base::quoted(told.place, base::Marks::none);
  } else if (told.code != nullptr) {
    place = ", which runs " + process::source_place(told.code);
  }
  base::warn({"a task has failed", text, name, place, why});
}

void tell_failures_of(process::Worker& worker) noexcept {
  Failures& all = failures();
  // order: acquire — pairs with keep_failure().
  if (all.count.load(std::memory_order_acquire) == 0) return;
  FailureText told;
  {
    const sync::Guard guard(all.lock);
    const probe::Unseen unseen;
    const auto at = std::find_if(all.kept.begin(), all.kept.end(),
                                 [&](const UnclaimedFailure& kept) { return kept.key == &worker; });
    if (at == all.kept.end()) return;
    told = at->told;
  }
  tell_lost(told, k_unasked);
  take_failure(&worker, nullptr);
}

bool tell_failures() noexcept {
  Failures& all = failures();
  const sync::Guard guard(all.lock);
  for (const UnclaimedFailure& kept : all.kept) tell_lost(kept.told, k_unasked);
  // order: relaxed — what other threads lose now is too late in any order.
  return all.lost.load(std::memory_order_relaxed);
}

void failures_before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { failures().lock.lock(); }

void failures_after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { failures().lock.unlock(); }

void failures_after_fork_in_child() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  Failures& all = failures();
  all.kept.clear();
  // order: relaxed (both) — the child has one thread.
  all.count.store(0, std::memory_order_relaxed);
  all.lost.store(false, std::memory_order_relaxed);
  all.lock.unlock();
}

const process::Worker& root_of(const process::Task& task) noexcept {
  const process::Task* ancestor = &task;
  // order: relaxed — the ancestors of a task that runs are alive, and their links do not change.
  while (!ancestor->has(graph::k_implicit)) ancestor = ancestor->parent.load(std::memory_order_relaxed);
  return *process::Member::of_implicit(const_cast<process::Task&>(*ancestor)).worker;
}

}  // namespace heddle::tasks

// IdleJobs: the table of jobs that were registered with a Runtime. A job stays for good; there are few.
//
// Any thread may add and look. Invariant: the first count_ entries are set and never change.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/check.hpp"
#include "graph/idle_job.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::runtime {

template <class P>
class IdleJobs {
 public:
  static constexpr std::uint32_t k_most = 8;  // each costs every idle look of every worker a call

  /// Registers a job, which must outlive the runtime.
  void add(graph::IdleJob<P>& job) noexcept {
    lock_.lock();
    // order: relaxed — written under the lock only.
    const std::uint32_t number = count_.load(std::memory_order_relaxed);
    HEDDLE_CHECK(number < k_most, "more idle jobs are registered than the table holds");
    jobs_[number] = &job;
    // order: release — pairs with the acquire in count(): the entry is there.
    count_.store(number + 1, std::memory_order_release);
    lock_.unlock();
  }

  std::uint32_t count() const noexcept {
    // order: acquire — pairs with add().
    return count_.load(std::memory_order_acquire);
  }

  /// @returns whether any job did anything.
  bool run(const graph::ManagerContext<P>& context) noexcept {
    bool did_something = false;
    for (std::uint32_t number = 0; number < count(); ++number) did_something |= jobs_[number]->run(context);
    return did_something;
  }

  bool has_work() const noexcept {
    for (std::uint32_t number = 0; number < count(); ++number) {
      if (jobs_[number]->has_work()) return true;
    }
    return false;
  }

 private:
  std::array<graph::IdleJob<P>*, k_most> jobs_{};
  typename P::template atomic<std::uint32_t> count_{0};
  sync::SpinLock<P> lock_;
};

}  // namespace heddle::runtime

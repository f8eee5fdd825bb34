// Outbox: the messages that one worker leaves for the managers (DDAST §3.1), a Submit queue and a Done queue. A message
// is the task; its kind is the queue that it lies in. So no message is allocated.
//
// Submits come out in the order they went in, and one manager at a time satisfies them: a newer one that entered the
// graph before an older one would order the tasks wrongly. Dones are satisfied by any manager, concurrently.
//
// Both queues are deques whose owner only pushes and whose thieves take the oldest (sync/deque.hpp).
// Invariant: a Submit is in the queue, or satisfied, or in the hands of the one thread that has the token.
//
// The worker whose outbox it is: push_submit, push_done, if_all_satisfied. Any thread: all others. Model:
// tests/model/async_outbox_programs.hpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"
#include "sync/deque.hpp"

namespace heddle::dependence {

template <class P, class T>
class alignas(base::k_line_bytes) Outbox {
 public:
  void push_submit(T* message) noexcept { submits_.push(message); }
  void push_done(T* message) noexcept { dones_.push(message); }

  /// Satisfies up to `most` Submits, oldest first, unless somebody else is at it. @returns how many.
  template <class Satisfy>
  std::uint32_t drain_submits(std::uint32_t most, Satisfy satisfy) noexcept {
    if (submits_.looks_empty() || !acquire()) return 0;
    std::uint32_t count = 0;
    while (count < most) {
      T* const message = submits_.steal();
      if (message == nullptr) break;
      satisfy(*message);
      ++count;
    }
    release();
    return count;
  }

  /// Satisfies up to `most` Dones. @returns how many.
  template <class Satisfy>
  std::uint32_t drain_dones(std::uint32_t most, Satisfy satisfy) noexcept {
    std::uint32_t count = 0;
    while (count < most && !dones_.looks_empty()) {
      T* const message = dones_.steal();
      if (message == nullptr) break;
      satisfy(*message);
      ++count;
    }
    return count;
  }

  /// What `look` says, if every Submit has been satisfied; nobody satisfies one meanwhile. Else false.
  template <class Look>
  bool if_all_satisfied(Look look) noexcept {
    // The owner adds none meanwhile; the token says that the last one taken is satisfied, too.
    if (!submits_.looks_empty() || !acquire()) return false;
    const bool answer = look();
    release();
    return answer;
  }

  bool looks_empty() const noexcept { return submits_.looks_empty() && dones_.looks_empty(); }
  std::size_t dones() const noexcept { return dones_.size_hint(); }

 private:
  using Queue = sync::Deque<P, T*>;
  static constexpr std::size_t k_first_capacity = 8;  // it doubles; most teams never use theirs

  bool acquire() noexcept {
    // order: relaxed — only a look that saves the exchange.
    if (token_taken_.load(std::memory_order::relaxed)) return false;
    // order: acquire — pairs with release(): what the last holder did to the graph is visible.
    return !token_taken_.exchange(true, std::memory_order::acquire);
  }
  void release() noexcept {
    // order: release — pairs with acquire().
    token_taken_.store(false, std::memory_order::release);
  }

  Queue submits_{k_first_capacity};
  Queue dones_{k_first_capacity};
  // Managers fight over it; the owner does not want their line.
  alignas(base::k_line_bytes) typename P::template atomic<bool> token_taken_{false};
};

}  // namespace heddle::dependence

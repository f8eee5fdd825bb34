// ObserverList: those who are told of something, each with a number, until they are stopped.
//
// Invariant: the list only grows, so who walks along it needs no lock; one that was stopped stays in it, and is passed
// over. Any thread; lock-free. Model: tests/model/observer_list_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::tasks {

/// @tparam T  who is told what
template <class P, class T>
class ObserverList {
 public:
  struct Observer {
    T told{};
    std::uint32_t number = 0;  // those behind it in the list have lower ones
    typename P::template atomic<bool> on{true};
    Observer* next = nullptr;
  };

  /// The latest of them; behind it those that came before.
  Observer* first() noexcept {
    // order: acquire — pairs with add(): what the observer is made of is visible.
    return first_.load(std::memory_order_acquire);
  }

  /// @param made  stays where it is for ever  @returns its number
  std::uint32_t add(Observer& made) noexcept {
    Observer* before = first();
    do {
      made.next = before;
      made.number = before == nullptr ? 0 : before->number + 1;
      // order: release — pairs with first(). acquire — as there: before->number is read.
    } while (!first_.compare_exchange_weak(before, &made, std::memory_order_release, std::memory_order_acquire));
    return made.number;
  }

  /// @returns whether one of this number was told until now: of two that stop it one stops it
  bool stop(std::uint32_t number) noexcept {
    for (Observer* one = first(); one != nullptr; one = one->next) {
      // order: relaxed — says no more than that a stop has been asked for; nothing is freed by it.
      if (one->number == number) return one->on.exchange(false, std::memory_order_relaxed);
    }
    return false;
  }

  static bool told(const Observer& one) noexcept {
    // order: relaxed — as in stop().
    return one.on.load(std::memory_order_relaxed);
  }

 private:
  typename P::template atomic<Observer*> first_{nullptr};
};

}  // namespace heddle::tasks

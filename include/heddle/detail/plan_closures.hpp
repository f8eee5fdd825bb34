// heddle/detail/plan_closures.hpp: what the tasks of a plan call, and where that lies.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle {
namespace detail {

/// What the tasks of a plan share: the first exception of a replay.
struct plan_outcome {
  std::atomic<bool> failed{false};
  std::atomic<bool> kept{false};
  std::exception_ptr exception;

  void keep() noexcept {
    // order: acq_rel — only one thread goes on; the end of the replay shows others what it wrote.
    if (!kept.exchange(true, std::memory_order_acq_rel)) exception = std::current_exception();
    // order: relaxed — a hint to leave tasks out.
    failed.store(true, std::memory_order_relaxed);
  }
};

template <class F>
struct plan_closure {
  plan_outcome& outcome;
  F body;

  static void run(void* self) noexcept {
    auto& closure = *static_cast<plan_closure*>(self);
    // order: relaxed — as in keep().
    if (closure.outcome.failed.load(std::memory_order_relaxed)) [[unlikely]]
      return;
    try {
      std::invoke(closure.body);
    } catch (...) {
      closure.outcome.keep();
    }
  }
};

/// The closures of a recording: one behind the other in blocks, as a replay comes by them.
class plan_closures {
 public:
  template <class C, class... Arguments>
  C* make(Arguments&&... arguments) {
    if (held_.size() == held_.capacity()) held_.reserve(2 * held_.size() + 8);  // what is made is held for certain
    C* closure = new (room(sizeof(C), alignof(C))) C{std::forward<Arguments>(arguments)...};
    if constexpr (!std::is_trivially_destructible_v<C>) {
      held_.push_back({closure, [](void* old) { static_cast<C*>(old)->~C(); }});
    }
    return closure;
  }
  plan_closures() = default;
  plan_closures(plan_closures&& other) noexcept { swap(other); }
  plan_closures& operator=(plan_closures&& other) noexcept {
    swap(other);
    return *this;
  }
  ~plan_closures() {
    for (const held& one : held_) one.destroy(one.closure);
  }

 private:
  struct held {
    void* closure;
    void (*destroy)(void*);
  };
  static constexpr std::size_t k_first_block = 1024, k_largest_block = 65536;

  void swap(plan_closures& other) noexcept {
    std::swap(held_, other.held_);
    std::swap(blocks_, other.blocks_);
    std::swap(next_, other.next_);
    std::swap(left_, other.left_);
    std::swap(block_, other.block_);
  }
  void* room(std::size_t bytes, std::size_t alignment) {
    void* at = std::align(alignment, bytes, next_, left_);
    if (at == nullptr) {
      const std::size_t size = std::max(block_, bytes + alignment);
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
      next_ = blocks_.back().get();
      left_ = size;
      block_ = std::min(2 * block_, k_largest_block);
      at = std::align(alignment, bytes, next_, left_);
    }
    next_ = static_cast<std::byte*>(at) + bytes;
    left_ -= bytes;
    return at;
  }

  std::vector<held> held_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  void* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t block_ = k_first_block;
};

}  // namespace detail
}  // namespace heddle

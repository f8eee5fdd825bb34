// Heap: a binary heap of small items, in memory of its own that is used unseen (probe/unseen.hpp): one thread at a time
// under a lock that a race checker does not know.
//
// Order says what comes first and hears where items go: static bool before(T, T), static void moved(T, index).
// Invariant: no item comes before the one at half its index.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "base/check.hpp"
#include "probe/unseen.hpp"

namespace heddle::graph {

template <class T, class Order>
class Heap {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap() {
    const probe::Unseen unseen;
    std::free(items_);
  }

  bool empty() const noexcept { return size_ == 0; }
  /// @pre not empty
  const T& top() const noexcept { return items_[0]; }

  void put(const T& item) noexcept {
    if (size_ == room_) [[unlikely]]
      grow();
    rise(size_++, item);
  }
  void remove(std::uint32_t at) noexcept {
    const T last = items_[--size_];
    if (at != size_) place(at, last);
  }
  /// What stands at the index comes before others now, or behind them.
  void changed(std::uint32_t at) noexcept { place(at, items_[at]); }

 private:
  static constexpr std::uint32_t k_first_room = 8;  // two lines of 16-byte items: most parents have few ready children

  void place(std::uint32_t at, T item) noexcept {
    if (at > 0 && Order::before(item, items_[(at - 1) / 2])) return rise(at, item);
    sink(at, item);
  }
  void rise(std::uint32_t at, T item) noexcept {
    while (at > 0 && Order::before(item, items_[(at - 1) / 2])) {
      set(at, items_[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    set(at, item);
  }
  void sink(std::uint32_t at, T item) noexcept {
    for (std::uint32_t child = 2 * at + 1; child < size_; child = 2 * at + 1) {
      if (child + 1 < size_ && Order::before(items_[child + 1], items_[child])) ++child;
      if (!Order::before(items_[child], item)) break;
      set(at, items_[child]);
      at = child;
    }
    set(at, item);
  }
  void set(std::uint32_t at, const T& item) noexcept {
    items_[at] = item;
    Order::moved(item, at);
  }

  [[gnu::cold, gnu::noinline]] void grow() noexcept {
    const probe::Unseen unseen;
    const std::uint32_t room = room_ == 0 ? k_first_room : 2 * room_;
    auto* const items = static_cast<T*>(std::realloc(items_, room * sizeof(T)));
    HEDDLE_CHECK(items != nullptr, "no memory left for tasks with a priority");
    items_ = items;
    room_ = room;
  }

  T* items_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;
};

}  // namespace heddle::graph

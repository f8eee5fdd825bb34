// Blocks: an array that grows at its end and never moves what it holds. A plan of a hundred thousand tasks is told task
// by task: a vector would copy all of them again and again, and touch new memory each time.
//
// Reading an element that is there needs no order with push() of another one only on the same thread.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "plan/arena.hpp"

namespace heddle::plans {

template <class T>
class Blocks {
  static_assert(std::is_trivially_destructible_v<T>, "the ground goes without a word to what lies on it");

 public:
  /// The blocks lie on this ground, always the same one.
  T& push(Arena& ground) {
    if (size_ == blocks_.size() * k_block) [[unlikely]] {
      blocks_.push_back(static_cast<T*>(ground.room(k_block * sizeof(T), alignof(T))));
    }
    T* const at = new (blocks_.back() + size_ % k_block) T;
    ++size_;
    return *at;
  }
  T& operator[](std::size_t index) noexcept { return blocks_[index / k_block][index % k_block]; }
  const T& operator[](std::size_t index) const noexcept { return blocks_[index / k_block][index % k_block]; }
  std::size_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t k_block = 64;  // a page; what a small plan leaves unused stays untouched

  std::vector<T*> blocks_;
  std::size_t size_ = 0;
};

}  // namespace heddle::plans

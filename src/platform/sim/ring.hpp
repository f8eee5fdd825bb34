// Ring: a queue in one block of memory, which is used again and again: a queue of few stays where the host's cache has
// it. Grows by doubling. For values that can be made without arguments; one thread of the host.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::platform::sim {

template <class T>
class Ring {
 public:
  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }
  T& front() noexcept { return slots_[first_]; }
  T& operator[](std::size_t at) noexcept { return slots_[(first_ + at) & (slots_.size() - 1)]; }

  void push(T value) {
    if (size_ == slots_.size()) grow();
    (*this)[size_++] = std::move(value);
  }
  void pop() noexcept {
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 4 : 2 * slots_.size());
    for (std::size_t at = 0; at < size_; ++at) larger[at] = std::move((*this)[at]);
    slots_.swap(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  // as many as a power of two, or none
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace heddle::platform::sim

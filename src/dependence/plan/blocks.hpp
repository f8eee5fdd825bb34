// Blocks: an array that grows at its end and never moves what it holds. A plan of a hundred thousand tasks is told task
// by task: a vector would copy all of them again and again, and touch new memory each time.
//
// Reading an element that is there needs no order with push() of another one only on the same thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace heddle::plans {

template <class T>
class Blocks {
 public:
  void push(const T& element) {
    if (size_ == blocks_.size() * k_block) blocks_.push_back(std::make_unique_for_overwrite<Block>());
    (*this)[size_] = element;
    ++size_;
  }
  T& operator[](std::size_t index) noexcept { return (*blocks_[index / k_block])[index % k_block]; }
  const T& operator[](std::size_t index) const noexcept { return (*blocks_[index / k_block])[index % k_block]; }
  std::size_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t k_block = 256;  // a few pages; what a small plan leaves unused stays untouched
  using Block = std::array<T, k_block>;

  std::vector<std::unique_ptr<Block>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace heddle::plans

// Counts how often each index of a loop is run.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace heddle::tests {

class Counted {
 public:
  explicit Counted(std::size_t size) : size_(size), counts_(new std::atomic<int>[size]()) {}

  void run(std::size_t index) { counts_.get()[index].fetch_add(1); }

  bool each(int times) const {
    for (std::size_t index = 0; index < size_; ++index)
      if (counts_.get()[index].load() != times) return false;
    return true;
  }
  std::size_t total() const {
    std::size_t total = 0;
    for (std::size_t index = 0; index < size_; ++index) total += static_cast<std::size_t>(counts_.get()[index].load());
    return total;
  }

 private:
  std::size_t size_;
  std::unique_ptr<std::atomic<int>[]> counts_;
};

}  // namespace heddle::tests

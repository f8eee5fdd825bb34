// What the threads of a loop have come to, joined two by two.
//
// The lock is held for a move only, never while the program's own function joins: that may wait, make tasks, throw, or
// be slow. Invariant: each value that was added is in the one that lies here, or in the hands of a thread that adds.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace heddle::detail {

template <class T>
class joined_values {
 public:
  /// Any thread. join(T, T) makes one out of two, or refers to one; what it throws comes out, and both are lost then.
  template <class Join>
  void add(T value, Join& join) {
    std::optional<T> own(std::move(value));
    while (std::optional<T> other = exchange(own)) own.emplace(T(join(std::move(*other), std::move(*own))));
  }
  /// When all have added theirs. @returns nothing where there was none
  std::optional<T> take() { return std::exchange(here_, std::nullopt); }

 private:
  /// Leaves the value if none lies here, else takes that.
  std::optional<T> exchange(std::optional<T>& own) {
    const std::lock_guard lock(mutex_);
    if (here_) return std::exchange(here_, std::nullopt);
    here_.emplace(std::move(*own));
    return std::nullopt;
  }

  std::mutex mutex_;  // guards here_
  std::optional<T> here_;
};

}  // namespace heddle::detail

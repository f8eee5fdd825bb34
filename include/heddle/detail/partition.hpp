// One step of a quicksort: a pivot, and the elements that are not greater in front of those that are not less.
//
// Elements that must change sides are found a block at a time, by a loop whose branches do not hang on comparisons, and
// swapped then (Edelkamp and Weiss, BlockQuicksort, 2016; departs from it: what is left in the end goes through a plain
// loop). Elements equal to the pivot change sides, too, so a range of equal ones is cut in the middle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace heddle::detail {

/// Moves the median of three to the middle one.
template <class It, class Less>
void order_three(It low, It middle, It high, Less& less) {
  if (std::invoke(less, *middle, *low)) std::iter_swap(middle, low);
  if (std::invoke(less, *high, *middle)) {
    std::iter_swap(high, middle);
    if (std::invoke(less, *middle, *low)) std::iter_swap(middle, low);
  }
}

/// Brings a pivot to `first`: the median of nine where there are many elements, else of three.
template <class It, class Less>
void choose_pivot(It first, It last, Less& less) {
  const auto size = last - first;
  const auto middle = size / 2;
  if (size > 128) {  // below that a better pivot saves less than it costs
    const auto step = size / 8;
    order_three(first + 1, first + step, first + 2 * step, less);
    order_three(first + (middle - step), first + middle, first + (middle + step), less);
    order_three(last - 1 - 2 * step, last - 1 - step, last - 1, less);
    order_three(first + step, first + middle, last - 1 - step, less);
  } else {
    order_three(first + 1, first + middle, last - 1, less);
  }
  std::iter_swap(first, first + middle);
}

/// Numbers, within a block, of elements that must change sides.
template <std::size_t Length>
class misplaced {
 public:
  bool empty() const noexcept { return next_ == count_; }
  std::size_t size() const noexcept { return count_ - next_; }
  std::size_t take() noexcept { return numbers_[next_++]; }

  /// @param leaves  (number): whether the element changes sides
  template <class Leaves>
  void find(Leaves leaves) {
    next_ = count_ = 0;
    for (std::size_t number = 0; number < Length; ++number) {
      numbers_[count_] = static_cast<std::uint8_t>(number);
      count_ += leaves(number) ? 1 : 0;
    }
  }

 private:
  std::uint8_t numbers_[Length + 1];
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

/// The same with plain comparisons. @returns the first of the second part; all in [low, high) are looked at
template <class It, class T, class Less>
It partition_plainly(It low, It high, const T& pivot, Less& less) {
  for (;; ++low) {
    while (low < high && std::invoke(less, *low, pivot)) ++low;
    do {
      if (low >= high) return low;
      --high;
    } while (std::invoke(less, pivot, *high));
    if (low >= high) return low;
    std::iter_swap(low, high);
  }
}

/// Blocks from both ends, until less than two are left between. On return [low, high) has not been looked at.
template <class It, class T, class Less>
void partition_by_blocks(It& low, It& high, const T& pivot, Less& less) {
  constexpr std::size_t k_length = 64;  // numbers in one cache line on each side
  constexpr auto k_both = static_cast<std::iter_difference_t<It>>(2 * k_length);
  constexpr auto k_one = static_cast<std::iter_difference_t<It>>(k_length);
  const auto offset = [](std::size_t number) { return static_cast<std::iter_difference_t<It>>(number); };
  misplaced<k_length> left;
  misplaced<k_length> right;
  while (high - low >= k_both) {
    if (left.empty()) left.find([&](std::size_t number) { return !std::invoke(less, low[offset(number)], pivot); });
    if (right.empty()) {
      right.find([&](std::size_t number) { return !std::invoke(less, pivot, *(high - 1 - offset(number))); });
    }
    for (std::size_t pairs = std::min(left.size(), right.size()); pairs != 0; --pairs)
      std::iter_swap(low + offset(left.take()), high - 1 - offset(right.take()));
    if (left.empty()) low += k_one;
    if (right.empty()) high -= k_one;
  }
}

/// Partitions [first, last), two elements at least. @returns where the pivot is: what lies in front is not greater,
/// what lies behind is not less
template <class It, class Less>
It partition(It first, It last, Less& less) {
  choose_pivot(first, last, less);
  auto&& pivot = *first;
  It low = first + 1;
  It high = last;
  using T = std::iter_value_t<It>;
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= 2 * sizeof(void*)) {
    const T copy = pivot;  // in a register
    partition_by_blocks(low, high, copy, less);
    low = partition_plainly(low, high, copy, less);
  } else {
    low = partition_plainly(low, high, pivot, less);
  }
  --low;
  std::iter_swap(first, low);
  return low;
}

}  // namespace heddle::detail

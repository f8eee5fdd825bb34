// heddle/parallel_sort.hpp: sorts in place.
//
//     heddle::parallel_sort(names);
//     heddle::parallel_sort(v.begin(), v.end(), std::greater<>());
//
// Elements that are equal may change places, as with std::sort; parallel_stable_sort keeps their order, and takes
// memory for as many elements again. O(n log n) comparisons for any input. Any thread may call, also in tasks and
// loops; the current task's workers help. What a comparison throws comes out of the call; behind that the contents are
// not specified, as with std::sort.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <utility>

#include "detail/bodies.hpp"
#include "detail/partition.hpp"
#include "parallel_find.hpp"
#include "parallel_invoke.hpp"
#include "task_group.hpp"

namespace heddle {

namespace detail {

/// Elements that one task sorts: 10 to 20 us of integers, some hundred times what giving a task away costs.
inline constexpr std::ptrdiff_t k_sorted_alone = 1024;

template <class It, class Less>
struct quicksort {
  Less& less;
  task_group group;

  /// Sorts [first, last); parts go to other workers. @param bad  further uneven parts before another way is taken
  void sort(It first, It last, int bad) {
    while (last - first > k_sorted_alone) {
      if (bad == 0) return std::sort(first, last, std::ref(less));
      const It pivot = detail::partition(first, last, less);
      const auto left = pivot - first;
      const auto right = last - (pivot + 1);
      if (std::min(left, right) < (left + right) / 16) --bad;
      const auto part = [this, bad](It from, It to) { group.run([this, from, to, bad] { sort(from, to, bad); }); };
      if (left < right) {
        if (left > 1) part(first, pivot);
        first = pivot + 1;
      } else {
        if (right > 1) part(pivot + 1, last);
        last = pivot;
      }
    }
    std::sort(first, last, std::ref(less));
  }
};

/// Whether it is sorted already: random input says no in a moment.
template <class It, class Less>
bool sorted_already(It first, It last, Less& less) {
  constexpr std::ptrdiff_t k_first_look = 64;
  if (!std::is_sorted(first, first + std::min(k_first_look, static_cast<std::ptrdiff_t>(last - first)), std::ref(less)))
    return false;
  const auto falls = [&](std::ptrdiff_t at) {
    const auto here = first + static_cast<std::iter_difference_t<It>>(at);
    return static_cast<bool>(std::invoke(less, *(here + 1), *here));
  };
  return !parallel_any_of(range<std::ptrdiff_t>(0, last - first - 1), falls);
}

template <class It, class Less>
void sort(It first, It last, Less& less) {
  const auto size = last - first;
  if (size <= k_sorted_alone) return std::sort(first, last, std::ref(less));
  if (sorted_already(first, last, less)) return;
  quicksort<It, Less> sorting{less, {}};
  try {
    sorting.sort(first, last, static_cast<int>(std::bit_width(static_cast<std::size_t>(size))));
  } catch (...) {
    sorting.group.cancel();
    throw;  // the group waits
  }
  sorting.group.wait();
}

/// Sorts and merges by turns between the elements and a copy of them.
template <class It, class Less>
struct merge_sort {
  using T = std::iter_value_t<It>;

  Less& less;

  /// Sorts [first, last), stably. @param room  as many elements, in any state  @param there  the result goes to `room`
  void sort(It first, It last, T* room, bool there) {
    const auto size = last - first;
    if (size <= k_inserted) {
      insert_each(first, last);
      if (there) std::move(first, last, room);
      return;
    }
    const auto half = size / 2;
    const It middle = first + half;
    const auto left = [&] { sort(first, middle, room, !there); };
    const auto right = [&] { sort(middle, last, room + half, !there); };
    if (size > k_sorted_alone) {
      parallel_invoke(left, right);
    } else {
      left(), right();
    }
    if (there) {
      merge(part<It>{first, middle}, part<It>{middle, last}, room);
    } else {
      merge(part<T*>{room, room + half}, part<T*>{room + half, room + size}, first);
    }
  }

 private:
  static constexpr std::ptrdiff_t k_inserted = 24;  // below that insertion is as fast as merging

  template <class From>
  struct part {
    From first;
    From last;
  };

  void insert_each(It first, It last) {
    for (It at = first; at != last; ++at) {
      T value = std::move(*at);
      It hole = at;
      for (; hole != first && std::invoke(less, value, *(hole - 1)); --hole) *hole = std::move(*(hole - 1));
      *hole = std::move(value);
    }
  }

  /// Merges two sorted parts: the larger one is cut in the middle, the other where that belongs.
  template <class From, class To>
  void merge(part<From> left, part<From> right, To to) {
    const auto lefts = left.last - left.first;
    const auto rights = right.last - right.first;
    if (lefts + rights <= 2 * k_sorted_alone) {
      std::merge(std::make_move_iterator(left.first), std::make_move_iterator(left.last),
                 std::make_move_iterator(right.first), std::make_move_iterator(right.last), to, std::ref(less));
      return;
    }
    From cut_left = left.first + lefts / 2;
    From cut_right = right.first + rights / 2;
    if (lefts >= rights) {
      cut_right = std::lower_bound(right.first, right.last, *cut_left, std::ref(less));
    } else {
      cut_left = std::upper_bound(left.first, left.last, *cut_right, std::ref(less));
    }
    const To cut = to + ((cut_left - left.first) + (cut_right - right.first));
    parallel_invoke([&] { merge(part<From>{left.first, cut_left}, part<From>{right.first, cut_right}, to); },
                    [&] { merge(part<From>{cut_left, left.last}, part<From>{cut_right, right.last}, cut); });
  }
};

template <class It, class Less>
void stable_sort(It first, It last, Less& less) {
  using T = std::iter_value_t<It>;
  const auto size = last - first;
  if (size < 2) return;
  static_assert(std::default_initializable<T>,
                "parallel_stable_sort makes room for elements by their default constructor");
  const auto room = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size));
  merge_sort<It, Less>{less}.sort(first, last, room.get(), false);
}

}  // namespace detail

/// Sorts the elements [first, last). @param less  whether an element comes before another; several threads call it
template <std::random_access_iterator It, class Less = std::less<>>
  requires std::sortable<It, Less>
void parallel_sort(It first, It last, Less less = {}) {
  detail::sort(first, last, less);
}
/// Sorts an array, a vector, a span.
template <detail::element_range R, class Less = std::less<>>
  requires std::sortable<std::ranges::iterator_t<R>, Less>
void parallel_sort(R&& range, Less less = {}) {
  const auto first = std::ranges::begin(range);
  detail::sort(first, first + static_cast<std::ranges::range_difference_t<R>>(std::ranges::size(range)), less);
}

/// The same; equal elements keep their order. If a comparison throws, or a move, elements may be lost.
template <std::random_access_iterator It, class Less = std::less<>>
  requires std::sortable<It, Less>
void parallel_stable_sort(It first, It last, Less less = {}) {
  detail::stable_sort(first, last, less);
}
/// Sorts an array, a vector, a span; equal elements keep their order.
template <detail::element_range R, class Less = std::less<>>
  requires std::sortable<std::ranges::iterator_t<R>, Less>
void parallel_stable_sort(R&& range, Less less = {}) {
  const auto first = std::ranges::begin(range);
  detail::stable_sort(first, first + static_cast<std::ranges::range_difference_t<R>>(std::ranges::size(range)), less);
}

}  // namespace heddle

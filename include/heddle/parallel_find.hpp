// heddle/parallel_find.hpp: searches, counts, the least and the largest element.
//
//     auto bad = heddle::parallel_find_if(cells, [](const Cell& cell) { return cell.mass < 0; });
//     if (bad != cells.end()) …
//     auto many = heddle::parallel_count_if(cells, is_border);
//
// The results are those of the standard's algorithms: the first that fits, the first of several least ones. A search
// ends soon after something was found: elements in front of it are looked at, those behind it no more. Threads,
// exceptions and options: as in parallel_for.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

#include "detail/joined_values.hpp"
#include "detail/loop_run.hpp"
#include "loop_over.hpp"

namespace heddle {

namespace detail {

/// The number of the first iteration that fits; as many as there are when none does.
template <class Source, class Fits>
std::uint64_t first_that(const Source& source, const loop_options& options, Fits& fits) {
  constexpr std::uint64_t k_looks = 1024;  // between two looks at what others have found: some 100 ns
  std::atomic<std::uint64_t> found{source.trips()};
  run_loop(source.trips(), options, [&](share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);) {
      for (std::uint64_t from = block.first; from < block.last; from += k_looks) {
        // order: relaxed (all) — a number, and nothing else; the loop's end publishes it.
        if (from >= found.load(std::memory_order_relaxed)) break;
        const auto piece = source.piece(from, std::min(block.last, from + k_looks));
        std::uint64_t number = from;
        auto at = piece.first;
        while (at != piece.last && !std::invoke(fits, value_at(at))) ++at, ++number;
        if (at == piece.last) continue;
        // order: relaxed (all) — as above.
        for (std::uint64_t before = found.load(std::memory_order_relaxed); number < before;)
          if (found.compare_exchange_weak(before, number, std::memory_order_relaxed)) break;
        break;
      }
    }
  });
  // order: relaxed — the loop is over.
  return found.load(std::memory_order_relaxed);
}

/// The place of a number.
template <class Source>
auto place_at(const Source& source, std::uint64_t number) {
  return source.piece(number, number).first;
}

/// The number of the best element; of several as good ones, of the first.
/// @param better  (element, element): whether the first is better than the second
template <class Source, class Better>
std::uint64_t best_of(const Source& source, const loop_options& options, Better& better) {
  const auto over = [&](std::uint64_t one, std::uint64_t other) {
    const auto left = place_at(source, std::min(one, other));
    const auto right = place_at(source, std::max(one, other));
    return std::invoke(better, value_at(right), value_at(left)) ? std::max(one, other) : std::min(one, other);
  };
  joined_values<std::uint64_t> best;
  run_loop(source.trips(), options, [&](share_blocks& blocks) {
    std::uint64_t own = source.trips();
    for (heddle_block block; blocks.next(block);) {
      const auto piece = source.piece(block.first, block.last);
      auto leader = piece.first;
      std::uint64_t leads = block.first;
      std::uint64_t number = block.first + 1;
      auto at = piece.first;
      for (++at; at != piece.last; ++at, ++number)
        if (std::invoke(better, value_at(at), value_at(leader))) leader = at, leads = number;
      own = own == source.trips() ? leads : over(own, leads);
    }
    if (own != source.trips()) best.add(std::move(own), over);
  });
  return best.take().value_or(source.trips());
}

}  // namespace detail

/// The first element with fits(element), or the end. Of a range of indices: the index, or the range's end.
template <detail::loop_source R, class Fits>
auto parallel_find_if(R&& range, Fits fits, const loop_options& options = {}) {
  const auto source = detail::source_of(range);
  return detail::place_at(source, detail::first_that(source, detail::options_of(range, options), fits));
}
/// The first element that equals `value`, or the end.
template <detail::loop_source R, class T>
auto parallel_find(R&& range, const T& value, const loop_options& options = {}) {
  return parallel_find_if(range, [&value](const auto& element) { return element == value; }, options);
}
/// Whether fits(element) for one at least.
template <detail::loop_source R, class Fits>
bool parallel_any_of(R&& range, Fits fits, const loop_options& options = {}) {
  const auto source = detail::source_of(range);
  return detail::first_that(source, detail::options_of(range, options), fits) != source.trips();
}
/// Whether fits(element) for each.
template <detail::loop_source R, class Fits>
bool parallel_all_of(R&& range, Fits fits, const loop_options& options = {}) {
  return !parallel_any_of(range, std::not_fn(std::ref(fits)), options);
}
/// Whether fits(element) for none.
template <detail::loop_source R, class Fits>
bool parallel_none_of(R&& range, Fits fits, const loop_options& options = {}) {
  return !parallel_any_of(range, std::ref(fits), options);
}

/// How many elements have fits(element).
template <detail::loop_source R, class Fits>
std::ptrdiff_t parallel_count_if(R&& range, Fits fits, const loop_options& options = {}) {
  const auto source = detail::source_of(range);
  std::atomic<std::ptrdiff_t> total{0};
  detail::run_loop(source.trips(), detail::options_of(range, options), [&](detail::share_blocks& blocks) {
    std::ptrdiff_t count = 0;
    for (heddle_block block; blocks.next(block);) {
      const auto piece = source.piece(block.first, block.last);
      for (auto at = piece.first; at != piece.last; ++at)
        if (std::invoke(fits, detail::value_at(at))) ++count;
    }
    // order: relaxed — once a thread; the loop's end publishes it.
    total.fetch_add(count, std::memory_order_relaxed);
  });
  return total.load(std::memory_order_relaxed);
}
/// How many elements equal `value`.
template <detail::loop_source R, class T>
std::ptrdiff_t parallel_count(R&& range, const T& value, const loop_options& options = {}) {
  return parallel_count_if(range, [&value](const auto& element) { return element == value; }, options);
}

/// The first of the least elements, or the end of nothing. @param less  whether an element is less than another
template <detail::loop_source R, class Less = std::less<>>
auto parallel_min_element(R&& range, Less less = {}, const loop_options& options = {}) {
  const auto source = detail::source_of(range);
  return detail::place_at(source, detail::best_of(source, detail::options_of(range, options), less));
}
/// The first of the largest elements, or the end of nothing.
template <detail::loop_source R, class Less = std::less<>>
auto parallel_max_element(R&& range, Less less = {}, const loop_options& options = {}) {
  const auto source = detail::source_of(range);
  const auto greater = [&less](const auto& one, const auto& other) { return std::invoke(less, other, one); };
  return detail::place_at(source, detail::best_of(source, detail::options_of(range, options), greater));
}

}  // namespace heddle

// heddle/parallel_scan.hpp: prefix sums, and the like with another join.
//
//     heddle::parallel_inclusive_scan(counts, ends, heddle::sum<int>());      // ends[i] = counts[0] + … + counts[i]
//     heddle::parallel_exclusive_scan(counts, starts.begin(), heddle::sum<int>());  // without counts[i] itself
//     heddle::parallel_transform_exclusive_scan(text, places, heddle::sum<int>(), [](char c) { return c == ' '; });
//
// Two passes over fixed blocks: each is summed, then written with what comes before it. So the input is read twice,
// join is called twice for each element, and the result has the same bits for any number of threads. The output may be
// the input. Threads, exceptions and options: as in parallel_for.hpp; after an exception the output is partly written.
#pragma once

#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <utility>

#include "detail/bodies.hpp"
#include "detail/fixed_blocks.hpp"
#include "detail/output.hpp"
#include "loop_over.hpp"
#include "parallel_reduce.hpp"

namespace heddle {

namespace detail {

enum class scan_kind { inclusive, exclusive };

/// How a scan joins, what it makes of an element before, and what comes before the first.
template <class T, class Join, class Transform>
struct scanning {
  Join& join;
  Transform& transform;
  std::optional<T> start;  // none: the first result of an inclusive scan is the first element
};

template <class T, class Join, class Transform, class Place>
T sum_of(const scanning<T, Join, Transform>& what, const block<Place>& piece) {
  Place at = piece.first;
  T value(std::invoke(what.transform, value_at(at)));
  for (++at; at != piece.last; ++at)
    value = std::invoke(what.join, std::move(value), std::invoke(what.transform, value_at(at)));
  return value;
}

/// The results of a block. @param before  what comes before it
template <scan_kind Kind, class T, class Join, class Transform, class Place, class Out>
void write_scanned(const scanning<T, Join, Transform>& what, std::optional<T> before, const block<Place>& piece,
                   Out to) {
  Place at = piece.first;
  if (Kind == scan_kind::inclusive && !before) {
    before.emplace(std::invoke(what.transform, value_at(at)));
    *to++ = *before;
    ++at;
  }
  T value = std::move(*before);
  for (; at != piece.last; ++at, ++to) {
    // Read before it is overwritten, where the output is the input.
    T after = std::invoke(what.join, Kind == scan_kind::inclusive ? std::move(value) : value,
                          std::invoke(what.transform, value_at(at)));
    if constexpr (Kind == scan_kind::inclusive) {
      value = std::move(after);
      *to = value;
    } else {
      *to = std::exchange(value, std::move(after));
    }
  }
}

template <scan_kind Kind, class T, class Join, class Transform, class Source, class Out>
void scan(const Source& in, Out out, const scanning<T, Join, Transform>& what, const loop_options& options) {
  const fixed_blocks blocks(in.trips());
  if (blocks.count() == 0) return;
  const auto piece = [&](std::uint64_t number) { return in.piece(blocks.first(number), blocks.last(number)); };
  std::vector<partial<std::optional<T>>> befores(blocks.count());
  befores[0].value = what.start;
  for_each_block(blocks, options, [&](std::uint64_t number) {
    if (number + 1 != blocks.count()) befores[number + 1].value.emplace(sum_of(what, piece(number)));
  });
  for (std::uint64_t number = 1; number < blocks.count(); ++number) {
    std::optional<T>& own = befores[number].value;
    if (const std::optional<T>& one = befores[number - 1].value)
      own.emplace(std::invoke(what.join, *one, std::move(*own)));
  }
  for_each_block(blocks, options, [&](std::uint64_t number) {
    Out to = out + static_cast<std::iter_difference_t<Out>>(blocks.first(number));
    write_scanned<Kind>(what, std::move(befores[number].value), piece(number), to);
  });
}

template <scan_kind Kind, class In, class Out, class Reduction, class Transform>
void scan_with(const loop_over<In>& in, Out&& out, const Reduction& how, Transform transform) {
  using T = typename Reduction::value_type;
  const scanning<T, decltype((how.join)), Transform> what{how.join, transform, how.identity};
  scan<Kind>(in.source(), begin_of(out, in.source().trips()), what, in.options());
}

/// The source with the options of a call.
template <loop_source In>
auto with_options(In&& in, const loop_options& options) {
  return loop_over(source_of(in), options_of(in, options));
}

}  // namespace detail

/// out[i] = identity joined with in[0] … in[i]. `out` is a range, or an iterator with room for all.
template <detail::loop_source In, class Out, detail::reduction_like Reduction>
void parallel_inclusive_scan(In&& in, Out&& out, const Reduction& how, const loop_options& options = {}) {
  detail::scan_with<detail::scan_kind::inclusive>(detail::with_options(in, options), out, how, std::identity{});
}

/// out[i] = identity joined with in[0] … in[i - 1]; out[0] is the identity.
template <detail::loop_source In, class Out, detail::reduction_like Reduction>
void parallel_exclusive_scan(In&& in, Out&& out, const Reduction& how, const loop_options& options = {}) {
  detail::scan_with<detail::scan_kind::exclusive>(detail::with_options(in, options), out, how, std::identity{});
}

/// out[i] = identity joined with transform(in[0]) … transform(in[i]); each is called twice. Options: loop_over.
template <detail::loop_source In, class Out, detail::reduction_like Reduction, class Transform>
void parallel_transform_inclusive_scan(In&& in, Out&& out, const Reduction& how, Transform transform) {
  detail::scan_with<detail::scan_kind::inclusive>(detail::with_options(in, {}), out, how, std::move(transform));
}

/// out[i] = identity joined with transform(in[0]) … transform(in[i - 1]); each is called twice. Options: loop_over.
template <detail::loop_source In, class Out, detail::reduction_like Reduction, class Transform>
void parallel_transform_exclusive_scan(In&& in, Out&& out, const Reduction& how, Transform transform) {
  detail::scan_with<detail::scan_kind::exclusive>(detail::with_options(in, {}), out, how, std::move(transform));
}

}  // namespace heddle

// heddle/parallel_transform.hpp: a function of each element, written to another place.
//
//     heddle::parallel_transform(words, lengths, [](const std::string& word) { return word.size(); });
//     heddle::parallel_transform(a, b, sums, std::plus<>());
//
// The output is a range, or an iterator with room for all, and may be the input. Threads, exceptions and options: as in
// parallel_for.hpp; after an exception the output is partly written.
#pragma once

#include <functional>
#include <iterator>
#include <utility>

#include "detail/loop_run.hpp"
#include "detail/output.hpp"
#include "loop_over.hpp"

namespace heddle {

namespace detail {

/// to[i] = transform(from[i]) for a block of iterations.
template <class Source, class Out, class Transform>
void transform_block(const Source& from, Out to, Transform& transform, const heddle_block& block) {
  const auto piece = from.piece(block.first, block.last);
  Out written = to + static_cast<std::iter_difference_t<Out>>(block.first);
  for (auto at = piece.first; at != piece.last; ++at, ++written) *written = std::invoke(transform, value_at(at));
}

}  // namespace detail

/// out[i] = transform(in[i]). @param in  elements, or a range of indices
template <detail::loop_source In, class Out, class Transform>
  requires std::invocable<Transform&, detail::element_of<In>>
void parallel_transform(In&& in, Out&& out, Transform transform, const loop_options& options = {}) {
  const auto source = detail::source_of(in);
  const auto to = detail::begin_of(out, source.trips());
  detail::run_loop(source.trips(), detail::options_of(in, options), [&](detail::share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);) detail::transform_block(source, to, transform, block);
  });
}

/// out[i] = join(left[i], right[i]); as many as `left` has. Options: loop_over(left, {…}).
template <detail::loop_source Left, class Right, class Out, class Join>
  requires(!std::is_convertible_v<Join, const loop_options&>)
void parallel_transform(Left&& left, Right&& right, Out&& out, Join join) {
  const auto source = detail::source_of(left);
  const auto other = detail::begin_of(right, source.trips());
  const auto to = detail::begin_of(out, source.trips());
  detail::run_loop(source.trips(), detail::options_of(left, {}), [&](detail::share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);) {
      const auto piece = source.piece(block.first, block.last);
      auto with = other + static_cast<std::iter_difference_t<decltype(other)>>(block.first);
      auto written = to + static_cast<std::iter_difference_t<decltype(to)>>(block.first);
      for (auto at = piece.first; at != piece.last; ++at, ++with, ++written)
        *written = std::invoke(join, detail::value_at(at), *with);
    }
  });
}

}  // namespace heddle

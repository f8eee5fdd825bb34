// heddle/parallel_for.hpp: loops whose iterations do not depend on each other.
//
// The body is called once for each index, on several threads, in any order; it is shared by them, not copied. It takes
// an index, or a heddle::block of them for a loop of its own, which the compiler can then vectorise. The call returns
// when all iterations are over. Any thread may call, also inside bodies of loops, tasks and OpenMP regions.
//
// What a body throws ends the loop: iterations that others have begun are finished, no further block is begun, and the
// exception comes out of the call, once. If several bodies throw, the others' exceptions are dropped.
#pragma once

#include "detail/bodies.hpp"
#include "detail/loop_run.hpp"
#include "loop_over.hpp"

namespace heddle {

/// for (i = first; i < last; ++i) body(i), for a range(first, last). Throws bad_option.
template <loop_index T, class Body>
void parallel_for(const range<T>& range, Body&& body, const loop_options& options = {}) {
  detail::run_loop(range.trips(), options, [&](detail::share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);) detail::call(body, range.piece(block.first, block.last));
  });
}

/// The same with a step, for a strided_range(first, last, step).
template <loop_index T, class Body>
void parallel_for(const strided_range<T>& range, Body&& body, const loop_options& options = {}) {
  static_assert(std::invocable<Body&, T>, "the body of a loop with a step takes an index");
  detail::run_loop(range.trips(), options, [&](detail::share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);)
      for (std::uint64_t number = block.first; number != block.last; ++number) std::invoke(body, range.at(number));
  });
}

/// Two and three dimensions: body(i, j) or body(block2), body(i, j, k) or body(block3).
template <class Grid, class Body>
  requires requires { typename Grid::piece_type; }
void parallel_for(const Grid& range, Body&& body, const loop_options& options = {}) {
  detail::run_loop(range.trips(), options, [&](detail::share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);)
      for (std::uint64_t number = block.first; number != block.last; ++number) detail::call(body, range.tile(number));
  });
}

/// The elements of an array, a vector, a span, a view: body(element) or body(block<iterator>).
template <detail::element_range R, class Body>
void parallel_for(R&& range, Body&& body, const loop_options& options = {}) {
  const auto elements = detail::elements_of(range);
  detail::run_loop(elements.trips(), options, [&](detail::share_blocks& blocks) {
    for (heddle_block block; blocks.next(block);) detail::call(body, elements.piece(block.first, block.last));
  });
}

/// What a loop_over says.
template <class Source, class Body>
void parallel_for(const loop_over<Source>& loop, Body&& body) {
  if constexpr (requires { detail::value_at(loop.source().piece(0, 0).first); }) {
    detail::run_loop(loop.source().trips(), loop.options(), [&](detail::share_blocks& blocks) {
      for (heddle_block block; blocks.next(block);) detail::call(body, loop.source().piece(block.first, block.last));
    });
  } else {
    parallel_for(loop.source(), body, loop.options());
  }
}

/// parallel_for(0, n, [&](int i) { … })
template <loop_index First, loop_index Last, class Body>
void parallel_for(First first, Last last, Body&& body, const loop_options& options = {}) {
  parallel_for(range(first, last), body, options);
}

/// parallel_for(n - 1, -1, -1, [&](int i) { … }); with options: parallel_for(strided_range(n - 1, -1, -1), body,
/// options)
template <loop_index First, loop_index Last, loop_index Step, class Body>
void parallel_for(First first, Last last, Step step, Body&& body) {
  parallel_for(strided_range(first, last, step), body);
}

/// parallel_for(v.begin(), v.end(), [&](double& x) { … })
template <std::random_access_iterator It, class Body>
void parallel_for(It first, It last, Body&& body, const loop_options& options = {}) {
  parallel_for(std::ranges::subrange(first, last), body, options);
}

}  // namespace heddle

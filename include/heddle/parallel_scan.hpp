// heddle/parallel_scan.hpp: prefix sums, and the like with another join.
//
//     heddle::parallel_inclusive_scan(counts, ends, heddle::sum<int>());      // ends[i] = counts[0] + … + counts[i]
//     heddle::parallel_exclusive_scan(counts, starts.begin(), heddle::sum<int>());  // without counts[i] itself
//
// Two passes over fixed blocks: each is summed, then written with what comes before it. So the input is read twice,
// join is called twice for each element, and the result has the same bits for any number of threads. The output may be
// the input. Threads, exceptions and options: as in parallel_for.hpp; after an exception the output is partly written.
#pragma once

#include <iterator>
#include <optional>
#include <ranges>
#include <utility>

#include "detail/bodies.hpp"
#include "detail/fixed_blocks.hpp"
#include "parallel_reduce.hpp"

namespace heddle {

namespace detail {

enum class scan_kind { inclusive, exclusive };

/// One element's result; `before` becomes what comes before the next.
template <scan_kind Kind, class Reduction, class T, class Value>
T scanned(const Reduction& how, T& before, const Value& element) {
  if constexpr (Kind == scan_kind::inclusive) {
    before = how.join(std::move(before), element);
    return before;
  } else {
    T after = how.join(before, element);  // read before it is overwritten, where the output is the input
    return std::exchange(before, std::move(after));
  }
}

template <class Reduction, class It>
auto sum_of(const Reduction& how, const block<It>& piece) {
  typename Reduction::value_type value(*piece.first);
  for (It at = piece.first + 1; at != piece.last; ++at) value = how.join(std::move(value), *at);
  return value;
}

template <scan_kind Kind, class In, class Out, class Reduction>
void scan(const elements<In>& in, Out out, const Reduction& how, const loop_options& options) {
  using T = typename Reduction::value_type;
  const fixed_blocks blocks(in.trips());
  if (blocks.count() == 0) return;
  const auto piece = [&](std::uint64_t number) { return in.piece(blocks.first(number), blocks.last(number)); };
  std::vector<partial<T>> befores(blocks.count(), partial<T>{how.identity});
  for_each_block(blocks, options, [&](std::uint64_t number) {
    if (number + 1 != blocks.count()) befores[number + 1].value = sum_of(how, piece(number));
  });
  for (std::uint64_t number = 1; number < blocks.count(); ++number)
    befores[number].value = how.join(befores[number - 1].value, std::move(befores[number].value));
  for_each_block(blocks, options, [&](std::uint64_t number) {
    T before = std::move(befores[number].value);
    Out to = out + static_cast<std::iter_difference_t<Out>>(blocks.first(number));
    for (auto&& element : piece(number)) *to++ = scanned<Kind>(how, before, element);
  });
}

/// Where the results go: an iterator, or a range that is long enough.
template <class Out>
auto begin_of(Out&& out, std::uint64_t trips) {
  if constexpr (element_range<Out>) {
    if (std::ranges::size(out) < trips) throw bad_range("the output of a scan is shorter than its input");
    return std::ranges::begin(out);
  } else {
    static_assert(std::random_access_iterator<std::remove_cvref_t<Out>>,
                  "the output of a scan: a range or an iterator");
    return out;
  }
}

}  // namespace detail

/// out[i] = identity joined with in[0] … in[i]. `out` is a range, or an iterator with room for all.
template <detail::element_range In, class Out, detail::reduction_like Reduction>
void parallel_inclusive_scan(In&& in, Out&& out, const Reduction& how, const loop_options& options = {}) {
  const auto elements = detail::elements_of(in);
  detail::scan<detail::scan_kind::inclusive>(elements, detail::begin_of(out, elements.trips()), how, options);
}

/// out[i] = identity joined with in[0] … in[i - 1]; out[0] is the identity.
template <detail::element_range In, class Out, detail::reduction_like Reduction>
void parallel_exclusive_scan(In&& in, Out&& out, const Reduction& how, const loop_options& options = {}) {
  const auto elements = detail::elements_of(in);
  detail::scan<detail::scan_kind::exclusive>(elements, detail::begin_of(out, elements.trips()), how, options);
}

}  // namespace heddle

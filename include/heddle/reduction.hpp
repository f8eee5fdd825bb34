// heddle/reduction.hpp: what parallel_reduce and the scans combine values with.
#pragma once

#include <functional>
#include <limits>
#include <utility>

namespace heddle {

/// Whether the result may depend on who ran what (in the last bits of a floating-point sum, say).
enum class reduction_order { any, fixed };

/// An identity and a function that joins two values: reduction(Box{}, [](Box a, const Box& b) { return a.merge(b); }).
/// join(identity, x) must be x; join must be associative and, unless `fixed`, commutative; and callable by several
/// threads at once.
template <class T, class Join, reduction_order Order = reduction_order::any>
struct reduction {
  using value_type = T;                            ///< what is joined
  static constexpr reduction_order order = Order;  ///< any, unless made by deterministic()

  T identity;  ///< what every partial value starts from
  Join join;   ///< T join(T, const T&)
};
/// reduction(identity, join)
template <class T, class Join>
reduction(T, Join) -> reduction<T, Join>;

/// The same, with the same bits for any number of threads, and any schedule: partial results are those of fixed blocks,
/// joined in a fixed order. Costs a copy of the identity and a join for each of up to 1,024 blocks.
template <class T, class Join, reduction_order Order>
constexpr reduction<T, Join, reduction_order::fixed> deterministic(reduction<T, Join, Order> what) {
  return {std::move(what.identity), std::move(what.join)};
}

/// a + b, from 0.
template <class T>
constexpr auto sum() {
  return reduction{T{0}, std::plus<T>{}};
}
/// a * b, from 1.
template <class T>
constexpr auto product() {
  return reduction{T{1}, std::multiplies<T>{}};
}
/// The least value; for no iterations the largest there is.
template <class T>
constexpr auto minimum() {
  using limits = std::numeric_limits<T>;
  return reduction{limits::has_infinity ? limits::infinity() : limits::max(),
                   [](const T& a, const T& b) { return b < a ? b : a; }};
}
/// The largest value; for no iterations the least there is.
template <class T>
constexpr auto maximum() {
  using limits = std::numeric_limits<T>;
  return reduction{limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::lowest(),
                   [](const T& a, const T& b) { return a < b ? b : a; }};
}

}  // namespace heddle

// heddle/ocr/signature.hpp: how the arguments of spawn() fit the parameters of a function. Part of heddle/ocr.hpp.
//
// An argument is a value, which goes into the EDT's parameters, or has a slot. Each has one parameter of the function
// but after(), which has none.
#pragma once

#include <tuple>

#include "access.hpp"

namespace heddle::ocr::detail {

/// One function, not a template: its result and parameters.
template <class F>
struct signature : signature<decltype(&F::operator())> {};
template <class R, class... P>
struct signature<R (*)(P...)> {
  using result = R;
  using parameters = std::tuple<P...>;
};
template <class R, class... P>
struct signature<R (*)(P...) noexcept> : signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct signature<R (C::*)(P...) const> : signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct signature<R (C::*)(P...) const noexcept> : signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct signature<R (C::*)(P...)> : signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct signature<R (C::*)(P...) noexcept> : signature<R (*)(P...)> {};

template <class F>
concept one_function = std::is_function_v<std::remove_pointer_t<F>> || requires { &F::operator(); };

/// What kind of argument A is; `of` T.
enum class kind { value, access, future, order };
template <class A>
struct argument {
  static constexpr detail::kind kind = detail::kind::value;
};
template <class T, ocrDbAccessMode_t mode, bool owns>
struct argument<access<T, mode, owns>> {
  static constexpr detail::kind kind = detail::kind::access;
};
template <class T>
struct argument<future<T>> {
  static constexpr detail::kind kind = detail::kind::future;
};
template <>
struct argument<order> {
  static constexpr detail::kind kind = detail::kind::order;
};

template <class A>
inline constexpr detail::kind kind_of = argument<std::remove_cvref_t<A>>::kind;
template <class A>
inline constexpr bool has_slot = kind_of<A> != kind::value;
template <class A>
inline constexpr bool has_parameter = kind_of<A> != kind::order;

/// What an element of a block of T is called in a parameter P; void where P is no such parameter.
template <class P>
struct block_parameter {
  using element = void;
};
template <class E>
struct block_parameter<E&> {
  using element = E;
  static constexpr bool one = true;
};
template <class E>
struct block_parameter<E*> {
  using element = E;
  static constexpr bool one = false;
};
template <class E>
struct block_parameter<std::span<E>> {
  using element = E;
  static constexpr bool one = false;
};
template <class E>
struct block_parameter<block<E>> {
  using element = std::remove_extent_t<E>;
  static constexpr bool one = !std::is_array_v<E>;
};

/// Why an argument does not fit its parameter.
enum class misfit { none, value, not_bytes, changes, copied_future, reads_only, type };

template <class P, class T, bool reads>
constexpr misfit misfit_of_block() {
  if constexpr (std::is_same_v<P, id<T>>) {
    return misfit::none;
  } else {
    using E = typename block_parameter<P>::element;
    if constexpr (!std::is_same_v<std::remove_cv_t<E>, std::remove_extent_t<T>>) {
      return misfit::type;
    } else if constexpr (block_parameter<P>::one && std::is_array_v<T>) {
      return misfit::type;
    } else {
      return reads && !std::is_const_v<E> ? misfit::reads_only : misfit::none;
    }
  }
}

template <class P, class A>
constexpr misfit misfit_of() {
  using Plain = std::remove_cvref_t<A>;
  using Stored = std::remove_cvref_t<P>;
  if constexpr (kind_of<A> == kind::access) {
    return misfit_of_block<P, typename Plain::content, Plain::reads>();
  } else if constexpr (kind_of<A> == kind::future) {
    using T = typename Plain::value_type;
    if constexpr (std::is_lvalue_reference_v<A>) {
      return misfit::copied_future;
    } else if constexpr (std::is_void_v<T> || is_block<T>) {
      return misfit::type;
    } else {
      return std::is_convertible_v<const T&, P> ? misfit::none : misfit::type;
    }
  } else if constexpr (!bytes<Stored>) {
    return misfit::not_bytes;
  } else if constexpr (std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>) {
    return misfit::changes;
  } else {
    return std::is_convertible_v<A, Stored> ? misfit::none : misfit::value;
  }
}

/// Which argument has the parameter of that index.
template <class... A>
constexpr std::size_t argument_of(std::size_t parameter) {
  const std::array<bool, sizeof...(A) + 1> has{has_parameter<A>...};
  std::size_t at = 0;
  for (std::size_t seen = 0; at < sizeof...(A); ++at)
    if (has[at] && seen++ == parameter) break;
  return at;
}

/// The parameter that the argument of that index has.
template <class... A>
constexpr std::size_t parameter_of(std::size_t argument) {
  const std::array<bool, sizeof...(A) + 1> has{has_parameter<A>...};
  std::size_t count = 0;
  for (std::size_t at = 0; at < argument; ++at) count += has[at] ? 1 : 0;
  return count;
}

template <class... A>
inline constexpr std::size_t parameters_wanted = (std::size_t{0} + ... + (has_parameter<A> ? 1 : 0));
template <class... A>
inline constexpr u32 slots_wanted = (u32{0} + ... + (has_slot<A> ? 1 : 0));

/// The first misfit of all arguments.
template <class Parameters, class... A>
constexpr misfit first_misfit() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    const std::array<misfit, sizeof...(I) + 1> all{
        misfit_of<std::tuple_element_t<I, Parameters>,
                  std::tuple_element_t<argument_of<A...>(I), std::tuple<A...>>>()...};
    for (const misfit each : all)
      if (each != misfit::none) return each;
    return misfit::none;
  }(std::make_index_sequence<std::tuple_size_v<Parameters>>{});
}

/// 64-bit words that a value takes among an EDT's parameters.
template <class T>
inline constexpr std::size_t words_of = (sizeof(T) + 7) / 8;

}  // namespace heddle::ocr::detail

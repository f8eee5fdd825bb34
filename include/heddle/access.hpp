// heddle/access.hpp: what a task says of a piece of data.
//
//     in(x)           reads x: after the last task that wrote it
//     out(x)          writes x: after all earlier tasks that access it
//     inout(x)        reads and writes: as out(x)
//     concurrent(x)   writes beside other tasks that say concurrent(x): they see to it themselves (atomics)
//     commutative(x)  reads and writes in any order with other tasks that say commutative(x), one at a time
//
//     weak(a)         the task only hands it on: tasks that it makes access it so. It is over when they are
//     near(a)         the task had better run where this piece was written last
//
// x is a variable or an element, a[i]; two accesses meet when they name the same one. A std::span names a range of
// bytes: see the function that takes the access for what that means. A temporary cannot be named. A pointer is named
// by what it points to, *p, or by itself(p). All of this is C++17, but spans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "access.h"

namespace heddle {

/// What a task says of a piece of data; the functions below make it.
struct access {
  heddle_access data;     ///< the piece, and what is done with it
  bool is_range = false;  ///< several elements, by a span
};

namespace detail {

/// What stands for other bytes than its own: it may be a temporary.
template <class T>
inline constexpr bool is_name = false;

/// What is easily taken for the data that it leads to.
template <class T>
inline constexpr bool is_handle = std::is_pointer_v<T>;
template <class T, class Deleter>
inline constexpr bool is_handle<std::unique_ptr<T, Deleter>> = true;
template <class T>
inline constexpr bool is_handle<std::shared_ptr<T>> = true;

template <class T>
struct itself {
  T* object;
};
template <class T>
inline constexpr bool is_name<itself<T>> = true;

template <class T>
access access_of(const T& object, heddle_access_mode mode) noexcept {
  static_assert(!is_handle<T>,
                "an access to a pointer p: write *p for what it points to, or heddle::itself(p) for the pointer");
  return {{std::addressof(object), sizeof(T), static_cast<std::uint32_t>(mode)}, false};
}
template <class T>
access access_of(const itself<T>& named, heddle_access_mode mode) noexcept {
  return {{std::addressof(*named.object), sizeof(T), static_cast<std::uint32_t>(mode)}, false};
}

}  // namespace detail

#if __cplusplus >= 202002L
namespace detail {
template <class T, std::size_t n>
inline constexpr bool is_name<std::span<T, n>> = true;
template <class T, std::size_t n>
access access_of(std::span<T, n> elements, heddle_access_mode mode) noexcept {
  return {{elements.data(), elements.size_bytes(), static_cast<std::uint32_t>(mode)}, true};
}
}  // namespace detail

/// The same for a range.
template <class T, std::size_t n>
access out(std::span<T, n>&& elements) noexcept {
  return detail::access_of(elements, HEDDLE_OUT);
}
/// The same for a range.
template <class T, std::size_t n>
access inout(std::span<T, n>&& elements) noexcept {
  return detail::access_of(elements, HEDDLE_OUT);
}
/// The same for a range.
template <class T, std::size_t n>
access concurrent(std::span<T, n>&& elements) noexcept {
  return detail::access_of(elements, HEDDLE_CONCURRENT);
}
/// The same for a range.
template <class T, std::size_t n>
access commutative(std::span<T, n>&& elements) noexcept {
  return detail::access_of(elements, HEDDLE_COMMUTATIVE);
}
#endif

/// For in(itself(p)): the pointer p is the piece of data, and not what it points to.
template <class T>
detail::itself<T> itself(T& object) noexcept {
  return {std::addressof(object)};
}

/// Reads it: after the last task that wrote it.
template <class T>
access in(const T& object) noexcept {
  return detail::access_of(object, HEDDLE_IN);
}
/// Not of a temporary: when the task is made it is gone.
template <class T, class = std::enable_if_t<!detail::is_name<std::remove_cv_t<T>>>>
access in(const T&& /*temporary*/) noexcept {
  static_assert(!std::is_object_v<T>,
                "in(x) of a temporary: it is gone when the task runs; name the object itself, or a std::span of it");
  return {};
}
/// Writes it: after all earlier tasks that access it.
template <class T>
access out(T& object) noexcept {
  return detail::access_of(object, HEDDLE_OUT);
}
/// Reads and writes it: as out().
template <class T>
access inout(T& object) noexcept {
  return detail::access_of(object, HEDDLE_OUT);
}
/// Writes it beside other tasks that say so.
template <class T>
access concurrent(T& object) noexcept {
  return detail::access_of(object, HEDDLE_CONCURRENT);
}
/// Reads and writes it, one at a time, in any order with others that say so.
template <class T>
access commutative(T& object) noexcept {
  return detail::access_of(object, HEDDLE_COMMUTATIVE);
}
/// The same for a pointer that is itself the piece of data.
template <class T>
access out(detail::itself<T>&& named) noexcept {
  return detail::access_of(named, HEDDLE_OUT);
}
/// The same for a pointer that is itself the piece of data.
template <class T>
access inout(detail::itself<T>&& named) noexcept {
  return detail::access_of(named, HEDDLE_OUT);
}
/// The same for a pointer that is itself the piece of data.
template <class T>
access concurrent(detail::itself<T>&& named) noexcept {
  return detail::access_of(named, HEDDLE_CONCURRENT);
}
/// The same for a pointer that is itself the piece of data.
template <class T>
access commutative(detail::itself<T>&& named) noexcept {
  return detail::access_of(named, HEDDLE_COMMUTATIVE);
}

/// Of spawn() only: the task itself does not touch the piece, but tasks that it makes do.
inline access weak(access named) noexcept {
  named.data.mode |= HEDDLE_WEAK;
  return named;
}

/// Of spawn() only: the task had better run on the worker that wrote this piece last. No more than a preference.
inline access near(access named) noexcept {
  named.data.mode |= HEDDLE_NEAR;
  return named;
}

}  // namespace heddle

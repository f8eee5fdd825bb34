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
// bytes: see the function that takes the access for what that means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "access.h"

namespace heddle {

/// What a task says of a piece of data; the functions below make it.
struct access {
  heddle_access data;     ///< the piece, and what is done with it
  bool is_range = false;  ///< several elements, by a span
};

namespace detail {

template <class T>
access access_of(const T& object, heddle_access_mode mode) noexcept {
  return {{&object, sizeof(T), static_cast<std::uint32_t>(mode)}, false};
}
template <class T, std::size_t n>
access access_of(std::span<T, n> elements, heddle_access_mode mode) noexcept {
  return {{elements.data(), elements.size_bytes(), static_cast<std::uint32_t>(mode)}, true};
}

}  // namespace detail

/// Reads it: after the last task that wrote it.
template <class T>
access in(const T& object) noexcept {
  return detail::access_of(object, HEDDLE_IN);
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

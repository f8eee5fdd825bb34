// heddle/plan_loop.hpp: what the chunks of a plan's loop say of arrays whose elements belong to its iterations.
//
//     in_chunk(u)      iteration i reads u[i]
//     in_chunk(u, 1)   iteration i reads u[i - 1], u[i] and u[i + 1]: a stencil
//     out_chunk(v)     iteration i writes v[i], and may read it
//
// u is a span, or rows(data, count, length) where an iteration works on a row of a matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "access.hpp"

namespace heddle {

/// A matrix as so many rows of `length` elements each, one behind the other.
template <class T>
struct rows {
  /// `so_many` rows of `elements` elements each, one behind the other.
  rows(T* first, std::size_t so_many, std::size_t elements) noexcept : data(first), count(so_many), length(elements) {}
  T* data;             ///< the first element
  std::size_t count;   ///< rows
  std::size_t length;  ///< elements in a row
};

/// for (i = first; i < last; ++i)
struct plan_iterations {
  std::int64_t first;  ///< the first
  std::int64_t last;   ///< one behind the last
};

/// How a loop is cut up.
struct plan_loop_options {
  std::int64_t chunk = 1;          ///< iterations that are one task
  std::uint32_t workers = 0;       ///< the loop's own number of workers; 0: wherever the plan places its tasks
  std::uint32_t first_worker = 0;  ///< of those
  const char* name = nullptr;      ///< for messages and print(), which add the chunk: "rows[32,64)"
};

/// Made by in_chunk() and the others.
struct chunk_access {
  const std::byte* data;      ///< the first element
  std::size_t element_bytes;  ///< of one iteration's element
  std::int64_t count;         ///< how many elements
  std::int64_t halo;          ///< elements beyond either end of the chunk
  heddle_access_mode mode;    ///< what is done with them

  /// Of iterations [first, last). What a halo would read beyond either end is left out.
  access of(std::int64_t first, std::int64_t last) const noexcept {
    const std::int64_t low = std::clamp<std::int64_t>(first - halo, 0, count);
    const std::int64_t high = std::clamp<std::int64_t>(last + halo, low, count);
    return {{data + static_cast<std::size_t>(low) * element_bytes, static_cast<std::size_t>(high - low) * element_bytes,
             static_cast<std::uint32_t>(mode)},
            true};
  }
};

namespace detail {

template <class T>
chunk_access chunk_of(std::span<T> elements, std::int64_t halo, heddle_access_mode mode) noexcept {
  return {reinterpret_cast<const std::byte*>(elements.data()), sizeof(T), static_cast<std::int64_t>(elements.size()),
          halo, mode};
}
template <class T>
chunk_access chunk_of(const rows<T>& all, std::int64_t halo, heddle_access_mode mode) noexcept {
  return {reinterpret_cast<const std::byte*>(all.data), sizeof(T) * all.length, static_cast<std::int64_t>(all.count),
          halo, mode};
}

template <class T>
rows<T> as_elements(const rows<T>& all) noexcept {
  return all;
}
template <class R>
auto as_elements(R& all) noexcept -> decltype(std::span(all)) {
  return std::span(all);
}

/// A range that a loop's chunk names by itself, whatever its iterations are.
inline access access_in(const access& whole, std::int64_t, std::int64_t) noexcept { return whole; }
inline access access_in(const chunk_access& part, std::int64_t first, std::int64_t last) noexcept {
  return part.of(first, last);
}

}  // namespace detail

/// The chunk's part of an array, read; with `halo` more elements at either end.
template <class R>
chunk_access in_chunk(const R& elements, std::int64_t halo = 0) noexcept {
  return detail::chunk_of(detail::as_elements(elements), halo, HEDDLE_IN);
}
/// The chunk's part of an array, written.
template <class R>
chunk_access out_chunk(const R& elements) noexcept {
  return detail::chunk_of(detail::as_elements(elements), 0, HEDDLE_OUT);
}
/// The same as out_chunk(), under the name of a clause that both reads and writes. Goes with the release after the
/// first.
template <class R>
chunk_access inout_chunk(const R& elements) noexcept {
  return out_chunk(elements);
}

}  // namespace heddle

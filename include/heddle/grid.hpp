// heddle/grid.hpp: ranges of two and three dimensions, cut into tiles.
//
//     heddle::parallel_for(heddle::range2({0, rows}, {0, columns}), [&](int i, int j) { … });
//     heddle::parallel_for(heddle::range2({0, rows}, {0, columns}).tiles(64, 256), [&](heddle::block2<int> tile) { …
//     });
#pragma once

#include <array>
#include <cstdint>

#include "range.hpp"

namespace heddle {

namespace detail {

/// @returns a x b; throws where that does not fit 64 bits
constexpr std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > UINT64_MAX / b) throw bad_range("the tiles of a range are more than fit 64 bits");
  return a * b;
}

/// Axes in order of how far apart neighbours lie: the last is the one to run through innermost.
template <loop_index T, std::size_t N>
class grid {
 public:
  constexpr grid(const std::array<range<T>, N>& axes, const std::array<std::uint64_t, N>& parts) noexcept
      : axes_(axes) {
    for (std::size_t axis = 0; axis < N; ++axis) {
      const std::uint64_t trips = axes[axis].trips();
      sides_[axis] = trips <= parts[axis] ? 1 : (trips - 1) / parts[axis] + 1;
    }
  }

  constexpr void set_sides(const std::array<std::uint64_t, N>& sides) {
    for (const std::uint64_t side : sides)
      if (side == 0) throw bad_range("a side of a tile is zero");
    sides_ = sides;
  }

  /// Tiles in all.
  constexpr std::uint64_t trips() const {
    std::uint64_t all = 1;
    for (std::size_t axis = 0; axis < N; ++axis) all = product(all, along(axis));
    return all;
  }

  /// Tile `number`: the last axis turns fastest.
  constexpr std::array<block<T>, N> tile(std::uint64_t number) const noexcept {
    std::array<block<T>, N> tile{};
    for (std::size_t axis = N; axis-- > 0;) {
      const std::uint64_t from = number % along(axis) * sides_[axis];
      const std::uint64_t rest = axes_[axis].trips() - from;
      tile[axis] = axes_[axis].piece(from, from + (rest < sides_[axis] ? rest : sides_[axis]));
      number /= along(axis);
    }
    return tile;
  }

 private:
  constexpr std::uint64_t along(std::size_t axis) const noexcept {
    const std::uint64_t trips = axes_[axis].trips();
    return trips == 0 ? 0 : (trips - 1) / sides_[axis] + 1;
  }

  std::array<range<T>, N> axes_;
  std::array<std::uint64_t, N> sides_{};
};

}  // namespace detail

/// Rows times columns. Cut into 64 x 16 tiles unless told otherwise.
template <loop_index T>
class range2 {
 public:
  using piece_type = block2<T>;  ///< what a body gets

  /// Each may be empty.
  constexpr range2(range<T> rows, range<T> columns) noexcept : grid_({rows, columns}, {64, 16}) {}

  /// The same, in tiles of so many rows and columns; smaller ones at the edges.
  constexpr range2 tiles(std::uint64_t rows, std::uint64_t columns) const {
    range2 other = *this;
    other.grid_.set_sides({rows, columns});
    return other;
  }

  /// How many tiles. Throws bad_range where 64 bits do not hold their number.
  constexpr std::uint64_t trips() const { return grid_.trips(); }
  /// Tile `number`, counted from 0, row by row.
  constexpr block2<T> tile(std::uint64_t number) const noexcept {
    const auto sides = grid_.tile(number);
    return {sides[0], sides[1]};
  }

 private:
  detail::grid<T, 2> grid_;
};
/// range2(range(0, rows), range(0, columns))
template <loop_index T>
range2(range<T>, range<T>) -> range2<T>;

/// Pages times rows times columns. Cut into 16 x 16 x 4 tiles unless told otherwise.
template <loop_index T>
class range3 {
 public:
  using piece_type = block3<T>;  ///< what a body gets

  /// Each may be empty.
  constexpr range3(range<T> pages, range<T> rows, range<T> columns) noexcept
      : grid_({pages, rows, columns}, {16, 16, 4}) {}

  /// The same, in tiles of so many pages, rows and columns; smaller ones at the edges.
  constexpr range3 tiles(std::uint64_t pages, std::uint64_t rows, std::uint64_t columns) const {
    range3 other = *this;
    other.grid_.set_sides({pages, rows, columns});
    return other;
  }

  /// How many tiles. Throws bad_range where 64 bits do not hold their number.
  constexpr std::uint64_t trips() const { return grid_.trips(); }
  /// Tile `number`, counted from 0, page by page and row by row.
  constexpr block3<T> tile(std::uint64_t number) const noexcept {
    const auto sides = grid_.tile(number);
    return {sides[0], sides[1], sides[2]};
  }

 private:
  detail::grid<T, 3> grid_;
};
/// range3(range(0, pages), range(0, rows), range(0, columns))
template <loop_index T>
range3(range<T>, range<T>, range<T>) -> range3<T>;

}  // namespace heddle

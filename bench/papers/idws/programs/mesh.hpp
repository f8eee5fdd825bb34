// An unstructured mesh of triangles on the unit square, for the four kernels of mesh adaptation: points of a grid,
// moved by chance; every square cut along one of its diagonals, by chance; and a size field, the length that edges
// should have.
//
// Point (column, row) has number row * side + column, and triangles and edges are numbered row by row, too: work that a
// size field puts into one part of the square is together in the loops. Points whose columns and rows are equal modulo
// 2 are never neighbours: four colours.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "hash.hpp"

namespace idws {

struct Point {
  double x = 0;
  double y = 0;
};

using Triangle = std::array<int32_t, 3>;

/// An edge between two triangles: its ends, and the corners opposite to it.
struct InnerEdge {
  int32_t from, to, left, right;
};

/// Lists of numbers, one for each of a range of owners, behind each other.
struct Lists {
  std::vector<int32_t> begins;  // one more than owners
  std::vector<int32_t> entries;

  const int32_t* begin(long owner) const { return entries.data() + begins[owner]; }
  const int32_t* end(long owner) const { return entries.data() + begins[owner + 1]; }
};

/// Where the sizes are small, and so where there is work.
enum class Grading { even, fine_end, coarse_begin };

class Mesh {
 public:
  Mesh(long side, Grading grading) : side_(side) {
    place_points();
    set_sizes(grading);
    cut_squares();
    collect_around();
    if (grading == Grading::even) collect_edges();
  }

  long side() const { return side_; }
  long points() const { return side_ * side_; }
  bool on_boundary(long point) const {
    const long column = point % side_, row = point / side_;
    return column == 0 || row == 0 || column == side_ - 1 || row == side_ - 1;
  }

  std::vector<Point> place;         // of points
  std::vector<double> size;         // of points: how long edges there should be
  std::vector<Triangle> triangles;  // corners against the clock
  Lists around;                     // numbers of the triangles around a point
  std::vector<InnerEdge> edges;     // of an even mesh

 private:
  double chance() { return static_cast<double>(dice_.below(1'000'000)) / 1e6; }

  void place_points() {
    constexpr double k_jitter = 0.6;  // of the distance between grid points; below 1, no triangle turns over
    const double step = 1.0 / static_cast<double>(side_ - 1);
    place.resize(points());
    for (long i = 0; i < points(); ++i) {
      const double sway = on_boundary(i) ? 0 : k_jitter * step;
      place[i].x = static_cast<double>(i % side_) * step + sway * (chance() - 0.5);
      place[i].y = static_cast<double>(i / side_) * step + sway * (chance() - 0.5);
    }
  }

  /// Sizes in multiples of the grid's step. fine_end: after section 5's Dense End: the last fifth needs refinement
  /// everywhere, the first tenth here and there. coarse_begin: the first fifth has edges much too short, the last tenth
  /// some.
  void set_sizes(Grading grading) {
    const double step = 1.0 / static_cast<double>(side_ - 1);
    size.resize(points());
    for (long i = 0; i < points(); ++i) {
      const double y = static_cast<double>(i) / static_cast<double>(points());
      double wanted = 1.3;
      if (grading == Grading::fine_end) wanted = y > 0.8 ? 0.45 : y < 0.1 && chance() < 0.25 ? 0.5 : 1.3;
      if (grading == Grading::coarse_begin) wanted = y < 0.2 ? 3.0 : y > 0.9 && chance() < 0.25 ? 3.0 : 0.8;
      if (grading == Grading::even) wanted = 0.9 + 0.6 * chance();
      size[i] = wanted * step;
    }
  }

  void cut_squares() {
    triangles.reserve(2 * points());
    for (long row = 0; row + 1 < side_; ++row)
      for (long column = 0; column + 1 < side_; ++column) {
        const auto a = static_cast<int32_t>(row * side_ + column), b = a + 1;
        const auto c = static_cast<int32_t>(a + side_), d = c + 1;
        if (dice_.below(2) == 0)
          triangles.insert(triangles.end(), {{a, b, d}, {a, d, c}});
        else
          triangles.insert(triangles.end(), {{a, b, c}, {b, d, c}});
      }
  }

  void collect_around() {
    around.begins.assign(points() + 1, 0);
    for (const Triangle& triangle : triangles)
      for (const int32_t corner : triangle) ++around.begins[corner + 1];
    for (long i = 0; i < points(); ++i) around.begins[i + 1] += around.begins[i];
    around.entries.resize(3 * triangles.size());
    std::vector<int32_t> next(around.begins.begin(), around.begins.end() - 1);
    for (size_t t = 0; t < triangles.size(); ++t)
      for (const int32_t corner : triangles[t]) around.entries[next[corner]++] = static_cast<int32_t>(t);
  }

  void collect_edges() {
    edges.reserve(3 * points());
    for (size_t t = 0; t < triangles.size(); ++t)
      for (int k = 0; k < 3; ++k) {
        const int32_t from = triangles[t][k], to = triangles[t][(k + 1) % 3];
        const int32_t right = from < to ? opposite(to, from) : -1;
        if (right >= 0) edges.push_back({from, to, triangles[t][(k + 2) % 3], right});
      }
  }

  /// The third corner of the triangle that has the directed edge, or -1.
  int32_t opposite(int32_t from, int32_t to) const {
    for (const int32_t* t = around.begin(from); t != around.end(from); ++t)
      for (int k = 0; k < 3; ++k)
        if (triangles[*t][k] == from && triangles[*t][(k + 1) % 3] == to) return triangles[*t][(k + 2) % 3];
    return -1;
  }

  long side_;
  bench::Dice dice_{1308'2480};
};

}  // namespace idws

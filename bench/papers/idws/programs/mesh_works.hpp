// Four loops shaped like the kernels of a mesh adaptation framework (the paper measures PRAgMaTIc's): over points,
// triangles or edges of an unstructured mesh, with work that depends on what is found there.
//
//   coarsen   points: which edge to collapse, by the quality of what would remain   work at the beginning, as Dense
//   Begin refine    triangles: bisected until their edges are short enough                work at the end, as Dense End
//   swap      inner edges: is the other diagonal better?                            work here and there, as Random
//   smooth    points, a loop for each of four colours: moved to where the worst triangle around is best, in place;
//   Random
//
// An iteration writes what belongs to its element only, and reads what no iteration of the same loop writes: there is
// no race, and the result does not depend on the order, so the digests of all schedules agree bit for bit.
#pragma once

#include <bit>

#include "papers/idws/programs/geometry.hpp"

namespace idws {

inline constexpr double k_too_long = 1.4142135623730951;  // the square root of 2, and its inverse: the usual limits
inline constexpr double k_too_short = 0.7071067811865475;

class OnMesh {
 public:
  OnMesh(long side, Grading grading) : mesh_(side, grading) {}

 protected:
  Sized sized(long point) const { return {mesh_.place[point], mesh_.size[point]}; }
  double quality_of(const Triangle& t) const { return quality(sized(t[0]), sized(t[1]), sized(t[2])); }
  static uint64_t digest_of(const std::vector<double>& numbers) {
    uint64_t hash = 1;
    for (const double number : numbers) hash = bench::mix(hash, std::bit_cast<uint64_t>(number));
    return hash;
  }

  Mesh mesh_;
};

class Coarsen : public OnMesh {
 public:
  explicit Coarsen(long side) : OnMesh(side, Grading::coarse_begin), found_(mesh_.points()) {}
  void reset() { std::fill(found_.begin(), found_.end(), -2); }
  void run(auto& loops) {
    loops.each(mesh_.points(), [this](long point) { found_[point] = best_collapse(point); });
  }
  uint64_t digest() const { return digest_of(found_); }

 private:
  /// The number of the point onto which to collapse this one, and the quality that remains as the fraction; -1 for
  /// none.
  double best_collapse(long point) const {
    if (mesh_.on_boundary(point)) return -1;
    double best = 0, onto = -1;
    for (const int32_t* t = mesh_.around.begin(point); t != mesh_.around.end(point); ++t) {
      const int32_t next = after(mesh_.triangles[*t], point);
      if (length(sized(point), sized(next)) >= k_too_short) continue;
      const double remains = worst_after_collapse(point, next);
      if (remains > best) best = remains, onto = next;
    }
    return onto < 0 ? -1 : onto + std::min(best, 0.999);
  }

  static int32_t after(const Triangle& triangle, long point) {
    return triangle[0] == point ? triangle[1] : triangle[1] == point ? triangle[2] : triangle[0];
  }

  double worst_after_collapse(long point, int32_t onto) const {
    double worst = 1;
    for (const int32_t* t = mesh_.around.begin(point); t != mesh_.around.end(point); ++t) {
      Triangle triangle = mesh_.triangles[*t];
      if (std::find(triangle.begin(), triangle.end(), onto) != triangle.end()) continue;  // it would be gone
      *std::find(triangle.begin(), triangle.end(), point) = onto;
      worst = std::min(worst, quality_of(triangle));
      if (worst <= 0) return 0;
    }
    return worst;
  }

  std::vector<double> found_;
};

class Refine : public OnMesh {
 public:
  explicit Refine(long side) : OnMesh(side, Grading::fine_end), found_(mesh_.triangles.size()) {}
  void reset() { std::fill(found_.begin(), found_.end(), -2); }
  void run(auto& loops) {
    loops.each(std::ssize(mesh_.triangles), [this](long t) {
      const Triangle& corners = mesh_.triangles[t];
      found_[t] = sum_of_parts({sized(corners[0]), sized(corners[1]), sized(corners[2])});
    });
  }
  uint64_t digest() const { return digest_of(found_); }

 private:
  using Corners = std::array<Sized, 3>;

  /// The qualities of the parts that it is bisected into, added up.
  static double sum_of_parts(const Corners& corners) {  // NOLINT(misc-no-recursion): halves get shorter
    int longest = 0;
    double most = 0;
    for (int k = 0; k < 3; ++k) {
      const double here = length(corners[k], corners[(k + 1) % 3]);
      if (here > most) most = here, longest = k;
    }
    if (most <= k_too_long) return quality(corners[0], corners[1], corners[2]);
    const Sized &from = corners[longest], &to = corners[(longest + 1) % 3], &third = corners[(longest + 2) % 3];
    const Sized between = middle(from, to);
    return sum_of_parts({from, between, third}) + sum_of_parts({between, to, third});
  }

  std::vector<double> found_;
};

class Swap : public OnMesh {
 public:
  explicit Swap(long side) : OnMesh(side, Grading::even), found_(mesh_.edges.size()) {}
  void reset() { std::fill(found_.begin(), found_.end(), -2); }
  void run(auto& loops) {
    loops.each(std::ssize(mesh_.edges), [this](long e) { found_[e] = gain(mesh_.edges[e]); });
  }
  uint64_t digest() const { return digest_of(found_); }

 private:
  static constexpr double k_good_enough = 0.6;

  /// By how much the worse of the two triangles improves when the edge joins the other two corners; 0: leave it.
  double gain(const InnerEdge& edge) const {
    double now = quality_of({edge.from, edge.to, edge.left});
    if (now < k_good_enough) now = std::min(now, quality_of({edge.to, edge.from, edge.right}));
    if (now >= k_good_enough) return 0;
    const double swapped = quality_of({edge.left, edge.right, edge.to});
    if (swapped <= now) return 0;
    return std::max(0.0, std::min(swapped, quality_of({edge.right, edge.left, edge.from})) - now);
  }

  std::vector<double> found_;
};

class Smooth : public OnMesh {
 public:
  explicit Smooth(long side) : OnMesh(side, Grading::even), start_(mesh_.place) {}
  void reset() { mesh_.place = start_; }
  void run(auto& loops) {
    const long half = mesh_.side() / 2;
    for (const long colour : {0, 1, 2, 3})
      loops.each(half * half, [this, colour, half](long i) {
        const long column = 2 * (i % half) + colour % 2, row = 2 * (i / half) + colour / 2;
        smooth(row * mesh_.side() + column);
      });
  }
  uint64_t digest() const {
    uint64_t hash = 1;
    for (const Point& point : mesh_.place)
      hash = bench::mix(bench::mix(hash, std::bit_cast<uint64_t>(point.x)), std::bit_cast<uint64_t>(point.y));
    return hash;
  }

 private:
  static constexpr double k_good_enough = 0.5;
  static constexpr int k_tries = 6;

  /// Towards the middle of its neighbours, by halves of the way, until the worst triangle around has become better.
  void smooth(long point) {
    if (mesh_.on_boundary(point)) return;
    const Point here = mesh_.place[point];
    const double now = worst_around(point, here);
    if (now >= k_good_enough) return;
    Point there = middle_of_neighbours(point);
    for (int i = 0; i < k_tries; ++i) {
      if (worst_around(point, there) > now) {
        mesh_.place[point] = there;
        return;
      }
      there = {(there.x + here.x) / 2, (there.y + here.y) / 2};
    }
  }

  Point middle_of_neighbours(long point) const {
    Point sum;
    double count = 0;
    for (const int32_t* t = mesh_.around.begin(point); t != mesh_.around.end(point); ++t)
      for (const int32_t corner : mesh_.triangles[*t]) {
        if (corner == point) continue;
        sum.x += mesh_.place[corner].x;
        sum.y += mesh_.place[corner].y;
        count += 1;
      }
    return {sum.x / count, sum.y / count};
  }

  double worst_around(long point, Point at) const {
    double worst = 1;
    for (const int32_t* t = mesh_.around.begin(point); t != mesh_.around.end(point); ++t) {
      std::array<Sized, 3> corners;
      for (int k = 0; k < 3; ++k) corners[k] = sized(mesh_.triangles[*t][k]);
      for (int k = 0; k < 3; ++k)
        if (mesh_.triangles[*t][k] == point) corners[k].at = at;
      worst = std::min(worst, quality(corners[0], corners[1], corners[2]));
    }
    return worst;
  }

  std::vector<Point> start_;
};

}  // namespace idws

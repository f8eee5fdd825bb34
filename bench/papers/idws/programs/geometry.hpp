// Lengths and qualities in a size field: what the kernels of mesh adaptation compute.
#pragma once

#include <algorithm>
#include <cmath>

#include "papers/idws/programs/mesh.hpp"

namespace idws {

/// A point and the length that edges at it should have.
struct Sized {
  Point at;
  double size = 1;
};

inline double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// 1 when the edge is as long as it should be.
inline double length(const Sized& a, const Sized& b) { return 2 * distance(a.at, b.at) / (a.size + b.size); }

/// Positive against the clock.
inline double area(Point a, Point b, Point c) { return 0.5 * ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)); }

/// 1 for an equilateral triangle whose edges are as long as they should be; 0 or less when it is turned over. The
/// measure of Lipnikov and Vassilevski, which mesh adaptation frameworks use.
inline double quality(const Sized& a, const Sized& b, const Sized& c) {
  const double mean = (a.size + b.size + c.size) / 3;
  const double around = length(a, b) + length(b, c) + length(c, a);
  const double third = around / 3, fit = std::min(third, 1 / third);
  const double shape = 12 * std::sqrt(3.0) * area(a.at, b.at, c.at) / (mean * mean * around * around);
  return shape * std::pow(fit * (2 - fit), 3);
}

inline Sized middle(const Sized& a, const Sized& b) {
  return {{(a.at.x + b.at.x) / 2, (a.at.y + b.at.y) / 2}, (a.size + b.size) / 2};
}

}  // namespace idws

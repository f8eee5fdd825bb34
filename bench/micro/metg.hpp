// METG(50 %), the minimum effective task granularity of Task Bench (Slaughter and others, SC20):
// the smallest average granularity (wall x workers / tasks) at which efficiency (kernel time /
// (wall x workers)) is 50 %. A 64-wide stencil on a ring, three in and one out per task; the kernel
// is a dependent multiply-add chain, calibrated alone on one thread. Kernel sizes start at 64 µs
// and are divided by 1.5; each is the best of three; the crossing is interpolated. In ns;
// `inf` when even the largest kernel stays below 50 %. How tasks are created is left to
// each runtime: micro/metg.cpp for OpenMP, peers/tbb/metg.cpp for oneTBB.
#pragma once

#include <cmath>
#include <limits>

#include "measure.hpp"

namespace bench::metg {

constexpr long k_width = 64;
constexpr double k_largest_ns = 64e3;
constexpr double k_smallest_ns = 20;
constexpr double k_shrink = 1.5;
constexpr int k_tries = 3;

// Each step needs the one before: no runtime and no compiler can shorten the chain. The factor is
// below one, so the value stays finite, and not a power of two, so it stays inexact.
inline double chain(double value, long steps) {
  for (long i = 0; i < steps; ++i) value = value * 0.999 + 0.5;
  return value;
}

inline double ns_per_step() {
  constexpr long k_steps = 200'000;
  double best = std::numeric_limits<double>::infinity();
  volatile double sink = 1;
  for (int i = 0; i < 20; ++i) {
    const double start = now_ns();
    sink = chain(sink, k_steps);
    best = std::min(best, (now_ns() - start) / k_steps);
  }
  return best;
}

struct Grid {
  struct alignas(64) Point {
    double value = 1;
  };
  std::vector<Point> points = std::vector<Point>(2 * k_width);
  double* at(long step, long point) { return &points[step % 2 * k_width + (point + k_width) % k_width].value; }
  bool operator==(const Grid& other) const {
    return std::equal(points.begin(), points.end(), other.points.begin(),
                      [](const Point& a, const Point& b) { return a.value == b.value; });
  }
};

inline double next(const double* left, const double* middle, const double* right, long length) {
  return chain(*left * 0.5 + *middle * 0.25 + *right * 0.125, length);
}

template <class GraphNs>
bool order_holds(GraphNs graph_ns) {
  constexpr long k_steps = 100;
  constexpr long k_length = 3;
  Grid parallel;
  Grid serial;
  graph_ns(parallel, k_steps, k_length);
  for (long step = 0; step < k_steps; ++step)
    for (long point = 0; point < k_width; ++point)
      *serial.at(step + 1, point) =
          next(serial.at(step, point - 1), serial.at(step, point), serial.at(step, point + 1), k_length);
  return parallel == serial;
}

struct Sample {
  double granularity_ns;
  double efficiency;
};

/// How a graph is run: `graph_ns(grid, steps, length)` on so many workers.
template <class GraphNs>
struct Machine {
  GraphNs graph_ns;
  int workers;
  double step_ns;
};

template <class GraphNs>
Sample sample(double kernel_ns, const Machine<GraphNs>& on) {
  const auto& [graph_ns, workers, step_ns] = on;
  // Enough tasks for 50 ms of kernels: 100 to 500 time steps.
  const long steps = std::clamp(static_cast<long>(50e6 / kernel_ns / k_width), 100L, 500L);
  const long length = std::max(1L, std::lround(kernel_ns / step_ns));
  double wall = std::numeric_limits<double>::infinity();
  for (int i = 0; i < k_tries; ++i) {
    Grid grid;
    wall = std::min(wall, graph_ns(grid, steps, length));
  }
  const double tasks = static_cast<double>(steps * k_width);
  return {wall * workers / tasks, tasks * static_cast<double>(length) * step_ns / (wall * workers)};
}

/// Granularity at 50 %, on a straight line between two samples in log(granularity) and efficiency.
inline double crossing(const Sample& above, const Sample& below) {
  const double share = (above.efficiency - 0.5) / (above.efficiency - below.efficiency);
  return std::exp(std::log(above.granularity_ns) * (1 - share) + std::log(below.granularity_ns) * share);
}

/// The last crossing on the way down; ends after two inefficient sizes in a row, so that one
/// disturbed size does not end the search.
template <class GraphNs>
double smallest_granularity_ns(const Machine<GraphNs>& on) {
  constexpr int k_inefficient_in_a_row = 2;
  double found = std::numeric_limits<double>::infinity();
  Sample last{};
  int inefficient = 0;
  for (double kernel_ns = k_largest_ns; kernel_ns >= k_smallest_ns; kernel_ns /= k_shrink) {
    const Sample now = sample(kernel_ns, on);
    if (now.efficiency >= 0.5)
      found = now.granularity_ns;
    else if (last.efficiency >= 0.5)
      found = crossing(last, now);
    inefficient = now.efficiency >= 0.5 ? 0 : inefficient + 1;
    if (inefficient == k_inefficient_in_a_row) break;
    last = now;
  }
  return found;
}

/// Checks the order on a small graph, calibrates the kernel, prints the row.
template <class GraphNs>
void measure(const std::string& name, int workers, GraphNs graph_ns) {
  const Check check = check_that(order_holds(graph_ns));
  print_row(name, smallest_granularity_ns(Machine<GraphNs>{graph_ns, workers, ns_per_step()}), "ns", check);
}

}  // namespace bench::metg

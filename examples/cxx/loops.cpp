// Parallel loops in C++: a smoothed curve, its length, and where each of its segments begins.
// g++ -std=c++20 -O2 loops.cpp -lheddle
#include <heddle/heddle.hpp>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

int main() {
  const std::size_t n = 1'000'000;
  std::vector<double> y(n), smooth(n), segment(n), begins(n);
  heddle::parallel_for(std::size_t{0}, n, [&](std::size_t i) { y[i] = std::sin(0.001 * static_cast<double>(i)); });

  // A body may take a block and have a loop of its own; options come last.
  heddle::parallel_for(std::size_t{1}, n - 1,
                       [&](heddle::block<std::size_t> block) {
                         for (std::size_t i = block.first; i < block.last; ++i)
                           smooth[i] = (y[i - 1] + y[i] + y[i + 1]) / 3;
                       },
                       {.name = "smooth"});

  heddle::parallel_for(std::size_t{1}, n,
                       [&](std::size_t i) { segment[i] = std::hypot(0.001, smooth[i] - smooth[i - 1]); });
  const double length = heddle::parallel_reduce(segment, heddle::deterministic(heddle::sum<double>()), std::identity{});
  heddle::parallel_exclusive_scan(segment, begins, heddle::sum<double>());

  // What a body throws ends the loop and comes out here.
  bool caught = false;
  try {
    heddle::parallel_for(0, 1000, [](int i) {
      if (i == 500) throw std::runtime_error("no");
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  std::printf("length %.6f, the last segment begins at %.6f\n", length, begins[n - 1]);
  return caught && std::abs(begins[n - 1] + segment[n - 1] - length) < 1e-6 * length ? 0 : 1;
}

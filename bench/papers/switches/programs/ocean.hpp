// OCEAN: red-black Gauss-Seidel sweeps over a square grid. Points of either colour lie in an array of their own; a
// sweep computes the red ones from their black neighbours, then the black ones from the red.
#pragma once

#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class Ocean {
  auto reds() {
    return [this](long first, long last) { relax(black_.data(), red_.data(), {first, last, 0}); };
  }
  auto blacks() {
    return [this](long first, long last) { relax(red_.data(), black_.data(), {first, last, 1}); };
  }

 public:
  static constexpr bool k_depends = true;
  static constexpr unsigned k_laps = 20;
  explicit Ocean(const Request& request)
      : n_(request.size),
        grain_(request.grain),
        start_(random_values((n_ + 2) * width(), 8)),
        red_(start_),
        black_(start_) {}

  void reset() {
    red_ = start_;
    black_ = start_;
  }
  void run(auto loops) {
    loops.region([&] {
      for (unsigned lap = 0; lap < k_laps; ++lap) {
        loops.each(n_, grain_, reds());
        loops.each(n_, grain_, blacks());
      }
    });
  }
  void describe(heddle::plan& plan) {
    const auto of = [&](std::vector<double>& values) { return heddle::rows(&values[width()], n_, width()); };
    plan.loop({0, n_}, {.chunk = grain_}, reds(), heddle::in_chunk(of(black_), 1), heddle::out_chunk(of(red_)));
    plan.loop({0, n_}, {.chunk = grain_}, blacks(), heddle::in_chunk(of(red_), 1), heddle::out_chunk(of(black_)));
  }
  void depend() {
#pragma omp parallel
#pragma omp single
    for (unsigned lap = 0; lap < k_laps; ++lap) {
      half_sweep(black_.data(), red_.data(), reds());
      half_sweep(red_.data(), black_.data(), blacks());
    }
  }
  uint64_t digest() const { return bench::mix(digest_of(red_), digest_of(black_)); }

 private:
  long width() const { return n_ / 2 + 2; }

  void half_sweep([[maybe_unused]] const double* from, [[maybe_unused]] double* to, auto body) {
    for (long first = 0; first < n_; first += grain_) {
      [[maybe_unused]] const long w = width(), above = std::max(0L, first - grain_),
                                  below = first + grain_ < n_ ? first + grain_ : first;
#pragma omp task depend(in : from[above * w], from[first * w], from[below * w]) depend(out : to[first * w]) \
    firstprivate(first, body)
      body(first, std::min(n_, first + grain_));
    }
  }

  struct Rows {
    long first, last, colour;
  };
  // Row 0 and the last one, column 0 and the last one, are the border.
  [[gnu::noinline]] void relax(const double* from, double* __restrict to, const Rows& rows) const {
    const long w = width();
    for (long i = rows.first; i < rows.last; ++i) {
      const long row = (i + 1) * w, beside = i % 2 == rows.colour ? -1 : 1;
      for (long j = row + 1; j <= row + n_ / 2; ++j) {
        to[j] = 0.25 * (from[j - w] + from[j + w] + from[j] + from[j + beside]);
      }
    }
  }

  const long n_, grain_;
  std::vector<double> start_, red_, black_;
};

}  // namespace switches

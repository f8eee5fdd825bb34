// Poisson2D: Jacobi sweeps of the five-point stencil over a square grid. A sweep is two loops over the rows: u becomes
// what was new, then new points are computed from u and the right-hand side.
#pragma once

#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

/// k_split: each loop has half of the workers for itself (Figure 14).
template <bool k_split = false>
class Poisson2d {
  auto copied() {
    return [this](long first, long last) { copy(first, last); };
  }
  auto computed() {
    return [this](long first, long last) { compute(first, last); };
  }

 public:
  static constexpr bool k_depends = true;
  static constexpr unsigned k_laps = 30;
  explicit Poisson2d(const Request& request)
      : n_(request.size), grain_(request.grain), f_(random_values(n_ * n_, 7)), u_(n_ * n_), new_(n_ * n_) {}

  void reset() {
    std::fill(u_.begin(), u_.end(), 0.0);
    std::fill(new_.begin(), new_.end(), 0.0);
  }
  void run(auto loops) {
    loops.region([&] {
      for (unsigned lap = 0; lap < k_laps; ++lap) {
        loops.each(n_, grain_, copied());
        loops.each(n_, grain_, computed());
      }
    });
  }
  void describe(heddle::plan& plan, unsigned workers) {
    const auto of = [&](std::vector<double>& values) { return heddle::rows(values.data(), n_, n_); };
    const std::uint32_t half = k_split && workers > 1 ? workers / 2 : 0;
    plan.loop({0, n_}, {.chunk = grain_, .workers = half}, copied(), heddle::in_chunk(of(new_)),
              heddle::out_chunk(of(u_)));
    plan.loop({0, n_}, {.chunk = grain_, .workers = half == 0 ? 0 : workers - half, .first_worker = half}, computed(),
              heddle::in_chunk(of(u_), 1), heddle::out_chunk(of(new_)));
  }
  void depend() {
    [[maybe_unused]] double *u = u_.data(), *next = new_.data();
#pragma omp parallel
#pragma omp single
    for (unsigned lap = 0; lap < k_laps; ++lap) {
      for (long first = 0; first < n_; first += grain_) {
#pragma omp task depend(in : next[first * n_]) depend(out : u[first * n_]) firstprivate(first)
        copy(first, std::min(n_, first + grain_));
      }
      for (long first = 0; first < n_; first += grain_) {
        [[maybe_unused]] const long above = std::max(0L, first - grain_),
                                    below = first + grain_ < n_ ? first + grain_ : first;
#pragma omp task depend(in : u[above * n_], u[first * n_], u[below * n_]) depend(out : next[first * n_]) \
    firstprivate(first)
        compute(first, std::min(n_, first + grain_));
      }
    }
  }
  uint64_t digest() const { return digest_of(new_); }

 private:
  [[gnu::noinline]] void copy(long first, long last) {
    std::copy(&new_[first * n_], &new_[first * n_] + (last - first) * n_, &u_[first * n_]);
  }
  [[gnu::noinline]] void compute(long first, long last) {
    const double step = 1.0 / static_cast<double>((n_ - 1) * (n_ - 1));
    for (long i = first; i < last; ++i) {
      double* __restrict to = &new_[i * n_];
      const double *f = &f_[i * n_], *u = &u_[i * n_];
      if (i == 0 || i == n_ - 1) {
        std::copy(f, f + n_, to);
        continue;
      }
      to[0] = f[0];
      for (long j = 1; j < n_ - 1; ++j) to[j] = 0.25 * (u[j - 1] + u[j - n_] + u[j + n_] + u[j + 1] + f[j] * step);
      to[n_ - 1] = f[n_ - 1];
    }
  }

  const long n_, grain_;
  std::vector<double> f_, u_, new_;
};

}  // namespace switches

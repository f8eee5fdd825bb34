// RK4: one step of a Runge-Kutta scheme for y' = C y with a dense matrix: four loops over the rows, each of which needs
// all that the one before has computed.
#pragma once

#include <array>
#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class Rk4 {
  auto rows(int stage) {
    return [this, stage](long first, long last) { advance(stage, first, last); };
  }

 public:
  static constexpr bool k_depends = false;
  static constexpr unsigned k_laps = 1;
  explicit Rk4(const Request& request)
      : n_(request.size), grain_(request.grain), c_(random_values(n_ * n_, 3)), y_(random_values(n_, 4)), next_(y_) {
    for (auto& k : k_) k.resize(n_);
  }

  void reset() { std::fill(next_.begin(), next_.end(), 0.0); }
  void run(auto loops) {
    loops.region([&] {
      for (int stage = 0; stage < k_stages; ++stage) loops.each(n_, grain_, rows(stage));
    });
  }
  void describe(heddle::plan& plan) {
    const auto before = [&](int stage) { return std::span<const double>(stage == 0 ? y_ : k_[stage - 1]); };
    for (int stage = 0; stage < k_stages; ++stage) {
      plan.loop({0, n_}, {.chunk = grain_}, rows(stage), heddle::in(before(stage)), heddle::out_chunk(k_[stage]));
    }
  }
  uint64_t digest() const { return digest_of(next_); }

 private:
  static constexpr int k_stages = 4;
  static constexpr double k_step = 1e-3;

  [[gnu::noinline]] void advance(int stage, long first, long last) {
    constexpr std::array k_share{0.0, k_step / 2, k_step / 2, k_step};
    const double *y = y_.data(), *k = k_[std::max(0, stage - 1)].data();
    const double share = k_share[stage];
    for (long i = first; i < last; ++i) {
      const double* c = &c_[i * n_];
      double sum[4] = {};
      for (long j = 0; j < n_; ++j) sum[j % 4] += c[j] * (stage == 0 ? y[j] : y[j] + share * k[j]);
      k_[stage][i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      if (stage == k_stages - 1) {
        next_[i] = y[i] + k_step / 6 * (k_[0][i] + 2 * k_[1][i] + 2 * k_[2][i] + k_[3][i]);
      }
    }
  }

  const long n_, grain_;
  std::vector<double> c_, y_, next_;
  std::array<std::vector<double>, k_stages> k_;
};

}  // namespace switches

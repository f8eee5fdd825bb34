// MMULT: c = a b of square matrices, i-j-k, a row of c at a time: one parallel loop.
#pragma once

#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class Mmult {
  auto rows() {
    return [this](long first, long last) { multiply(first, last); };
  }

 public:
  static constexpr bool k_depends = false;
  static constexpr unsigned k_laps = 1;
  explicit Mmult(const Request& request)
      : n_(request.size), grain_(request.grain), a_(random_values(n_ * n_, 1)), b_(random_values(n_ * n_, 2)), c_(a_) {}

  void reset() { std::fill(c_.begin(), c_.end(), 0.0); }
  void run(auto loops) {
    loops.region([&] { loops.each(n_, grain_, rows()); });
  }
  void describe(heddle::plan& plan) {
    plan.loop({0, n_}, {.chunk = grain_}, rows(), heddle::out_chunk(heddle::rows(c_.data(), n_, n_)));
  }
  uint64_t digest() const { return digest_of(c_); }

 private:
  [[gnu::noinline]] void multiply(long first, long last) {
    const double *a = a_.data(), *b = b_.data();
    for (long i = first; i < last; ++i)
      for (long j = 0; j < n_; ++j) {
        double sum = 0;
        for (long k = 0; k < n_; ++k) sum += a[i * n_ + k] * b[k * n_ + j];
        c_[i * n_ + j] = sum;
      }
  }

  const long n_, grain_;
  std::vector<double> a_, b_, c_;
};

}  // namespace switches

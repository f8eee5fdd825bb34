// SU3: at each site of a lattice a 3 x 3 complex matrix times a vector, part of the Wilson-Dirac operator: one parallel
// loop over the sites, then one back, which take turns.
#pragma once

#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class Su3 {
  auto sites(std::vector<double>& from, std::vector<double>& to) {
    return [this, from = from.data(), to = to.data()](long first, long last) { multiply(from, to, {first, last}); };
  }

 public:
  static constexpr bool k_depends = false;
  static constexpr unsigned k_laps = 2;
  explicit Su3(const Request& request)
      : sites_(request.size),
        grain_(request.grain),
        links_(random_values(sites_ * k_link, 5)),
        start_(random_values(sites_ * k_vector, 6)),
        from_(start_),
        to_(start_) {
    for (double& value : links_) value = (value - 0.5) * 0.8;
  }

  void reset() { from_ = start_; }
  void run(auto loops) {
    loops.region([&] {
      for (unsigned lap = 0; lap < k_laps; ++lap) {
        loops.each(sites_, grain_, sites(from_, to_));
        loops.each(sites_, grain_, sites(to_, from_));
      }
    });
  }
  void describe(heddle::plan& plan) {
    const auto of = [&](std::vector<double>& values) { return heddle::rows(values.data(), sites_, k_vector); };
    plan.loop({0, sites_}, {.chunk = grain_}, sites(from_, to_), heddle::in_chunk(of(from_)),
              heddle::out_chunk(of(to_)));
    plan.loop({0, sites_}, {.chunk = grain_}, sites(to_, from_), heddle::in_chunk(of(to_)),
              heddle::out_chunk(of(from_)));
  }
  uint64_t digest() const { return digest_of(from_); }

 private:
  static constexpr long k_link = 18, k_vector = 6;  // doubles

  struct Sites {
    long first, last;
  };
  [[gnu::noinline]] void multiply(const double* from, double* to, const Sites& sites) const {
    for (long site = sites.first; site < sites.last; ++site) {
      multiply(&links_[site * k_link], from + site * k_vector, to + site * k_vector);
    }
  }
  static void multiply(const double* link, const double* from, double* __restrict to) {
    for (int row = 0; row < 3; ++row) {
      double real = 0, imaginary = 0;
      for (int column = 0; column < 3; ++column) {
        const double *u = link + (row * 3 + column) * 2, *x = from + column * 2;
        real += u[0] * x[0] - u[1] * x[1];
        imaginary += u[0] * x[1] + u[1] * x[0];
      }
      to[row * 2] = real;
      to[row * 2 + 1] = imaginary;
    }
  }

  const long sites_, grain_;
  std::vector<double> links_, start_, from_, to_;
};

}  // namespace switches

// Figure 1: four loops k[l + 1] = 0.5 k[l] + 1 over the same elements, each cut into n tasks; the work stays the same
// whatever n is. Task c of a loop needs task c of the one before, and no other.
#pragma once

#include <array>
#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class Loops4 {
  auto elements(int loop) {
    return [this, loop](long first, long last) { compute(k_[loop].data(), k_[loop + 1].data(), {first, last}); };
  }

 public:
  static constexpr bool k_depends = true;
  static constexpr unsigned k_laps = 1;
  explicit Loops4(const Request& request) : n_(request.size), grain_(request.grain) {
    for (auto& k : k_) k = random_values(n_, 10);
  }

  void reset() {}
  void run(auto loops) {
    loops.region([&] {
      for (int loop = 0; loop < k_loops; ++loop) loops.each(n_, grain_, elements(loop));
    });
  }
  void describe(heddle::plan& plan) {
    for (int loop = 0; loop < k_loops; ++loop) {
      for (long first = 0; first < n_; first += grain_) {
        plan.task([body = elements(loop), first, last = std::min(n_, first + grain_)] { body(first, last); },
                  heddle::in(k_[loop][first]), heddle::out(k_[loop + 1][first]));
      }
    }
  }
  void depend() {
#pragma omp parallel
#pragma omp single
    for (int loop = 0; loop < k_loops; ++loop) {
      [[maybe_unused]] double *from = k_[loop].data(), *to = k_[loop + 1].data();
      const auto body = elements(loop);
      for (long first = 0; first < n_; first += grain_) {
#pragma omp task depend(in : from[first]) depend(out : to[first]) firstprivate(first, body)
        body(first, std::min(n_, first + grain_));
      }
    }
  }
  uint64_t digest() const { return digest_of(k_[k_loops]); }

 private:
  static constexpr int k_loops = 4;

  struct Elements {
    long first, last;
  };
  [[gnu::noinline]] static void compute(const double* from, double* to, Elements elements) {
    for (long i = elements.first; i < elements.last; ++i) to[i] = 0.5 * from[i] + 1;
  }

  const long n_, grain_;
  std::array<std::vector<double>, k_loops + 1> k_;
};

}  // namespace switches

// SparseLU: LU factorisation, without pivoting, of a sparse matrix of dense blocks that fills in on the way; which
// blocks are there at the start goes by the rules of the Barcelona OpenMP Tasks Suite. SIZE is the number of blocks a
// side, GRAIN counts blocks.
#pragma once

#include <array>
#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class SparseLu {
 public:
  static constexpr bool k_depends = true;
  static constexpr unsigned k_laps = 1;
  explicit SparseLu(const Request& request)
      : n_(request.size), grain_(request.grain), steps_(n_), start_(n_ * n_ * k_block) {
    Uniform uniform(9);
    std::vector<bool> there(n_ * n_);
    for (long i = 0; i < n_; ++i)
      for (long j = 0; j < n_; ++j) {
        if (!present_at_start(i, j)) continue;
        there[i * n_ + j] = true;
        for (long x = 0; x < k_block; ++x) start_[(i * n_ + j) * k_block + x] = static_cast<float>(uniform.next());
        if (i == j)
          for (long x = 0; x < k_side; ++x) start_[(i * n_ + j) * k_block + x * (k_side + 1)] += 64.0F * n_;
      }
    for (long k = 0; k < n_; ++k) find_step(there, k);
    blocks_ = start_;
  }

  void reset() { blocks_ = start_; }
  void run(auto loops) {
    loops.region([&] {
      for (long k = 0; k < n_; ++k) {
        loops.once([&] { factor(at(k, k)); });
        const Step& step = steps_[k];
        loops.each(std::ssize(step.solves), grain_, [&step, k, this](long first, long last) {
          for (long i = first; i < last; ++i) solve(k, step.solves[i]);
        });
        loops.each(std::ssize(step.updates), grain_, [&step, k, this](long first, long last) {
          for (long i = first; i < last; ++i) update(k, step.updates[i]);
        });
      }
    });
  }
  void describe(heddle::plan& plan) {
    for (long k = 0; k < n_; ++k) {
      plan.task([this, k] { factor(at(k, k)); }, heddle::inout(*at(k, k)));
      for (const Place& place : steps_[k].solves) {
        plan.task([this, k, place] { solve(k, place); }, heddle::in(*at(k, k)), heddle::inout(*at(place.i, place.j)));
      }
      for (const Place& place : steps_[k].updates) {
        plan.task([this, k, place] { update(k, place); }, heddle::in(*at(place.i, k)), heddle::in(*at(k, place.j)),
                  heddle::inout(*at(place.i, place.j)));
      }
    }
  }
  void depend() {
#pragma omp parallel
#pragma omp single
    for (long k = 0; k < n_; ++k) {
      [[maybe_unused]] float* diagonal = at(k, k);
#pragma omp task depend(inout : diagonal[0]) firstprivate(diagonal)
      factor(diagonal);
      for (const Place& place : steps_[k].solves) {
        [[maybe_unused]] float* to = at(place.i, place.j);
#pragma omp task depend(in : diagonal[0]) depend(inout : to[0]) firstprivate(k, place)
        solve(k, place);
      }
      for (const Place& place : steps_[k].updates) {
        [[maybe_unused]] float *to = at(place.i, place.j), *column = at(place.i, k), *row = at(k, place.j);
#pragma omp task depend(in : column[0], row[0]) depend(inout : to[0]) firstprivate(k, place)
        update(k, place);
      }
    }
  }
  uint64_t digest() const { return digest_of(blocks_); }

 private:
  static constexpr long k_side = 32, k_block = k_side * k_side;
  struct Place {
    long i, j;
  };
  struct Step {
    std::vector<Place> solves, updates;
  };

  static bool present_at_start(long i, long j) {
    if (i - j <= 1 && j - i <= 1) return true;
    return i % 2 == 0 && j % 2 == 0 && std::min(i, j) % 3 == 0;
  }
  void find_step(std::vector<bool>& there, long k) {
    for (long i = k + 1; i < n_; ++i) {
      if (there[k * n_ + i]) steps_[k].solves.push_back({k, i});
      if (there[i * n_ + k]) steps_[k].solves.push_back({i, k});
      for (long j = k + 1; j < n_; ++j) {
        if (!there[i * n_ + k] || !there[k * n_ + j]) continue;
        there[i * n_ + j] = true;
        steps_[k].updates.push_back({i, j});
      }
    }
  }

  float* at(long i, long j) { return &blocks_[(i * n_ + j) * k_block]; }

  [[gnu::noinline]] static void factor(float* a) {
    for (long k = 0; k < k_side; ++k)
      for (long i = k + 1; i < k_side; ++i) {
        a[i * k_side + k] /= a[k * k_side + k];
        for (long j = k + 1; j < k_side; ++j) a[i * k_side + j] -= a[i * k_side + k] * a[k * k_side + j];
      }
  }
  [[gnu::noinline]] void solve(long k, const Place& place) {
    const float* d = at(k, k);
    float* __restrict a = at(place.i, place.j);
    for (long x = 0; x < k_side; ++x) {
      for (long i = x + 1; place.i == k && i < k_side; ++i)
        for (long j = 0; j < k_side; ++j) a[i * k_side + j] -= d[i * k_side + x] * a[x * k_side + j];
      for (long i = 0; place.i != k && i < k_side; ++i) {
        a[i * k_side + x] /= d[x * k_side + x];
        for (long j = x + 1; j < k_side; ++j) a[i * k_side + j] -= a[i * k_side + x] * d[x * k_side + j];
      }
    }
  }
  [[gnu::noinline]] void update(long k, const Place& place) {
    const float *column = at(place.i, k), *row = at(k, place.j);
    float* __restrict to = at(place.i, place.j);
    for (long i = 0; i < k_side; ++i)
      for (long x = 0; x < k_side; ++x)
        for (long j = 0; j < k_side; ++j) to[i * k_side + j] -= column[i * k_side + x] * row[x * k_side + j];
  }

  const long n_, grain_;
  std::vector<Step> steps_;
  std::vector<float> start_, blocks_;
};

}  // namespace switches

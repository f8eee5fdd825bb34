// Cholesky factorisation of a symmetric positive definite matrix stored by tiles; tasks with
// dependences on the tiles. fine: tiles of 8 x 8, coarse: of 64 x 64. Each tile sees its updates in
// program order, so the result equals that of the serial factorisation bit for bit.
#include <cmath>

#include "apps/app.hpp"
#include "hash.hpp"

namespace {

struct Size {
  const char* variant;
  long tiles;
  long tile;
};

constexpr Size k_sizes[] = {{"fine", 112, 8}, {"coarse", 22, 64}};

// Tile kernels on row-major tiles of b x b.
void factor(double* a, long b) {  // a = lower triangle L with L * L^T = a
  for (long j = 0; j < b; ++j) {
    for (long k = 0; k < j; ++k)
      for (long i = j; i < b; ++i) a[i * b + j] -= a[i * b + k] * a[j * b + k];
    const double pivot = std::sqrt(a[j * b + j]);
    for (long i = j; i < b; ++i) a[i * b + j] /= pivot;
  }
}

void solve(double* a, const double* diagonal, long b) {  // a = a * inverse(L^T)
  for (long i = 0; i < b; ++i)
    for (long j = 0; j < b; ++j) {
      double value = a[i * b + j];
      for (long k = 0; k < j; ++k) value -= a[i * b + k] * diagonal[j * b + k];
      a[i * b + j] = value / diagonal[j * b + j];
    }
}

void update(double* c, const double* left, const double* right, long b) {  // c -= left * right^T
  for (long i = 0; i < b; ++i)
    for (long j = 0; j < b; ++j) {
      double sum = 0;
      for (long k = 0; k < b; ++k) sum += left[i * b + k] * right[j * b + k];
      c[i * b + j] -= sum;
    }
}

class Tiled {
 public:
  explicit Tiled(const Size& size) : tiles_(size.tiles), b_(size.tile), values_(tiles_ * tiles_ * b_ * b_) {
    bench::Dice dice(3);
    for (double& value : values_) value = static_cast<double>(dice.below(1000)) / 1000;
    for (long i = 0; i < tiles_; ++i)  // a dominant diagonal makes it positive definite
      for (long k = 0; k < b_; ++k) at(i, i)[k * b_ + k] += static_cast<double>(tiles_ * b_);
  }
  bool operator==(const Tiled& other) const { return values_ == other.values_; }

  void tasks() {
    for (long k = 0; k < tiles_; ++k) {
      double* diagonal = at(k, k);
#pragma omp task depend(inout : *diagonal) firstprivate(diagonal)
      factor(diagonal, b_);
      for (long i = k + 1; i < tiles_; ++i) solve_task(at(i, k), diagonal);
      for (long i = k + 1; i < tiles_; ++i)
        for (long j = k + 1; j <= i; ++j) update_task(at(i, j), at(i, k), at(j, k));
    }
  }
  void serial() {
    for (long k = 0; k < tiles_; ++k) {
      factor(at(k, k), b_);
      for (long i = k + 1; i < tiles_; ++i) solve(at(i, k), at(k, k), b_);
      for (long i = k + 1; i < tiles_; ++i)
        for (long j = k + 1; j <= i; ++j) update(at(i, j), at(i, k), at(j, k), b_);
    }
  }

 private:
  double* at(long i, long j) { return &values_[(i * tiles_ + j) * b_ * b_]; }

  void solve_task(double* tile, const double* diagonal) {
#pragma omp task depend(in : *diagonal) depend(inout : *tile) firstprivate(tile, diagonal)
    solve(tile, diagonal, b_);
  }
  void update_task(double* tile, const double* left, const double* right) {
#pragma omp task depend(in : *left, *right) depend(inout : *tile) firstprivate(tile, left, right)
    update(tile, left, right, b_);
  }

  long tiles_;
  long b_;
  std::vector<double> values_;
};

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Tiled parallel(size);
  Tiled serial(size);
  const double seconds = bench::timed_team_s([&] { parallel.tasks(); });
  serial.serial();
  return bench::report({"cholesky", size.variant}, seconds, parallel == serial);
}

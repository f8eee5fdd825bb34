// LU factorisation of a sparse matrix of dense blocks, without pivoting; absent blocks that fill in
// are allocated on the way. Tasks with dependences on the blocks. fine: blocks of 8 x 8, coarse: of
// 64 x 64. Each block sees its updates in program order: the result equals the serial one bit for bit.
#include "apps/app.hpp"
#include "hash.hpp"

namespace {

struct Size {
  const char* variant;
  long blocks;
  long block;
};

constexpr Size k_sizes[] = {{"fine", 100, 8}, {"coarse", 26, 64}};

// Block kernels on row-major blocks of b x b.
void factor(double* a, long b) {  // a = L \ U, L with ones on its diagonal
  for (long k = 0; k < b; ++k)
    for (long i = k + 1; i < b; ++i) {
      a[i * b + k] /= a[k * b + k];
      for (long j = k + 1; j < b; ++j) a[i * b + j] -= a[i * b + k] * a[k * b + j];
    }
}

void solve_row(double* a, const double* diagonal, long b) {  // a = inverse(L) * a
  for (long k = 0; k < b; ++k)
    for (long i = k + 1; i < b; ++i)
      for (long j = 0; j < b; ++j) a[i * b + j] -= diagonal[i * b + k] * a[k * b + j];
}

void solve_column(double* a, const double* diagonal, long b) {  // a = a * inverse(U)
  for (long i = 0; i < b; ++i)
    for (long k = 0; k < b; ++k) {
      a[i * b + k] /= diagonal[k * b + k];
      for (long j = k + 1; j < b; ++j) a[i * b + j] -= a[i * b + k] * diagonal[k * b + j];
    }
}

void update(double* c, const double* column, const double* row, long b) {  // c -= column * row
  for (long i = 0; i < b; ++i)
    for (long k = 0; k < b; ++k)
      for (long j = 0; j < b; ++j) c[i * b + j] -= column[i * b + k] * row[k * b + j];
}

class Blocked {
 public:
  explicit Blocked(const Size& size) : blocks_(size.blocks), b_(size.block), block_(blocks_ * blocks_) {
    bench::Dice dice(5);
    for (long i = 0; i < blocks_; ++i)
      for (long j = 0; j < blocks_; ++j)
        if (i == j || dice.below(4) == 0) fill(i, j, dice);
  }
  bool operator==(const Blocked& other) const { return block_ == other.block_; }

  void tasks() {
    for (long k = 0; k < blocks_; ++k) {
      double* diagonal = at(k, k);
#pragma omp task depend(inout : *diagonal) firstprivate(diagonal)
      factor(diagonal, b_);
      for (long j = k + 1; j < blocks_; ++j)
        if (holds(k, j)) row_task(at(k, j), diagonal);
      for (long i = k + 1; i < blocks_; ++i)
        if (holds(i, k)) column_task(at(i, k), diagonal);
      for_updates(k, [this](double* c, const double* column, const double* row) { update_task(c, column, row); });
    }
  }
  void serial() {
    for (long k = 0; k < blocks_; ++k) {
      factor(at(k, k), b_);
      for (long j = k + 1; j < blocks_; ++j)
        if (holds(k, j)) solve_row(at(k, j), at(k, k), b_);
      for (long i = k + 1; i < blocks_; ++i)
        if (holds(i, k)) solve_column(at(i, k), at(k, k), b_);
      for_updates(k, [this](double* c, const double* column, const double* row) { update(c, column, row, b_); });
    }
  }

 private:
  bool holds(long i, long j) const { return !block_[i * blocks_ + j].empty(); }
  double* at(long i, long j) { return block_[i * blocks_ + j].data(); }

  void fill(long i, long j, bench::Dice& dice) {
    std::vector<double>& block = block_[i * blocks_ + j];
    block.resize(b_ * b_);
    for (double& value : block) value = static_cast<double>(dice.below(1000)) / 1000;
    if (i != j) return;
    for (long k = 0; k < b_; ++k) block[k * b_ + k] += static_cast<double>(blocks_ * b_);  // stable without pivots
  }

  /// Calls `apply` for each block that step k updates, allocating those that fill in.
  template <class Apply>
  void for_updates(long k, Apply apply) {
    for (long i = k + 1; i < blocks_; ++i) {
      if (!holds(i, k)) continue;
      for (long j = k + 1; j < blocks_; ++j) {
        if (!holds(k, j)) continue;
        if (!holds(i, j)) block_[i * blocks_ + j].resize(b_ * b_);
        apply(at(i, j), at(i, k), at(k, j));
      }
    }
  }
  void row_task(double* block, const double* diagonal) {
#pragma omp task depend(in : *diagonal) depend(inout : *block) firstprivate(block, diagonal)
    solve_row(block, diagonal, b_);
  }
  void column_task(double* block, const double* diagonal) {
#pragma omp task depend(in : *diagonal) depend(inout : *block) firstprivate(block, diagonal)
    solve_column(block, diagonal, b_);
  }
  void update_task(double* c, const double* column, const double* row) {
#pragma omp task depend(in : *column, *row) depend(inout : *c) firstprivate(c, column, row)
    update(c, column, row, b_);
  }

  long blocks_;
  long b_;
  std::vector<std::vector<double>> block_;  // empty: a block of zeros
};

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Blocked parallel(size);
  Blocked serial(size);
  const double seconds = bench::timed_team_s([&] { parallel.tasks(); });
  serial.serial();
  return bench::report({"sparselu", size.variant}, seconds, parallel == serial);
}

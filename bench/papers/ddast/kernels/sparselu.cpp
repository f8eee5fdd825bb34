// LU factorisation of a sparse matrix of dense blocks, without pivoting (section 4.2.3): the irregular graph.
//
// A block (i, j) is there at the start when i = j, or when both are even and the smaller is a multiple of 3; others
// fill in on the way. The paper does not print its pattern; with this one 64 blocks a side give the 11,472 tasks of its
// Table 4 and 128 give the 89,504. Blocks that fill in are cleared by the generator, which also owns the knowledge of
// which blocks are there, so it never waits for a task.
#include <cmath>

#include "kernel.hpp"

namespace {

using ddast::AsTasks;
using ddast::Serially;

bool present_at_start(long i, long j) { return i == j || (i % 2 == 0 && j % 2 == 0 && std::min(i, j) % 3 == 0); }

// The block operations; blocks are b x b, by rows.
template <long b>
void factor(double* a) {  // a = L \ U, with ones on the diagonal of L
  for (long k = 0; k < b; ++k)
    for (long i = k + 1; i < b; ++i) {
      a[i * b + k] /= a[k * b + k];
      for (long j = k + 1; j < b; ++j) a[i * b + j] -= a[i * b + k] * a[k * b + j];
    }
}

template <long b>
void solve_row(double* __restrict a, const double* __restrict diagonal) {  // a = inverse(L) * a
  for (long k = 0; k < b; ++k)
    for (long i = k + 1; i < b; ++i)
      for (long j = 0; j < b; ++j) a[i * b + j] -= diagonal[i * b + k] * a[k * b + j];
}

template <long b>
void solve_column(double* __restrict a, const double* __restrict diagonal) {  // a = a * inverse(U)
  for (long i = 0; i < b; ++i)
    for (long k = 0; k < b; ++k) {
      a[i * b + k] /= diagonal[k * b + k];
      for (long j = k + 1; j < b; ++j) a[i * b + j] -= a[i * b + k] * diagonal[k * b + j];
    }
}

template <long b>
void update(double* __restrict to, const double* __restrict column,
            const double* __restrict row) {  // to -= column * row
  for (long i = 0; i < b; ++i)
    for (long k = 0; k < b; ++k)
      for (long j = 0; j < b; ++j) to[i * b + j] -= column[i * b + k] * row[k * b + j];
}

/// A square matrix of blocks of which some are there. Memory for all is taken and touched at the start: a page that
/// comes late would be measured as a task that takes long.
template <long b>
class Sparse {
 public:
  explicit Sparse(long blocks) : blocks_(blocks), there_(blocks * blocks), values_(blocks * blocks * b * b) {
    ddast::Uniform random(5);
    for (long i = 0; i < blocks; ++i)
      for (long j = 0; j < blocks; ++j)
        if (present_at_start(i, j)) fill(i, j, random);
  }
  long blocks() const { return blocks_; }
  bool holds(long i, long j) const { return there_[i * blocks_ + j] != 0; }
  double* block(long i, long j) { return values_.data() + (i * blocks_ + j) * b * b; }
  const double* block(long i, long j) const { return values_.data() + (i * blocks_ + j) * b * b; }
  void clear(long i, long j) {
    there_[i * blocks_ + j] = 1;
    std::memset(block(i, j), 0, sizeof(double) * b * b);
  }
  const std::vector<double>& values() const { return values_; }

 private:
  void fill(long i, long j, ddast::Uniform& random) {
    there_[i * blocks_ + j] = 1;
    double* values = block(i, j);
    for (long k = 0; k < b * b; ++k) values[k] = random.next();
    if (i != j) return;
    for (long k = 0; k < b; ++k) values[k * b + k] += static_cast<double>(blocks_ * b);  // stable without pivots
  }

  long blocks_;
  std::vector<unsigned char> there_;
  std::vector<double> values_;
};

enum class Part { all, lower, upper };  // lower has ones on its diagonal

/// One part of a block matrix times a vector.
template <long b>
std::vector<double> times(const Sparse<b>& matrix, Part part, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  const long size = static_cast<long>(x.size());
  for (long i = 0; i < size; ++i)
    for (long j = 0; j < size; ++j) {
      if (!matrix.holds(i / b, j / b)) continue;
      const double value = matrix.block(i / b, j / b)[i % b * b + j % b];
      const bool below = j < i;
      if (part == Part::lower)
        y[i] += below ? value * x[j] : i == j ? x[j] : 0;
      else if (part == Part::all || !below)
        y[i] += value * x[j];
    }
  return y;
}

template <long b>
class SparseLu {
 public:
  explicit SparseLu(const ddast::Arguments& given) : matrix_(given.blocks()) {}

  template <class Way>
  void generate(Way way) {
    for (long k = 0; k < matrix_.blocks(); ++k) {
      double* diagonal = matrix_.block(k, k);
      on_diagonal(way, diagonal);
      ++tasks_;
      row_of(way, k, diagonal);
      for (long i = k + 1; i < matrix_.blocks(); ++i) {
        if (!matrix_.holds(i, k)) continue;
        in_column(way, matrix_.block(i, k), diagonal);
        ++tasks_;
        updates_of_row(way, i, k);
      }
    }
  }
  long tasks() const { return tasks_; }
  uint64_t digest() const {
    ddast::Digest digest;
    digest.add(matrix_.values());
    return digest.value();
  }
  /// L (U x) = A x for a vector of random numbers.
  bool sound() const {
    const Sparse<b> original(matrix_.blocks());
    std::vector<double> x(matrix_.blocks() * b);
    ddast::Uniform random(7);
    for (double& value : x) value = random.next();
    const std::vector<double> expected = times(original, Part::all, x);
    const std::vector<double> found = times(matrix_, Part::lower, times(matrix_, Part::upper, x));
    double error = 0, norm = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      error = std::max(error, std::abs(found[i] - expected[i]));
      norm = std::max(norm, std::abs(expected[i]));
    }
    return norm > 0 && error < 1e-12 * norm * static_cast<double>(matrix_.blocks());
  }

 private:
  template <class Way>
  void row_of(Way way, long k, const double* diagonal) {
    for (long j = k + 1; j < matrix_.blocks(); ++j) {
      if (!matrix_.holds(k, j)) continue;
      in_row(way, matrix_.block(k, j), diagonal);
      ++tasks_;
    }
  }
  template <class Way>
  void updates_of_row(Way way, long i, long k) {
    for (long j = k + 1; j < matrix_.blocks(); ++j) {
      if (!matrix_.holds(k, j)) continue;
      if (!matrix_.holds(i, j)) matrix_.clear(i, j);
      inside(way, matrix_.block(i, j), matrix_.block(i, k), matrix_.block(k, j));
      ++tasks_;
    }
  }

  static void on_diagonal(Serially, double* a) { factor<b>(a); }
  static void in_row(Serially, double* a, const double* diagonal) { solve_row<b>(a, diagonal); }
  static void in_column(Serially, double* a, const double* diagonal) { solve_column<b>(a, diagonal); }
  static void inside(Serially, double* to, const double* column, const double* row) { update<b>(to, column, row); }
  static void on_diagonal(AsTasks, double* a) {
#pragma omp task depend(inout : *a) firstprivate(a)
    factor<b>(a);
  }
  static void in_row(AsTasks, double* a, const double* diagonal) {
#pragma omp task depend(in : *diagonal) depend(inout : *a) firstprivate(a, diagonal)
    solve_row<b>(a, diagonal);
  }
  static void in_column(AsTasks, double* a, const double* diagonal) {
#pragma omp task depend(in : *diagonal) depend(inout : *a) firstprivate(a, diagonal)
    solve_column<b>(a, diagonal);
  }
  static void inside(AsTasks, double* to, const double* column, const double* row) {
#pragma omp task depend(in : *column, *row) depend(inout : *to) firstprivate(to, column, row)
    update<b>(to, column, row);
  }

  long tasks_ = 0;
  Sparse<b> matrix_;
};

}  // namespace

int main(int argc, char** argv) { return ddast::main_of<SparseLu>(argc, argv); }

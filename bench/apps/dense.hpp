// Square matrices of doubles for the multiplication kernels. The entries are small whole numbers, so
// every sum is exact whatever its order, and results can be compared with ==.
#pragma once

#include <vector>

#include "hash.hpp"

namespace bench {

/// A square view into a matrix whose rows lie `stride` apart.
struct View {
  double* data;
  long size;
  long stride;

  double* row(long i) const { return data + i * stride; }
  double& at(long i, long j) const { return data[i * stride + j]; }
  View quarter(long i, long j) const {
    const long half = size / 2;
    return {data + i * half * stride + j * half, half, stride};
  }
  View tile(long i, long j, long tile_size) const {
    return {data + i * tile_size * stride + j * tile_size, tile_size, stride};
  }
};

class Matrix {
 public:
  explicit Matrix(long size) : size_(size), values_(size * size) {}
  View view() { return {values_.data(), size_, size_}; }
  void fill(uint64_t seed) {
    Dice dice(seed);
    for (double& value : values_) value = static_cast<double>(dice.below(17)) - 8;
  }

 private:
  long size_;
  std::vector<double> values_;
};

/// c += a * b, serially.
inline void multiply_add(View c, View a, View b) {
  for (long i = 0; i < c.size; ++i)
    for (long k = 0; k < c.size; ++k) {
      const double factor = a.at(i, k);
      double* to = c.row(i);
      const double* from = b.row(k);
      for (long j = 0; j < c.size; ++j) to[j] += factor * from[j];
    }
}

/// Whether c = a * b, by multiplying both sides with vectors (Freivalds): a wrong product passes one
/// vector with a probability of at most 1 in 64. All values are exact.
inline bool is_product(View c, View a, View b) {
  constexpr int k_vectors = 4;
  const auto times = [](View m, const std::vector<double>& x) {
    std::vector<double> y(m.size);
    for (long i = 0; i < m.size; ++i)
      for (long j = 0; j < m.size; ++j) y[i] += m.at(i, j) * x[j];
    return y;
  };
  Dice dice(99);
  for (int v = 0; v < k_vectors; ++v) {
    std::vector<double> x(c.size);
    for (double& value : x) value = static_cast<double>(dice.below(64));
    if (times(c, x) != times(a, times(b, x))) return false;
  }
  return true;
}

}  // namespace bench

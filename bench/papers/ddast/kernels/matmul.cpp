// Matrix product in square blocks (section 4.2.1): a task for each product of two blocks; those that add to the same
// block of the result form a chain, the chains are independent.
#include "apps/dense.hpp"
#include "kernel.hpp"

namespace {

using ddast::AsTasks;
using ddast::Serially;

/// A matrix stored block by block.
template <long b>
class Blocked {
 public:
  explicit Blocked(long blocks) : blocks_(blocks), values_(blocks * blocks * b * b) {}
  // Small whole numbers: every sum is exact, so the product can be checked with ==.
  void fill(uint64_t seed) {
    bench::Dice dice(seed);
    for (double& value : values_) value = static_cast<double>(dice.below(17)) - 8;
  }
  double* block(long i, long j) { return values_.data() + (i * blocks_ + j) * b * b; }
  const std::vector<double>& values() const { return values_; }
  bench::Matrix by_rows() {
    bench::Matrix plain(blocks_ * b);
    bench::View view = plain.view();
    for (long i = 0; i < view.size; ++i)
      for (long j = 0; j < view.size; ++j) view.at(i, j) = block(i / b, j / b)[i % b * b + j % b];
    return plain;
  }

 private:
  long blocks_;
  std::vector<double> values_;
};

template <long b>
void multiply_add(double* __restrict to, const double* __restrict left, const double* __restrict right) {
  for (long i = 0; i < b; ++i)
    for (long k = 0; k < b; ++k)
      for (long j = 0; j < b; ++j) to[i * b + j] += left[i * b + k] * right[k * b + j];
}

template <long b>
class Matmul {
 public:
  explicit Matmul(const ddast::Arguments& given)
      : blocks_(given.blocks()), left_(blocks_), right_(blocks_), product_(blocks_) {
    left_.fill(1);
    right_.fill(2);
  }

  template <class Way>
  void generate(Way way) {
    for (long i = 0; i < blocks_; ++i)
      for (long j = 0; j < blocks_; ++j)
        for (long k = 0; k < blocks_; ++k) {
          multiply(way, product_.block(i, j), left_.block(i, k), right_.block(k, j));
          ++tasks_;
        }
  }
  long tasks() const { return tasks_; }
  uint64_t digest() const {
    ddast::Digest digest;
    digest.add(product_.values());
    return digest.value();
  }
  bool sound() {
    bench::Matrix product = product_.by_rows(), left = left_.by_rows(), right = right_.by_rows();
    return bench::is_product(product.view(), left.view(), right.view());
  }

 private:
  static void multiply(Serially, double* to, const double* left, const double* right) {
    multiply_add<b>(to, left, right);
  }
  static void multiply(AsTasks, double* to, const double* left, const double* right) {
#pragma omp task depend(in : *left, *right) depend(inout : *to) firstprivate(to, left, right)
    multiply_add<b>(to, left, right);
  }

  long blocks_;
  long tasks_ = 0;
  Blocked<b> left_, right_, product_;
};

}  // namespace

int main(int argc, char** argv) { return ddast::main_of<Matmul>(argc, argv); }

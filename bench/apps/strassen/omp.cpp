// Strassen's multiplication: seven tasks for the seven products of each level. fine: leaves of
// 16 x 16, coarse: of 128 x 128.
#include "apps/app.hpp"
#include "apps/dense.hpp"

namespace {

using bench::Matrix;
using bench::View;

struct Size {
  const char* variant;
  long n;
  long leaf;
};

constexpr Size k_sizes[] = {{"fine", 1024, 16}, {"coarse", 1024, 128}};

/// to = a + sign * b
void combine(View to, View a, double sign, View b) {
  for (long i = 0; i < to.size; ++i)
    for (long j = 0; j < to.size; ++j) to.at(i, j) = a.at(i, j) + sign * b.at(i, j);
}

struct Quarters {
  View q11, q12, q21, q22;
  explicit Quarters(View m) : q11(m.quarter(0, 0)), q12(m.quarter(0, 1)), q21(m.quarter(1, 0)), q22(m.quarter(1, 1)) {}
};

/// One side of a product: a quarter as it is, or the sum or difference of two.
struct Factor {
  View first;
  double sign = 0;
  View second{};

  View value(Matrix& space) const {
    if (sign == 0) return first;
    combine(space.view(), first, sign, second);
    return space.view();
  }
};

void multiply(View c, View a, View b, long leaf);

void product(View to, Factor left, Factor right, long leaf) {
  Matrix left_space(left.sign == 0 ? 0 : to.size);
  Matrix right_space(right.sign == 0 ? 0 : to.size);
  multiply(to, left.value(left_space), right.value(right_space), leaf);
}

void gather(Quarters c, Matrix (&p)[7]) {
  const View m1 = p[0].view(), m2 = p[1].view(), m3 = p[2].view(), m4 = p[3].view();
  const View m5 = p[4].view(), m6 = p[5].view(), m7 = p[6].view();
  for (long i = 0; i < m1.size; ++i)
    for (long j = 0; j < m1.size; ++j) {
      c.q11.at(i, j) = m1.at(i, j) + m4.at(i, j) - m5.at(i, j) + m7.at(i, j);
      c.q12.at(i, j) = m3.at(i, j) + m5.at(i, j);
      c.q21.at(i, j) = m2.at(i, j) + m4.at(i, j);
      c.q22.at(i, j) = m1.at(i, j) - m2.at(i, j) + m3.at(i, j) + m6.at(i, j);
    }
}

/// c = a * b
void multiply(View c, View a, View b, long leaf) {
  if (c.size <= leaf) {
    for (long i = 0; i < c.size; ++i) std::fill_n(c.row(i), c.size, 0.0);
    bench::multiply_add(c, a, b);
    return;
  }
  const long half = c.size / 2;
  const Quarters x(a);
  const Quarters y(b);
  Matrix p[7] = {Matrix(half), Matrix(half), Matrix(half), Matrix(half), Matrix(half), Matrix(half), Matrix(half)};
  const Factor left[7] = {{x.q11, 1, x.q22}, {x.q21, 1, x.q22},  {x.q11},           {x.q22},
                          {x.q11, 1, x.q12}, {x.q21, -1, x.q11}, {x.q12, -1, x.q22}};
  const Factor right[7] = {{y.q11, 1, y.q22}, {y.q11},           {y.q12, -1, y.q22}, {y.q21, -1, y.q11},
                           {y.q22},           {y.q11, 1, y.q12}, {y.q21, 1, y.q22}};
  for (int i = 0; i < 7; ++i) {
#pragma omp task firstprivate(i, leaf) shared(p, left, right)
    product(p[i].view(), left[i], right[i], leaf);
  }
#pragma omp taskwait
  gather(Quarters(c), p);
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Matrix a(size.n);
  Matrix b(size.n);
  Matrix c(size.n);
  a.fill(1);
  b.fill(2);
  const double seconds = bench::timed_team_s([&] { multiply(c.view(), a.view(), b.view(), size.leaf); });
  return bench::report({"strassen", size.variant}, seconds, bench::is_product(c.view(), a.view(), b.view()));
}

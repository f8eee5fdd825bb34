// options: --static=require
// flags: -fopenmp
// Static regions of plain OpenMP in C++: members, references, bodies that change their copies.
#include <cstdio>
#include <vector>

struct Grid {
  double* cells;
  int width, height;
  void smooth(double* into) {
    double* const from = cells;
    const int n = width * height;
#pragma omp parallel
    {
#pragma omp for schedule(static, 8)
      for (int i = 0; i < n; i++) into[i] = from[i] * 0.5 + i;
#pragma omp for schedule(static, 8)
      for (int i = 0; i < n; i++) from[i] = into[n - 1 - i];
    }
  }
};

static int count(int n, int step) {
  std::vector<int> values(static_cast<std::size_t>(n));
  int* const v = values.data();
  int total = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < n; i += step) {
    int mine = i;
#pragma omp task depend(out : v[i]) firstprivate(mine)
    {
      for (; mine < i + step && mine < n; mine++) v[mine] = mine * 2;
    }
#pragma omp task depend(in : v[i]) depend(inout : total)
    for (int k = i; k < i + step && k < n; k++) total = total * 3 % 1009 + v[k];
  }
  return total;
}

int main() {
  std::vector<double> a(64, 1.0), b(64);
  Grid grid{a.data(), 8, 8};
  for (int round = 0; round < 5; round++) {
    grid.smooth(b.data());
    std::printf("%g %g %d\n", a[3], b[60], count(100 + round % 2, 7));
  }
}

// dialect: switches
// expect: loops 0|member 0|templates 0|thrown 1|sum 4950|phases 12|last 198 199
// Static regions in C++: members, templates, exceptions, reductions.
#include <cstdio>
#include <stdexcept>
#include <vector>

struct Field {
  double* data;
  int n;
  int step(double* to, int chunk) {
#pragma omp parallel
    {
#pragma omp for schedule(cross, chunk) depend(inout : data[0 : chunk])
      for (int i = 0; i < n; ++i) data[i] += 1;
#pragma omp for schedule(cross, chunk) depend(in : data[0 : chunk]) depend(out : to[0 : chunk])
      for (int i = 0; i < n; ++i) to[i] = 2 * data[i];
    }
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += to[i] != 2 * data[i];
    return bad;
  }
};

template <class T>
int chain(T begin) {
  T a{}, b{};
#pragma omp parallel
  {
#pragma omp task depend(out : a)
    {
      a = begin;
    }
#pragma omp task depend(in : a) depend(out : b)
    {
      b = a + a;
    }
  }
  return b != begin + begin;
}

int main() {
  std::vector<double> from(1000, 1.0), to(1000);
  double *f = from.data(), *t = to.data();
  int bad = 0;
  for (int round = 0; round < 100; ++round) {
#pragma omp parallel
    {
#pragma omp for schedule(cross, 50) depend(in : f[0 : 50]) depend(out : t[0 : 50])
      for (long i = 0; i < 1000; ++i) t[i] = f[i] + 1;
#pragma omp for schedule(cross, 30) depend(in : t[0 : 30]) depend(out : f[0 : 30])
      for (long i = 0; i < 1000; ++i) f[i] = t[i] + 1;
    }
  }
  for (double value : from) bad += value != 201;
  std::printf("loops %d\n", bad);
  Field field{f, 1000};
  bad = 0;
  for (int i = 0; i < 20; ++i) bad += field.step(t, 10 + i % 2);
  std::printf("member %d\n", bad);
  std::printf("templates %d\n", chain(4) + chain(2.5));
  int caught = 0;
  try {
#pragma omp parallel
    {
#pragma omp task
      {
        throw std::runtime_error("thrown in a region");
      }
    }
  } catch (const std::runtime_error&) {
    caught = 1;
  }
  std::printf("thrown %d\n", caught);
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 9)
  for (int i = 0; i < 100; ++i) sum += i;
  std::printf("sum %d\n", sum);
  int last = -1, copy = 0;
#pragma omp parallel
  {
#pragma omp for lastprivate(last) schedule(static, 9)
    for (int i = 0; i < 100; ++i) last = i * 2;
#pragma omp task depend(in : last) depend(out : copy)
    copy = last + 1;
  }
  int a = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    {
      a = 4;
    }
#pragma omp taskwait
#pragma omp task
    {
      a *= 3;
    }
  }
  std::printf("phases %d\n", a);
  std::printf("last %d %d\n", last, copy);
}

// expect: functions 45|iterated 24 1|together 0|parts 4950
// OmpSs-2 in C++: tasks on functions, taskiter, collapse, declared reductions.
#include <cstdio>
#include <vector>

struct Sum {
  long value = 0;
};
#pragma oss declare reduction(sums:Sum : omp_out.value += omp_in.value)

#pragma oss task inout(*sum) priority(1)
static void add(int by, long* sum) { *sum += by; }

int main() {
  long sum = 0;
  for (int i = 0; i < 10; i++) add(i, &sum);
#pragma oss taskwait
  std::printf("functions %ld\n", sum);

  int a = 0, b = 1;
#pragma oss taskiter
  for (int i = 0; i < 8; i++) {
#pragma oss task inout(a)
    a += 3;
#pragma oss task in(a)out(b)
    {
      b = a % 23;
    }
  }
  std::printf("iterated %d %d\n", a, b);

  std::vector<int> met(60);
  int* const m = met.data();
#pragma oss taskloop collapse(2) grainsize(7)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 10; ++j) m[i * 10 + j] += i * j + 1;
#pragma oss taskwait
  int wrong = 0;
  for (int i = 0; i < 60; i++) wrong += met[static_cast<std::size_t>(i)] != (i / 10) * (i % 10) + 1;
  std::printf("together %d\n", wrong);

  Sum all;
#pragma oss taskloop grainsize(8) reduction(sums : all)
  for (int i = 0; i < 100; i++) all.value += i;
#pragma oss taskwait
  std::printf("parts %ld\n", all.value);
}

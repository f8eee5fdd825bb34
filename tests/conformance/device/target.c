// target regions run on the host when there is no device: maps share storage, firstprivate copies, is_initial_device is true.
#include "check.h"

#pragma omp declare target
static int global_table[10];
static int doubled(int x) { return 2 * x; }
#pragma omp end declare target

int main(void) {
  CHECK_EQ(omp_get_num_devices(), 0);
  CHECK_EQ(omp_is_initial_device(), 1);
  int a[100], sum = 0, scalar = 5, initial = 0;
  for (int i = 0; i < 100; i++) a[i] = i;
#pragma omp target map(tofrom : a, sum, initial)
  {
    initial = omp_is_initial_device();
    scalar = 99;
    for (int i = 0; i < 100; i++) sum += doubled(a[i]), a[i] = -i;
  }
  CHECK_EQ(initial, 1);
  CHECK_EQ(scalar, 5);
  CHECK_EQ(sum, 9900);
  CHECK_EQ(a[99], -99);
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 50]) reduction(+ : sum) num_teams(2)
  for (int i = 0; i < 50; i++) a[i] += 1, sum += 1;
  CHECK_EQ(sum, 9950);
  CHECK_EQ(a[49], -48);
#pragma omp target parallel for if (target : 0) num_threads(3) reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 50; i++) sum -= 1;
  CHECK_EQ(sum, 9900);
#pragma omp target parallel map(always, tofrom : sum) device(omp_get_initial_device())
  {
#pragma omp single
    sum++;
  }
#pragma omp target simd
  for (int i = 0; i < 10; i++) global_table[i] = i;
  CHECK_EQ(sum, 9901);
  CHECK_EQ(global_table[9], 9);
#pragma omp target parallel loop reduction(+ : sum)
  for (int i = 0; i < 10; i++) sum++;
  CHECK_EQ(sum, 9911);
  return check_result();
}

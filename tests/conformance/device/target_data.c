// target data, enter data, exit data and update keep host values right when host and device are one.
#include "check.h"

int main(void) {
  int n = 64, a[64], total = 0, *pointer = a;
  for (int i = 0; i < n; i++) a[i] = i;
#pragma omp target data map(tofrom : a) map(to : n)
  {
#pragma omp target map(tofrom : total)
    for (int i = 0; i < n; i++) total += a[i]++;
#pragma omp target update from(a[0 : 10])
    CHECK_EQ(a[9], 10);
    a[0] = 100;
#pragma omp target update to(a)
#pragma omp target
    a[1] = a[0] + 1;
  }
  CHECK_EQ(total, 2016);
  CHECK_EQ(a[1], 101);
#pragma omp target enter data map(to : pointer[0 : 64])
#pragma omp target map(tofrom : pointer[0 : 64])
  pointer[63] = 7;
#pragma omp target exit data map(from : pointer[0 : 64])
  CHECK_EQ(a[63], 7);
#pragma omp target data map(tofrom : a) use_device_addr(a)
  a[2] = 55;
  CHECK_EQ(a[2], 55);
#pragma omp target data map(tofrom : pointer[0 : 64]) use_device_ptr(pointer)
  pointer[3] = 66;
  CHECK_EQ(a[3], 66);
#pragma omp target is_device_ptr(pointer)
  pointer[4] = 77;
  CHECK_EQ(a[4], 77);
  return check_result();
}

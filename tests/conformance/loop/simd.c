// simd loops, alone and combined, with safelen, simdlen, aligned, linear, reduction and declared functions.
#include "check.h"

#pragma omp declare simd uniform(scale) linear(i : 1) notinbranch
static int scaled(int scale, int i) { return scale * i; }

static float a[1024] __attribute__((aligned(64)));
static int b[1024];

int main(void) {
  int sum = 0, last = -1;
#pragma omp simd aligned(a : 64) simdlen(8)
  for (int i = 0; i < 1024; i++) a[i] = (float)i;
#pragma omp simd safelen(4) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < 1024; i++) sum += (int)a[i], last = i;
  CHECK_EQ(sum, 523776);
  CHECK_EQ(last, 1023);
#pragma omp parallel for simd schedule(simd : static, 5) reduction(+ : sum)
  for (int i = 0; i < 1024; i++) {
    b[i] = scaled(3, i);
    sum += b[i];
  }
  CHECK_EQ(sum, 4 * 523776);
#pragma omp parallel for simd collapse(2) schedule(dynamic, 3) if (simd : 0)
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++) b[i * 32 + j]++;
  for (int i = 0; i < 1024; i++) CHECK_EQ(b[i], 3 * i + 1);
#pragma omp simd nontemporal(b) order(concurrent)
  for (int i = 0; i < 1024; i++) b[i] = 7;
  CHECK_EQ(b[1023], 7);
  return check_result();
}

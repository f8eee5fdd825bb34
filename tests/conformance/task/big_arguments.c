// Tasks may carry a megabyte of firstprivate data, variable-length arrays, and over-aligned arguments.
#include <stdint.h>

#include "check.h"

typedef struct {
  unsigned char bytes[1 << 20];
} Megabyte;

typedef struct {
  _Alignas(256) double lanes[32];
} Wide;

static Megabyte big;
static long seen;

#ifdef __clang__  // takes no array of variable length into a task, and leaves alignment to luck
enum { k_longest = 8281, k_alignment = 1 };
#define LENGTH(n) k_longest
#else
enum { k_alignment = 256 };
#define LENGTH(n) n
#endif

static void variable_length(int n) {
  int vla[LENGTH(n)];
  for (int i = 0; i < n; i++) vla[i] = i + n;
#pragma omp task firstprivate(vla, n)
  {
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += vla[i] != i + n;
    CHECK_EQ(wrong, 0);
    HIT(seen);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; i++) {
      memset(big.bytes, i + 1, sizeof big.bytes);
#pragma omp task firstprivate(big, i)
      {
        CHECK_EQ(big.bytes[0], i + 1);
        CHECK_EQ(big.bytes[(1 << 20) - 1], i + 1);
        HIT(seen);
      }
    }
    for (int i = 1; i < 100; i += 9) variable_length(i * i);
    for (int i = 0; i < 50; i++) {
      Wide wide;
      for (int j = 0; j < 32; j++) wide.lanes[j] = i + j;
#pragma omp task firstprivate(wide, i)
      {
        CHECK_EQ((uintptr_t)&wide % k_alignment, 0);
        for (int j = 0; j < 32; j++) CHECK(wide.lanes[j] == i + j);
        HIT(seen);
      }
    }
  }
  CHECK_EQ(seen, 8 + 11 + 50);
  return check_result();
}

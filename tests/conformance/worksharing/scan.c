// inclusive and exclusive scans give every prefix, for built-in and declared reductions.
// gcc-only: clang 19 leaves the initial value out of the prefixes, on every runtime
#include "check.h"

typedef struct {
  long sum, count;
} Tally;

static void merge(Tally *into, const Tally *from) {
  into->sum += from->sum;
  into->count += from->count;
}
#pragma omp declare reduction(merge : Tally : merge(&omp_out, &omp_in)) initializer(omp_priv = (Tally){0, 0})

enum { k_length = 777 };
static long in[k_length], out[k_length];

static void check_prefixes(long before) {
  long sum = before;
  for (int i = 0; i < k_length; i++) {
    sum += in[i];
    CHECK_EQ(out[i], sum);
  }
}

int main(void) {
  for (int i = 0; i < k_length; i++) in[i] = i % 17 - 5;
  long r = 100;
#pragma omp parallel for reduction(inscan, + : r)
  for (int i = 0; i < k_length; i++) {
    r += in[i];
#pragma omp scan inclusive(r)
    out[i] = r;
  }
  check_prefixes(100);
  r = 7;
#pragma omp parallel for simd reduction(inscan, + : r)
  for (int i = 0; i < k_length; i++) {
    out[i] = r + in[i];
#pragma omp scan exclusive(r)
    r += in[i];
  }
  check_prefixes(7);
  Tally tally = {0, 0};
#pragma omp parallel
  {
#pragma omp for reduction(inscan, merge : tally)
    for (int i = 0; i < k_length; i++) {
      tally.sum += in[i];
      tally.count += 1;
#pragma omp scan inclusive(tally)
      out[i] = tally.sum;
      CHECK_EQ(tally.count, i + 1);
    }
  }
  check_prefixes(0);
  CHECK_EQ(tally.count, k_length);
  return check_result();
}

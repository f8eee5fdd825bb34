// User-declared reductions in C: initialisers, combiners through functions, arrays of structs, several at once.
#include <limits.h>

#include "check.h"

typedef struct {
  int lo, hi;
  long sum;
} Range;

static Range empty(void) { return (Range){INT_MAX, INT_MIN, 0}; }
static void widen(Range *r, int x) {
  if (x < r->lo) r->lo = x;
  if (x > r->hi) r->hi = x;
  r->sum += x;
}
static void unite(Range *into, Range *from) {
  if (from->lo < into->lo) into->lo = from->lo;
  if (from->hi > into->hi) into->hi = from->hi;
  into->sum += from->sum;
}
#pragma omp declare reduction(unite : Range : unite(&omp_out, &omp_in)) initializer(omp_priv = empty())
#pragma omp declare reduction(farther : int : omp_out = abs(omp_in) > abs(omp_out) ? omp_in : omp_out) \
    initializer(omp_priv = omp_orig * 0)

int main(void) {
  Range range = {10, 10, 0}, ranges[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  int far_one = 3;
#pragma omp parallel for reduction(unite : range, ranges) reduction(farther : far_one) schedule(dynamic, 4)
  for (int i = -500; i < 300; i++) {
    widen(&range, i);
    widen(&ranges[(i + 600) % 3], i);
    if (abs(i) > abs(far_one)) far_one = i;
  }
  CHECK_EQ(range.lo, -500);
  CHECK_EQ(range.hi, 299);
  CHECK_EQ(range.sum, -80400);
  CHECK_EQ(ranges[0].sum + ranges[1].sum + ranges[2].sum, -80400);
  CHECK_EQ(far_one, -500);
  return check_result();
}

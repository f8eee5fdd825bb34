// Critical sections exclude each other by name, across teams and nested under other names; hints change nothing.
#include "check.h"

static long plain, named, hinted, nested;
static int in_plain, in_named, in_nested;

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 500; i++) {
#pragma omp critical
      {
        if (i % 10 == 0) CHECK_ALONE(in_plain);
        plain++;
      }
#pragma omp critical(one)
      {
        if (i % 10 == 0) CHECK_ALONE(in_named);
        named++;
      }
#pragma omp critical(two) hint(omp_sync_hint_contended | omp_sync_hint_speculative)
      hinted++;
#pragma omp critical(outer)
      {
#pragma omp critical(inner)
        {
          if (i % 10 == 0) CHECK_ALONE(in_nested);
          nested++;
        }
      }
    }
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 100; i++) {
#pragma omp critical
      plain++;
    }
  }
  CHECK_EQ(plain, 2000 + 800);
  CHECK_EQ(named, 2000);
  CHECK_EQ(hinted, 2000);
  CHECK_EQ(nested, 2000);
  return check_result();
}

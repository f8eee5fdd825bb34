// Dynamic loops of a few chunks, any number of regions apart, in which others of the team's regions have no loop, are
// serial, or are smaller: nothing that a loop leaves behind is taken for another's.
#include <omp.h>

#include "../check.h"

enum { k_trip = 8, k_most = 1 << 15 };

static int runs[k_trip];

static void loop_region(int threads) {
  memset(runs, 0, sizeof runs);
#pragma omp parallel num_threads(threads)
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < k_trip; ++i) HIT(runs[i]);
  for (int i = 0; i < k_trip; ++i) CHECK_EQ(runs[i], 1);
}

static void regions_without(int count, int threads) {
  for (int region = 0; region < count; ++region) {
#pragma omp parallel num_threads(threads)
    CHECK(omp_get_num_threads() <= threads);
  }
}

int main(void) {
  omp_set_dynamic(0);
  // Between two loops: others of the same size, serial ones, smaller ones, and each kind in turns.
  for (int distance = 1; distance <= k_most; distance *= 2) {
    loop_region(2);
    regions_without(distance - 1, 2);
    loop_region(2);
    regions_without(distance - 1, 1);
    loop_region(2);
    regions_without((distance - 1) / 2, 2);
    regions_without(distance - 1 - (distance - 1) / 2, 1);
    loop_region(2);
  }
  loop_region(3);
  for (int distance = 1 << 12; distance <= 1 << 13; distance *= 2) {
    regions_without(distance - 1, 2);
    loop_region(3);
    for (int region = 1; region < distance; ++region) loop_region(2);
    loop_region(3);
  }
  return check_result();
}

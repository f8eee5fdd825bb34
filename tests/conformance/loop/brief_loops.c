// Dynamic loops of a few chunks, many of them without a barrier in between, in many regions of changing size: each
// iteration runs once, and lastprivate takes its value from the last.
#include <omp.h>
#include <string.h>

#include "../check.h"

enum { k_regions = 2000, k_loops = 5, k_most = 40 };

static unsigned char runs[k_loops][k_most];

static int trip_of(int region, int loop) { return (region * 7 + loop * 13) % k_most; }

int main(void) {
  for (int region = 0; region < k_regions; ++region) {
    memset(runs, 0, sizeof runs);
    int last = -1;
#pragma omp parallel num_threads(region % 16 == 0 ? 3 : 2)
    {
      for (int loop = 0; loop < k_loops; ++loop) {
        const int trip = trip_of(region, loop);
#pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < trip; ++i) {
#pragma omp atomic
          ++runs[loop][i];
        }
      }
#pragma omp for schedule(dynamic, 3) lastprivate(last)
      for (int i = 0; i < 20; ++i) last = i;
    }
    CHECK(last == 19);
    for (int loop = 0; loop < k_loops; ++loop) {
      for (int i = 0; i < k_most; ++i) CHECK(runs[loop][i] == (i < trip_of(region, loop)));
    }
  }
  return check_result();
}

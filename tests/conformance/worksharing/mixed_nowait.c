// Loops, sections, singles and scopes with nowait may pile up: a late thread finds each construct's own state.
#include "check.h"

enum { k_rounds = 60 };
static int loop_hits[k_rounds], section_hits[k_rounds], single_hits[k_rounds], ordered_hits[k_rounds];

int main(void) {
#pragma omp parallel
  for (int r = 0; r < k_rounds; r++) {
#pragma omp for schedule(dynamic, 2) nowait
    for (int i = 0; i < 9; i++) HIT(loop_hits[r]);
#pragma omp single nowait
    HIT(single_hits[r]);
#pragma omp sections nowait
    {
      HIT(section_hits[r]);
#pragma omp section
      HIT(section_hits[r]);
    }
#pragma omp for ordered schedule(dynamic) nowait
    for (int i = 0; i < 5; i++) {
#pragma omp ordered
      HIT(ordered_hits[r]);
    }
  }
  for (int r = 0; r < k_rounds; r++) {
    CHECK_EQ(loop_hits[r], 9);
    CHECK_EQ(single_hits[r], 1);
    CHECK_EQ(section_hits[r], 2);
    CHECK_EQ(ordered_hits[r], 5);
  }
  return check_result();
}

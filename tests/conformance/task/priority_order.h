// All other threads are kept busy; the creator makes ready tasks of rising priority and must then run
// them from the highest to the lowest.
#include "check.h"

enum { k_ranked = 40 };

static int check_priority_order(void) {
  int busy = 0, go = 0, order[k_ranked], filled = 0;
#pragma omp parallel
#pragma omp single
  {
    int others = omp_get_num_threads() - 1;
    for (int t = 0; t < others; t++) {
#pragma omp task shared(busy, go) priority(90)
      {
        HIT(busy);
        while (!PEEK(go)) {
        }
      }
    }
    while (PEEK(busy) < others) {
    }
    for (int rank = 1; rank <= k_ranked; rank++) {
#pragma omp task priority(rank) firstprivate(rank) shared(order, filled, go)
      {
        order[filled++] = rank;
        if (filled == k_ranked) POKE(go, 1);
      }
    }
#pragma omp taskwait
  }
  CHECK_EQ(filled, k_ranked);
  if (omp_get_max_threads() == 1) return check_skip("one thread runs tasks at once, in order of creation");
  for (int i = 0; i < k_ranked; i++) CHECK_EQ(order[i], k_ranked - i);
  return check_result();
}

// Eight thousand tasks held back by one gate all run once it opens, each once and in dependence order.
#include "check.h"

enum { k_held = 8000 };
static unsigned char hits[k_held];

int main(void) {
  int gate = 0, cells[64] = {0};
#pragma omp parallel
#pragma omp single
  {
    int submitted = 0, producer = omp_get_thread_num();
#pragma omp task depend(out : gate) shared(gate, submitted) firstprivate(producer)
    {
      // The producer may run the gate itself, at any task it creates: it must not wait for itself.
      while (omp_get_thread_num() != producer && !PEEK(submitted)) {
#pragma omp taskyield
      }
      gate = 1;
    }
    for (int i = 0; i < k_held; i++) {
#pragma omp task depend(in : gate) depend(inout : cells[i % 64]) firstprivate(i) shared(gate, cells)
      {
        if (gate == 1) hits[i]++;
        CHECK_EQ(cells[i % 64], i / 64);
        cells[i % 64]++;
      }
    }
    POKE(submitted, 1);
  }
  for (int i = 0; i < k_held; i++) CHECK_EQ(hits[i], 1);
  return check_result();
}

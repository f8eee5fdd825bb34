// in, out and inout order tasks as the sequential program would: chains, readers between writers, many addresses.
#include "check.h"

enum { k_cells = 32, k_tasks = 2000 };

static unsigned mix(unsigned a, unsigned b) { return a * 31u + b * 17u + 7u; }

static void random_accesses(unsigned *cell, int deferred) {
  unsigned seed = 12345;
  for (int t = 0; t < k_tasks; t++) {
    seed = seed * 1103515245u + 12345u;
    int a = seed >> 8 & 31, b = seed >> 14 & 31, c = seed >> 20 & 31;
    if (a == c || b == c) continue;
#pragma omp task if (deferred) depend(in : cell[a], cell[b]) depend(inout : cell[c])
    cell[c] = mix(cell[c], cell[a] ^ cell[b]);
  }
}

int main(void) {
  long chain = 1;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 500; i++) {
#pragma omp task depend(inout : chain) shared(chain)
    chain = (chain * 3 + i) % 100003;
  }
  long wanted = 1;
  for (int i = 0; i < 500; i++) wanted = (wanted * 3 + i) % 100003;
  CHECK_EQ(chain, wanted);

  int value = 0, readers = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 1; round <= 50; round++) {
#pragma omp task depend(out : value) shared(value, readers)
    {
      CHECK_EQ(readers, (round - 1) * 6);
      value = round;
    }
    for (int r = 0; r < 6; r++) {
#pragma omp task depend(in : value) shared(value, readers)
      {
        CHECK_EQ(value, round);
        HIT(readers);
      }
    }
  }
  CHECK_EQ(readers, 300);

  unsigned parallel_cells[k_cells], serial_cells[k_cells];
  for (int i = 0; i < k_cells; i++) parallel_cells[i] = serial_cells[i] = (unsigned)i;
#pragma omp parallel
#pragma omp single
  random_accesses(parallel_cells, 1);
  random_accesses(serial_cells, 0);
  CHECK_EQ(memcmp(parallel_cells, serial_cells, sizeof serial_cells), 0);
  return check_result();
}

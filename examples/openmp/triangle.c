// A loop whose iterations grow, handed out one by one: gcc -O2 -fopenmp triangle.c
// Row i of a triangle has i elements. schedule(dynamic, 1) balances that on any runtime; what differs is the price of a
// chunk.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2000, ROUNDS = 500 };
static unsigned rows[ROWS];

int main(void) {
  double start = omp_get_wtime();
  for (int round = 0; round < ROUNDS; round++)
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < ROWS; i++) {
      unsigned sum = 0;
      for (int j = 0; j <= i / 16; j++) sum = sum * 5 + (unsigned)j;
      rows[i] += sum;
    }
  double seconds = omp_get_wtime() - start;
  for (int i = 0; i < ROWS; i++) {
    unsigned sum = 0;
    for (int j = 0; j <= i / 16; j++) sum = sum * 5 + (unsigned)j;
    if (rows[i] != sum * ROUNDS) return fprintf(stderr, "row %d is wrong\n", i), EXIT_FAILURE;
  }
  printf("%.3f s, result correct\n", seconds);
}

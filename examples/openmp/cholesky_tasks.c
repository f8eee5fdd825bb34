// Tiled Cholesky factorisation with task dependences: gcc -O2 -fopenmp cholesky_tasks.c -lm
// Coarse tasks: -DTILES=12 -DSIZE=128. The matrix min(i, j) + 1 has the factor L with ones on and below its diagonal,
// so the result is checked exactly.
#include <math.h>
#include <omp.h>
#include <stdio.h>

#ifndef TILES
#define TILES 72  // 65 thousand tasks of a few microseconds: what a runtime costs shows
#define SIZE 16
#endif
typedef struct {
  double at[SIZE][SIZE];
} Tile;
static Tile matrix[TILES][TILES];

static void factor(Tile* a) {
  for (int j = 0; j < SIZE; j++) {
    for (int i = j; i < SIZE; i++)
      for (int k = 0; k < j; k++) a->at[i][j] -= a->at[i][k] * a->at[j][k];
    a->at[j][j] = sqrt(a->at[j][j]);
    for (int i = j + 1; i < SIZE; i++) a->at[i][j] /= a->at[j][j];
  }
}

static void solve(const Tile* l, Tile* a) {  // a = a * l^-T
  for (int j = 0; j < SIZE; j++)
    for (int i = 0; i < SIZE; i++) {
      for (int k = 0; k < j; k++) a->at[i][j] -= a->at[i][k] * l->at[j][k];
      a->at[i][j] /= l->at[j][j];
    }
}

static void update(const Tile* a, const Tile* b, Tile* c) {  // c -= a * b^T
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      for (int k = 0; k < SIZE; k++) c->at[i][j] -= a->at[i][k] * b->at[j][k];
}

static double* element(int i, int j) { return &matrix[i / SIZE][j / SIZE].at[i % SIZE][j % SIZE]; }

int main(void) {
  for (int i = 0; i < TILES * SIZE; i++)
    for (int j = 0; j < TILES * SIZE; j++) *element(i, j) = (i < j ? i : j) + 1;
  double start = omp_get_wtime();
#pragma omp parallel master
  for (int k = 0; k < TILES; k++) {
#pragma omp task depend(inout : matrix[k][k])
    factor(&matrix[k][k]);
    for (int i = k + 1; i < TILES; i++) {
#pragma omp task depend(in : matrix[k][k]) depend(inout : matrix[i][k])
      solve(&matrix[k][k], &matrix[i][k]);
      for (int j = k + 1; j <= i; j++)
#pragma omp task depend(in : matrix[i][k], matrix[j][k]) depend(inout : matrix[i][j])
        update(&matrix[i][k], &matrix[j][k], &matrix[i][j]);
    }
  }
  double seconds = omp_get_wtime() - start;
  for (int i = 0; i < TILES * SIZE; i++)
    for (int j = 0; j <= i; j++)
      if (*element(i, j) != 1) return fprintf(stderr, "wrong at row %d, column %d\n", i, j), 1;
  printf("%.3f s, result correct\n", seconds);
}

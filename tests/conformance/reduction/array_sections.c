// Array sections, whole arrays and variable lengths are reduced element by element.
#include "check.h"

static void reduce_into(int n, long *table) {
  long local[n];
  for (int i = 0; i < n; i++) local[i] = i;
#pragma omp parallel for reduction(+ : table[1 : n - 2], local) schedule(dynamic)
  for (int i = 0; i < 1000; i++) {
    table[1 + i % (n - 2)] += i;
    local[i % n] += 1;
  }
  long wanted[n];
  for (int i = 0; i < n; i++) wanted[i] = i;
  for (int i = 0; i < 1000; i++) wanted[i % n] += 1;
  for (int i = 0; i < n; i++) CHECK_EQ(local[i], wanted[i]);
}

int main(void) {
  long table[16] = {5}, wanted[16] = {5};
  reduce_into(10, table);
  for (int i = 0; i < 1000; i++) wanted[1 + i % 8] += i;
  for (int i = 0; i < 16; i++) CHECK_EQ(table[i], wanted[i]);
  int grid[4][5] = {{0}};
#pragma omp parallel num_threads(5) reduction(+ : grid[1 : 2][:])
  grid[1 + omp_get_thread_num() % 2][omp_get_thread_num()] += 3;
  int total = 0;
  for (int i = 0; i < 20; i++) total += (&grid[0][0])[i];
  CHECK_EQ(total, 15);
  double big[4096];
  for (int i = 0; i < 4096; i++) big[i] = 1;
#pragma omp parallel num_threads(3) reduction(* : big)
  for (int i = 0; i < 4096; i++) big[i] *= 2;
  for (int i = 0; i < 4096; i++) CHECK(big[i] == 8);
  return check_result();
}

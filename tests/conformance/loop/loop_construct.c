// The loop construct, bound to parallel, teams or thread, and order(concurrent), cover each iteration once.
#include "check.h"

static int hits[500];

static void check_and_clear(int wanted) {
  for (int i = 0; i < 500; i++) {
    CHECK_EQ(hits[i], wanted);
    hits[i] = 0;
  }
}

int main(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp loop bind(parallel) reduction(+ : sum)
    for (int i = 0; i < 500; i++) hits[i]++, sum += i;
  }
  CHECK_EQ(sum, 124750);
  check_and_clear(1);
#pragma omp parallel loop collapse(2) order(concurrent)
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 10; j++) hits[i * 10 + j]++;
  check_and_clear(1);
#pragma omp loop bind(thread)
  for (int i = 0; i < 500; i++) hits[i]++;
  check_and_clear(1);
#pragma omp teams loop
  for (int i = 0; i < 500; i++) hits[i]++;
  check_and_clear(1);
  int last = 0;
#pragma omp parallel for order(concurrent) schedule(dynamic, 3)
  for (int i = 0; i < 500; i++) hits[i]++;
  check_and_clear(1);
#pragma omp parallel for order(reproducible : concurrent) lastprivate(last)
  for (int i = 0; i < 500; i++) hits[i]++, last = i;
  check_and_clear(1);
  CHECK_EQ(last, 499);
  return check_result();
}

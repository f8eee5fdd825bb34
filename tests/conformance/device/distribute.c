// distribute, alone and combined with parallel for and simd, covers each iteration once over all teams.
#include "check.h"

enum { k_trips = 203 };
static int hits[k_trips];

static void check_all(void) {
  for (int i = 0; i < k_trips; i++) {
    CHECK_EQ(hits[i], 1);
    hits[i] = 0;
  }
}

int main(void) {
#pragma omp teams num_teams(3)
#pragma omp distribute
  for (int i = 0; i < k_trips; i++) HIT(hits[i]);
  check_all();
#pragma omp teams distribute dist_schedule(static, 7) num_teams(4)
  for (int i = k_trips - 1; i >= 0; i--) HIT(hits[i]);
  check_all();
  int sum = 0, last = 0;
#pragma omp teams distribute parallel for num_teams(2) num_threads(2) schedule(dynamic, 3) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < k_trips; i++) {
    HIT(hits[i]);
    sum += i;
    last = i;
  }
  check_all();
  CHECK_EQ(sum, k_trips * (k_trips - 1) / 2);
  CHECK_EQ(last, k_trips - 1);
#pragma omp teams distribute parallel for simd collapse(2) num_teams(2)
  for (int i = 0; i < 29; i++)
    for (int j = 0; j < 7; j++) HIT(hits[i * 7 + j]);
  check_all();
#pragma omp teams distribute simd
  for (unsigned long long i = 0; i < k_trips; i++) hits[i]++;
  check_all();
#pragma omp teams loop num_teams(2)
  for (int i = 0; i < k_trips; i++) HIT(hits[i]);
  check_all();
  return check_result();
}

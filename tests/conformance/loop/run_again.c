// A loop that is run again and again, by the same place in the program, runs each iteration once every time: whether
// its work stays where it is, moves about, or the threads are not held together by a barrier. A runtime may remember
// how the work was spread last time.
#include "check.h"

enum { k_trips = 4000, k_runs = 40 };
static int hits[k_trips];
static int nowait_hits[k_runs][k_trips / 10];

static void work(int rounds) {
  for (volatile int spin = 0; spin < rounds;) spin = spin + 1;
}

static void check_all(const int* hit, int trips, int times) {
  for (int i = 0; i < trips; i++) CHECK_EQ(hit[i], times);
}

// `dear` iterations from `first` on are long.
static void run(int trips, int first, int dear) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < trips; i++) {
    work(i >= first && i < first + dear ? 300 : 1);
    HIT(hits[i]);
  }
}

static void work_stays(void) {
  for (int r = 0; r < k_runs; r++) run(k_trips, 0, k_trips / 8);
  check_all(hits, k_trips, k_runs);
  memset(hits, 0, sizeof hits);
}

static void work_moves(void) {
  for (int r = 0; r < k_runs; r++) run(k_trips, r * 977 % k_trips, k_trips / 8);
  check_all(hits, k_trips, k_runs);
  memset(hits, 0, sizeof hits);
}

static void length_changes(void) {
  int runs[k_trips] = {0};
  for (int r = 0; r < k_runs; r++) {
    const int trips = r * 607 % k_trips;
    run(trips, 0, trips / 8);
    for (int i = 0; i < trips; i++) runs[i]++;
  }
  for (int i = 0; i < k_trips; i++) CHECK_EQ(hits[i], runs[i]);
  memset(hits, 0, sizeof hits);
}

static void without_barriers(void) {
#pragma omp parallel
  for (int r = 0; r < k_runs; r++) {
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < k_trips / 10; i++) {
      work(i < 40 ? 200 : 1);
      HIT(nowait_hits[r][i]);
    }
  }
  for (int r = 0; r < k_runs; r++) check_all(nowait_hits[r], k_trips / 10, 1);
}

int main(void) {
  work_stays();
  work_moves();
  length_changes();
  without_barriers();
  return check_result();
}

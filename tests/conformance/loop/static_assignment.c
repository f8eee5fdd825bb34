// schedule(static) gives contiguous blocks in thread order, static,c round-robin chunks: OpenMP promises who runs what.
#include "check.h"

enum { k_trips = 103 };
static int owner[k_trips];

static void check_round_robin(int chunk) {
  int team = omp_get_max_threads();
  for (int i = 0; i < k_trips; i++) CHECK_EQ(owner[i], i / chunk % team);
}

static void check_blocks(void) {
  int team = omp_get_max_threads(), size[16] = {0};
  for (int i = 0; i < k_trips; i++) {
    CHECK(i == 0 || owner[i] >= owner[i - 1]);
    size[owner[i]]++;
  }
  for (int t = 0; t < team; t++) CHECK(size[t] <= (k_trips + team - 1) / team);
}

int main(void) {
  const int chunks[] = {1, 2, 5, 50, 200};
#pragma omp parallel for schedule(static)
  for (int i = 0; i < k_trips; i++) owner[i] = omp_get_thread_num();
  check_blocks();
  for (int c = 0; c < 5; c++) {
#pragma omp parallel for schedule(static, chunks[c])
    for (int i = 0; i < k_trips; i++) owner[i] = omp_get_thread_num();
    check_round_robin(chunks[c]);
    omp_set_schedule(omp_sched_static, chunks[c]);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < k_trips; i++) owner[i] = omp_get_thread_num();
    check_round_robin(chunks[c]);
#pragma omp parallel for schedule(monotonic : runtime)
    for (unsigned long long i = 0; i < k_trips; i++) owner[i] = omp_get_thread_num();
    check_round_robin(chunks[c]);
#pragma omp parallel for ordered schedule(static, chunks[c])
    for (int i = 0; i < k_trips; i++) {
#pragma omp ordered
      owner[i] = omp_get_thread_num();
    }
    check_round_robin(chunks[c]);
  }
  omp_set_schedule(omp_sched_static, 0);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < k_trips; i++) owner[i] = omp_get_thread_num();
  check_blocks();
  return check_result();
}

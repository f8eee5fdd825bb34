// dynamic and guided chunks are never cut smaller than asked; monotonic schedules hand a thread rising iterations.
#include "check.h"

enum { k_trips = 1000 };
static int owner[k_trips], last_seen[16];

static void note(int i) {
  int me = omp_get_thread_num();
  owner[i] = me;
  CHECK(i > last_seen[me]);
  last_seen[me] = i;
}

static void check_chunks(int chunk) {
  for (int i = 0; i < k_trips; i++) CHECK_EQ(owner[i], owner[i - i % chunk]);
  for (int t = 0; t < 16; t++) last_seen[t] = -1;
}

static void check_guided(int chunk) {
  int run = 1;
  for (int i = 1; i < k_trips; i++) {
    if (owner[i] == owner[i - 1]) {
      run++;
      continue;
    }
    CHECK(run >= chunk);
    run = 1;
  }
  for (int t = 0; t < 16; t++) last_seen[t] = -1;
}

int main(void) {
  for (int t = 0; t < 16; t++) last_seen[t] = -1;
  const int chunks[] = {1, 3, 7, 64};
  for (int c = 0; c < 4; c++) {
#pragma omp parallel for schedule(monotonic : dynamic, chunks[c])
    for (int i = 0; i < k_trips; i++) note(i);
    check_chunks(chunks[c]);
#pragma omp parallel for schedule(monotonic : guided, chunks[c])
    for (int i = 0; i < k_trips; i++) note(i);
    check_guided(chunks[c]);
    omp_set_schedule(omp_sched_dynamic | omp_sched_monotonic, chunks[c]);
#pragma omp parallel for schedule(runtime)
    for (unsigned long long i = 0; i < k_trips; i++) note((int)i);
    check_chunks(chunks[c]);
#pragma omp parallel for ordered schedule(dynamic, chunks[c])
    for (int i = 0; i < k_trips; i++) {
      note(i);
#pragma omp ordered
      {
      }
    }
    check_chunks(chunks[c]);
  }
  return check_result();
}

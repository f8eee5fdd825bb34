// A region opened by a callback of dl_iterate_phdr, which holds the loader's lock, gets its threads.
// They have idled so long that they ask whether the program has thread-local data.
// env: HEDDLE_LINGER=10
// link: -lpthread
#define _GNU_SOURCE
#include <link.h>
#include <unistd.h>

#include "../check.h"

enum { k_team = 8, k_idle_us = 100000 };

static void full_team(void) {
  int members = 0;
#pragma omp parallel num_threads(k_team)
  HIT(members);
  CHECK_EQ(members, k_team);
}

static int look(struct dl_phdr_info* module, size_t size, void* calls) {
  (void)module, (void)size;
  if (*(int*)calls >= 3) return 1;
  ++*(int*)calls;
  usleep(k_idle_us);
  full_team();
  return 0;
}

int main(void) {
  int calls = 0;
  omp_set_dynamic(0);
  full_team();
  dl_iterate_phdr(look, &calls);
  CHECK_EQ(calls, 3);
  usleep(k_idle_us);
  full_team();
  return check_result();
}

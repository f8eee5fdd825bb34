// An undeferred task of a mutexinoutset is kept apart from the deferred ones of its set.
#include "check.h"

enum { k_rounds = 100, k_deferred = 12 };

static void make_deferred(int* count, int* inside) {
  for (int i = 0; i < k_deferred; i++) {
#pragma omp task depend(mutexinoutset : *count)
    {
      CHECK_ALONE(*inside);
      ++*count;
    }
  }
}

// Among deferred tasks before and behind it.
static void one_set(void) {
  int count = 0, inside = 0;
  for (int round = 0; round < k_rounds; round++) {
    make_deferred(&count, &inside);
#pragma omp task if (0) depend(mutexinoutset : count) shared(count, inside)
    {
      CHECK_ALONE(inside);
      ++count;
    }
  }
#pragma omp taskwait
  CHECK_EQ(count, k_rounds * (k_deferred + 1));
}

// The creator is the only one that the set waits for.
static void between_writers(void) {
  int count = 0, inside = 0;
  for (int round = 0; round < k_rounds; round++) {
#pragma omp task depend(out : count) shared(count)
    {
      for (int i = 0; i < 50; i++) sched_yield();  // until all of the set have been made, if there is somebody else
      count = 1;
    }
    make_deferred(&count, &inside);
#pragma omp task if (0) depend(mutexinoutset : count) depend(in : inside) shared(count, inside)
    {
      CHECK_ALONE(inside);
      ++count;
    }
#pragma omp task depend(in : count) shared(count)
    CHECK_EQ(count, k_deferred + 2);
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    one_set();
    between_writers();
  }
  return check_result();
}

// Of the tasks of one site nearly all are short and some are long: those are shared out among the threads.
// races: the tools' threads take turns, so that little is shared
#include <unistd.h>

#include "check.h"

enum { k_group = 100, k_groups = 60, k_many = 20000, k_long_of_many = 200 };

static int started, finished, by_others;

// Which of the tasks are long: a number from 0 to `below`, as if drawn.
static unsigned draw(unsigned below) {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return (unsigned)(((unsigned long long)state * below) >> 32);
}

typedef enum { k_short, k_meets, k_sleeps } Length;

static void work(Length length, int creator) {
  if (length == k_meets) {
    HIT(started);
    while (PEEK(started) < 2) usleep(20);  // for ever, if the other one is not shared out
  } else if (length == k_sleeps) {
    usleep(500);
    if (omp_get_thread_num() != creator) HIT(by_others);
  }
  HIT(finished);
}

static void submit(Length length) {
  const int creator = omp_get_thread_num();
#pragma omp task firstprivate(length, creator)
  work(length, creator);
}

// Fewer than 64 a thread: no runtime runs one of them for want of room. The two long ones wait for each other.
static void two_that_meet(void) {
  const unsigned one = draw(k_group), other = (one + 1 + draw(k_group - 1)) % k_group;
  started = 0;
  for (unsigned i = 0; i < k_group; i++) submit(i == one || i == other ? k_meets : k_short);
#pragma omp taskwait
  CHECK_EQ(started, 2);
}

// So many that most run inside their creator, but for what is known of the long ones.
static void many(void) {
  for (int i = 0; i < k_many; i++) submit(draw(k_many) < k_long_of_many ? k_sleeps : k_short);
#pragma omp taskwait
}

int main(void) {
  const int threads = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads();
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
    for (int i = 0; i < 2000; i++) submit(k_short);
#pragma omp taskwait
    for (int group = 0; group < k_groups; group++) two_that_meet();
    many();
  }
  CHECK_EQ(finished, 2000 + k_groups * k_group + k_many);
  CHECK(by_others >= k_long_of_many / 10);  // of two threads about half
  return check_result();
}

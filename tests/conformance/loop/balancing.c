// Loops under the schedules that balance themselves (idws, steal, steal_most: kinds 6 to 8 of omp_set_schedule, which
// other runtimes ignore) run each iteration once, whatever their type, direction and shape; those that promise a rising
// order keep it.
// env: OMP_CANCELLATION=true
#include <limits.h>

#include "check.h"

enum { k_trips = 3000 };
static int hits[k_trips];

static void check_hits(int trips) {
  for (int i = 0; i < k_trips; i++) CHECK_EQ(hits[i], i < trips);
  memset(hits, 0, sizeof hits);
}

static void types_and_directions(void) {
  const unsigned long long high = ULLONG_MAX - 2 * k_trips;
#pragma omp parallel for schedule(runtime)
  for (unsigned long long i = high; i < high + 2 * k_trips; i += 2) HIT(hits[(i - high) / 2]);
  check_hits(k_trips);
#pragma omp parallel for schedule(runtime)
  for (unsigned long long i = k_trips; i > 0; i--) HIT(hits[i - 1]);
  check_hits(k_trips);
#pragma omp parallel for schedule(runtime)
  for (long i = LONG_MIN + 3 * k_trips; i > LONG_MIN; i -= 3) HIT(hits[(i - LONG_MIN) / 3 - 1]);
  check_hits(k_trips);
#pragma omp parallel for schedule(runtime)
  for (int i = 10; i < 10; i++) HIT(hits[i]);
  check_hits(0);
#pragma omp parallel for schedule(runtime) collapse(3)
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 10; j++)
      for (int k = 10; k > 0; k--) HIT(hits[i * 100 + j * 10 + k - 1]);
  check_hits(k_trips);
}

static void uneven_and_nested(void) {
  long sum = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
  for (int i = 0; i < k_trips; i++) {
    for (volatile int spin = 0; spin < (i < k_trips / 10 ? 2000 : 0);) spin = spin + 1;
    HIT(hits[i]);
    sum += i;
  }
  CHECK_EQ(sum, (long)k_trips * (k_trips - 1) / 2);
  check_hits(k_trips);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 10; i++) {
#pragma omp parallel for schedule(runtime) num_threads(2)
    for (int j = 0; j < 100; j++) HIT(hits[i * 100 + j]);
  }
  check_hits(1000);
}

static void many_without_barriers(void) {
#pragma omp parallel
  for (int round = 0; round < 100; round++) {
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < 30; i++) HIT(hits[round * 30 + i]);
  }
  check_hits(k_trips);
}

static void promised_orders(void) {
  int last = -1, wrong = 0;
#pragma omp parallel for schedule(runtime) ordered
  for (int i = 0; i < k_trips; i++) {
#pragma omp ordered
    {
      wrong += i != last + 1;
      last = i;
    }
  }
  CHECK_EQ(wrong, 0);
#pragma omp parallel reduction(+ : wrong)
  {
    int seen = -1;
#pragma omp for schedule(monotonic : runtime)
    for (int i = 0; i < k_trips; i++) {
      wrong += i <= seen;
      seen = i;
    }
  }
  CHECK_EQ(wrong, 0);
}

static void cancelled(void) {
#pragma omp parallel
  {
#pragma omp for schedule(runtime)
    for (int i = 0; i < k_trips; i++) {
      HIT(hits[i]);
      if (i % 100 == 50) {
#pragma omp cancel for
      }
    }
  }
  for (int i = 0; i < k_trips; i++) CHECK(hits[i] <= 1);
  memset(hits, 0, sizeof hits);
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int kind = 6; kind <= 8; kind++) {
    const int chunks[] = {0, 1, 7, 5000};
    for (int c = 0; c < 4; c++) {
      omp_set_schedule((omp_sched_t)kind, chunks[c]);
      types_and_directions();
      uneven_and_nested();
      many_without_barriers();
      promised_orders();
      cancelled();
    }
  }
  return check_result();
}

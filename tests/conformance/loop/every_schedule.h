// One loop body under every schedule, for one iteration type. The including file defines
//   T          the iteration type
//   T_MIN, T_MAX
//   T_DOWNWARDS  0 where the compiler cannot do loops downwards
// and calls check_every_schedule(). Each shape is run under each schedule; each iteration must be
// executed exactly once, with the value the sequential loop gives it.
#include <limits.h>

#include "check.h"

enum { k_most_trips = 1100 };

typedef struct {
  T first, bound, step;  // step > 0 always; downwards loops subtract it: 1 or 7, constants, as unsigned loops need
  int upwards, trips;
} Shape;

static int hits[k_most_trips];
static int strays;

static void mark(const Shape *shape, T i) {
  unsigned long long distance =
      shape->upwards ? (unsigned long long)i - (unsigned long long)shape->first
                     : (unsigned long long)shape->first - (unsigned long long)i;
  if (sizeof(T) == 4) distance = (unsigned)distance;
  unsigned long long trip = distance / (unsigned long long)shape->step;
  if (distance % (unsigned long long)shape->step || trip >= (unsigned)shape->trips)
    HIT(strays);
  else
    HIT(hits[trip]);
}

static void check_marks(const Shape *shape, const char *schedule) {
  int wrong = strays;
  for (int i = 0; i < k_most_trips; i++) wrong += hits[i] != (i < shape->trips);
  if (wrong && check_count_failure())
    printf("schedule(%s): %d wrong iterations, first %lld bound %lld step %lld %s\n", schedule, wrong,
           (long long)shape->first, (long long)shape->bound, (long long)shape->step,
           shape->upwards ? "up" : "down");
  memset(hits, 0, sizeof hits);
  strays = 0;
}

#define SCHEDULE(name, ...)                                                          \
  static void up_##name(const Shape *s) {                                            \
    T first = s->first, bound = s->bound, step = s->step;                            \
    OMP(parallel for schedule(__VA_ARGS__))                                          \
    for (T i = first; i < bound; i += step) mark(s, i);                              \
    check_marks(s, #__VA_ARGS__);                                                    \
  }                                                                                  \
  static void down1_##name(const Shape *s) {                                         \
    T first = s->first, bound = s->bound;                                            \
    OMP(parallel for schedule(__VA_ARGS__))                                          \
    for (T i = first; i > bound; i--) mark(s, i);                                    \
    check_marks(s, #__VA_ARGS__);                                                    \
  }                                                                                  \
  static void down7_##name(const Shape *s) {                                         \
    T first = s->first, bound = s->bound;                                            \
    OMP(parallel for schedule(__VA_ARGS__))                                          \
    for (T i = first; i > bound; i -= 7) mark(s, i);                                 \
    check_marks(s, #__VA_ARGS__);                                                    \
  }                                                                                  \
  static void pair_##name(const Shape *s) {                                          \
    T first = s->first, bound = s->bound, step = s->step;                            \
    OMP(parallel)                                                                    \
    {                                                                                \
      OMP(for schedule(__VA_ARGS__) nowait)                                          \
      for (T i = first; i < bound; i += step) mark(s, i);                            \
      OMP(for schedule(__VA_ARGS__))                                                 \
      for (T i = first; i < bound; i += step) mark(s, i);                            \
    }                                                                                \
    for (int i = 0; i < s->trips; i++) hits[i] = hits[i] == 2 ? 1 : 100 + hits[i];   \
    check_marks(s, #__VA_ARGS__ ", two loops, nowait");                              \
  }

static int seven(void) { return 7; }
static long large = 500;  // times the largest step still inside the type; see huge_chunk.c for more

#define SCHEDULES(X)                          \
  X(static_plain, static)                     \
  X(static_1, static, 1)                      \
  X(static_call, static, seven())             \
  X(static_large, static, large)              \
  X(dynamic_plain, dynamic)                   \
  X(dynamic_call, dynamic, seven())           \
  X(dynamic_large, dynamic, large)            \
  X(guided_plain, guided)                     \
  X(guided_3, guided, 3)                      \
  X(guided_large, guided, large)              \
  X(auto_plain, auto)                         \
  X(runtime_plain, runtime)                   \
  X(mono_static, monotonic : static, 5)       \
  X(mono_dynamic, monotonic : dynamic, 2)     \
  X(mono_guided, monotonic : guided)          \
  X(mono_runtime, monotonic : runtime)        \
  X(non_dynamic, nonmonotonic : dynamic, 4)   \
  X(non_guided, nonmonotonic : guided, 2)     \
  X(non_runtime, nonmonotonic : runtime)

SCHEDULES(SCHEDULE)

static void run_shape(const Shape *s) {
#define CALL(name, ...)                                    \
  (s->upwards ? (up_##name(s), pair_##name(s)) \
              : s->step == 1 ? down1_##name(s) : down7_##name(s));
  SCHEDULES(CALL)
#undef CALL
}

static void check_every_schedule(void) {
  const T zero = 0;
  const Shape shapes[] = {
      {zero, 1000, 1, 1, 1000},
      {5, 5 + 997, 3, 1, 333},
      {zero, 1, 1, 1, 1},
      {zero, zero, 1, 1, 0},
      {10, 3, 2, 1, 0},
      {1000, zero, 1, 0, 1000},
      {1000, 12, 7, 0, 142},
      {3, 10, 7, 0, 0},
      {(T)(T_MAX - 100), T_MAX, 1, 1, 100},
      {(T)(T_MAX - 100), (T)(T_MAX - 2), 7, 1, 14},
      {(T)(T_MIN + 100), T_MIN, 1, 0, 100},
      {(T)(T_MIN + 100), (T)(T_MIN + 2), 7, 0, 14},
      {T_MIN, (T)(T_MIN + 50), 2, 1, 25},
      {T_MAX, (T)(T_MAX - 50), 7, 0, 8},
      {zero, (T)(T_MAX / 1001 * 999 + 1), (T)(T_MAX / 1001), 1, 1000},
  };
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    omp_set_schedule(kinds[s % 4], (int)(s % 3) * 4);
    if (shapes[s].upwards || T_DOWNWARDS) run_shape(&shapes[s]);
  }
}

// Nests of loops as Intel's compiler hands them over: each iteration is one thread's, one thread has the last.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { k_less_or_equal, k_greater_or_equal, k_not_equal, k_less, k_greater };
enum { k_int = 5, k_long = 7, k_side = 40 };

// The interface's bounds_info_t.
typedef struct {
  int32_t type, variable_type, compare, outer;
  int64_t lower, lower_factor, upper, upper_factor, step;
  uint64_t trip;
} Loop;

int32_t __kmpc_global_thread_num(void* at);
int32_t __kmpc_for_collapsed_init(void* at, int32_t self, Loop* loops, Loop* chunk, int32_t n, int32_t* last);
uint64_t __kmpc_process_loop_nest_rectang(void* at, int32_t self, Loop* loops, int32_t n);
void __kmpc_calc_original_ivs_rectang(void* at, uint64_t number, const Loop* loops, uint64_t* variables, int32_t n);

static struct {
  int32_t reserved, flags, reserved_2, reserved_3;
  const char* source;
} here = {0, 2, 0, 0, ";collapsed.c;main;1;1;;"};

static int failures;

static void expect(long got, long want, const char* what, int line) {
  if (got == want) return;
#pragma omp critical
  printf("line %d: %s is %ld, not %ld\n", line, what, got, want), failures++;
}
#define EXPECT(got, want) expect((got), (want), #got, __LINE__)

// for (i = 0; i < k_side; i++) for (j = i; j < 2 * i + 3; j += 2): where it comes before, with, or after a point.
static int order(long i, long j, const Loop* chunk, int of_end) {
  const long at_i = of_end ? chunk[0].upper : chunk[0].lower;
  const long at_j = of_end ? chunk[1].upper : chunk[1].lower;
  if (i != at_i) return i < at_i ? -1 : 1;
  return j == at_j ? 0 : j < at_j ? -1 : 1;
}

static void trapezium(void) {
  static int hits[k_side][2 * k_side + 3];
  memset(hits, 0, sizeof hits);
  int lasts = 0, busy = 0;
#pragma omp parallel reduction(+ : lasts, busy)
  {
    Loop loops[2] = {{k_long, k_long, k_less, 0, 0, 0, k_side, 0, 1, 0}, {k_long, k_long, k_less, 0, 0, 1, 3, 2, 2, 0}};
    Loop chunk[2];
    int32_t last = -1;
    const int some = __kmpc_for_collapsed_init(&here, __kmpc_global_thread_num(&here), loops, chunk, 2, &last);
    busy += some != 0;
    lasts += last == 1;
    EXPECT(loops[0].compare, k_less_or_equal);
    EXPECT(loops[0].upper, k_side - 1);
    EXPECT(loops[1].compare, k_less_or_equal);
    EXPECT(loops[1].upper, 2);
    for (long i = 0; some && i < k_side; i++)
      for (long j = i; j < 2 * i + 3; j += 2)
        if (order(i, j, chunk, 0) >= 0 && order(i, j, chunk, 1) <= 0) {
#pragma omp atomic
          hits[i][j]++;
        }
  }
  EXPECT(lasts, 1);
  EXPECT(busy, omp_get_max_threads());
  for (long i = 0; i < k_side; i++)
    for (long j = i; j < 2 * i + 3; j += 2) EXPECT(hits[i][j], 1);
}

static void nothing(void) {
  int some = 0;
#pragma omp parallel reduction(+ : some)
  {
    Loop loops[2] = {{k_long, k_long, k_less, 0, 0, 0, 0, 0, 1, 0}, {k_long, k_long, k_less, 0, 0, 1, 9, 0, 1, 0}};
    Loop chunk[2];
    int32_t last = -1;
    some += __kmpc_for_collapsed_init(&here, __kmpc_global_thread_num(&here), loops, chunk, 2, &last);
    EXPECT(last, 0);
  }
  EXPECT(some, 0);
}

static void rectangle(void) {
  Loop loops[2] = {{k_int, k_int, k_not_equal, 0, 5, 0, -1, 0, -1, 0}, {k_int, k_int, k_less, 0, 0, 0, 7, 0, 3, 0}};
  EXPECT((long)__kmpc_process_loop_nest_rectang(&here, __kmpc_global_thread_num(&here), loops, 2), 18);
  EXPECT((long)loops[0].trip, 6);
  EXPECT((long)loops[1].trip, 3);
  uint64_t number = 0;
  for (int i = 5; i != -1; i--)
    for (int j = 0; j < 7; j += 3) {
      uint64_t at[2];
      __kmpc_calc_original_ivs_rectang(&here, number++, loops, at, 2);
      EXPECT((int)at[0], i);
      EXPECT((int)at[1], j);
    }
}

int main(void) {
  trapezium();
  nothing();
  rectangle();
  return failures != 0;
}

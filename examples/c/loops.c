/* Parallel loops in C: a dot product, the same bits for any number of threads.
 * gcc -O2 loops.c -lheddle */
#include <heddle/heddle.h>
#include <stdio.h>

enum { n = 1000000 };
static double x[n], y[n];

static int fill(int64_t first, int64_t last, void* data) {
  (void)data;
  for (int64_t i = first; i < last; ++i) {
    x[i] = 1.0 / (double)(i + 1);
    y[i] = (double)(i % 10);
  }
  return 0;
}

static int add(int64_t first, int64_t last, void* value, void* data) {
  (void)data;
  double sum = *(double*)value;
  for (int64_t i = first; i < last; ++i) sum += x[i] * y[i];
  *(double*)value = sum;
  return 0;
}

static void join(void* into, const void* from, void* data) {
  (void)data;
  *(double*)into += *(const double*)from;
}

static int find_large(int64_t i, void* data) {
  (void)data;
  return x[i] * y[i] > 0.85 ? (int)i : 0; /* anything but 0 stops the loop and is returned */
}

int main(void) {
  heddle_range all = {0, n, 1};
  int code = heddle_parallel_for_blocks(all, fill, NULL, NULL);
  if (code != HEDDLE_OK) return fprintf(stderr, "%s\n", heddle_error_string(code)), 1;
  double zero = 0, one = 0, all_threads = 0;
  heddle_reduction dot = {sizeof(double), &zero, add, join, 1};
  heddle_loop_options options = HEDDLE_LOOP_OPTIONS;
  heddle_parallel_reduce(all, &dot, &all_threads, NULL, &options);
  options.threads = 1;
  heddle_parallel_reduce(all, &dot, &one, NULL, &options);
  int large = heddle_parallel_for(all, find_large, NULL, NULL);
  printf("dot product %.17g, the same bits on one thread: %s; element %d is large\n", all_threads,
         one == all_threads ? "yes" : "no", large);
  return one == all_threads && large > 0 ? 0 : 1;
}

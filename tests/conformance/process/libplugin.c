// The library of dlopen_plugin: a region, a task loop and a threadprivate counter.
#include <omp.h>

static int own;
#pragma omp threadprivate(own)

int plugin_sum(int n) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    own++;
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < n; i++) sum += i;
#pragma omp single
    {
#pragma omp taskloop
      for (int i = 0; i < n; i++) __atomic_fetch_add(&own, 0, __ATOMIC_RELAXED);
    }
  }
  return sum;
}

int plugin_threads(void) { return omp_get_max_threads(); }

// dialect: switches
// status: 3
// expect: continued 5|pragma 6|workers 3|everywhere 4|phases 0|sections 3 4|master 1
// F1 to F11: how directives may be written, what stands round them.
#include <stdio.h>

#define WORKERS 3
#define TASK(words) _Pragma(#words)

static int value, order[4], each, left, right, main_worker;

int main(int argc, char** argv) {
  if (argc > 5) return 1;
  (void)argv;
#pragma omp parallel num_threads(2)
  {
#pragma omp task depend(out : value) name("continued")  // a comment
    {
      value = 5;
    }
  }
  printf("continued %d\n", value);
#pragma omp parallel
  {
    _Pragma("omp task depend(inout : value)") { value++; }
  }
  printf("pragma %d\n", value);
#pragma GCC diagnostic push
#pragma GCC diagnostic pop
  static int counted;
  counted = 0;
#pragma omp parallel num_threads(WORKERS)
  {
    __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
  }
  printf("workers %d\n", counted);
#pragma omp parallel num_threads((WORKERS + 1))
  {
    __atomic_fetch_add(&each, 1, __ATOMIC_RELAXED);
  }
  printf("everywhere %d\n", each);
  int bad = 0;
  for (int i = 0; i < 100; i++) {
    order[0] = order[1] = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp task
      {
        order[0] = 1;
      }
#pragma omp barrier
#pragma omp task
      {
        order[1] = order[0] + 1;
      }
    }
    bad += order[1] != 2;
  }
  printf("phases %d\n", bad);
#pragma omp parallel sections
  {
#pragma omp section
    {
      left = 3;
    }
#pragma omp section
    right = 4;
  }
  printf("sections %d %d\n", left, right);
#pragma omp parallel
  {
#pragma omp master
    {
      main_worker = 1;
    }
  }
  printf("master %d\n", main_worker);
  return 3;
}

// See side.h. NAME is gcc or clang.
#include <omp.h>
#include <stdint.h>

#define JOIN(a, b) a##_##b
#define JOINED(a, b) JOIN(a, b)
#define SIDE(function) JOINED(NAME, function)
#include "side.h"

long SIDE(sum)(long n, int* threads) {
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp single
    *threads = omp_get_num_threads();
#pragma omp for schedule(dynamic, 8)
    for (long i = 1; i <= n; i++) sum += i;
  }
  return sum;
}

long SIDE(tasks)(int n, long (*other)(long, int*)) {
  long cell = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 1; i <= n; i++) {
#pragma omp task depend(inout : cell) shared(cell) firstprivate(i)
      {
        int threads;
        cell = cell * 3 % 1000003 + other(i, &threads);
      }
    }
  }
  return cell;
}

void SIDE(detached)(void (*hand_over)(void* event), int* done) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
    int before = 0;
#pragma omp task detach(event) depend(out : before)
    hand_over((void*)(uintptr_t)event);
#pragma omp task depend(in : before)
    *done = 1;
#pragma omp taskwait
  }
}

void SIDE(fulfil)(void* event) { omp_fulfill_event((omp_event_handle_t)(uintptr_t)event); }

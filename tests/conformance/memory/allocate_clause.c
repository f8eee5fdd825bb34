// The allocate clause gives private copies their own aligned storage on parallel, loops, tasks and sections.
#include <stdint.h>

#include "check.h"

int main(void) {
  int sum = 0, shared_x = 4;
  double wide[9] = {1, 2, 3};
  omp_alloctrait_t traits[] = {{omp_atk_alignment, 64}};
  omp_allocator_handle_t aligned = omp_init_allocator(omp_default_mem_space, 1, traits);
#pragma omp parallel num_threads(4) allocate(omp_default_mem_alloc : shared_x) allocate(aligned : wide) \
    firstprivate(shared_x, wide) reduction(+ : sum) allocate(omp_low_lat_mem_alloc : sum)
  {
    CHECK_EQ(shared_x, 4);
    CHECK(wide[2] == 3);
    CHECK_EQ((uintptr_t)wide % 64, 0);
    wide[2] = shared_x = omp_get_thread_num();
    sum += shared_x;
#pragma omp barrier
    CHECK(wide[2] == omp_get_thread_num());
  }
  CHECK_EQ(sum, 6);
  CHECK(wide[2] == 3);
  int last = 0;
#pragma omp parallel for lastprivate(last) allocate(aligned : last) schedule(dynamic)
  for (int i = 0; i < 30; i++) last = i;
  CHECK_EQ(last, 29);
  enum { n = 20 };  // clang takes no array of variable length into a task
  int vla[n];
  for (int i = 0; i < n; i++) vla[i] = i;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task firstprivate(vla) allocate(omp_default_mem_alloc : vla) shared(sum)
    sum += vla[19];
#pragma omp taskwait
  }
  CHECK_EQ(sum, 25);
  omp_destroy_allocator(aligned);
  return check_result();
}

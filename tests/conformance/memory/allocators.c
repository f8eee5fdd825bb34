// omp_alloc and its relatives give aligned, zeroed, resizable memory from every predefined allocator.
#include <stdint.h>

#include "check.h"

static void fill_and_check(unsigned char *p, size_t n, int value) {
  memset(p, value, n);
  for (size_t i = 0; i < n; i++) CHECK_EQ(p[i], value);
}

static void use(omp_allocator_handle_t allocator) {
  unsigned char *p = omp_alloc(1000, allocator);
  CHECK(p != NULL);
  if (!p) return;
  fill_and_check(p, 1000, 7);
  p = omp_realloc(p, 5000, allocator, allocator);
  for (int i = 0; i < 1000; i++) CHECK_EQ(p[i], 7);
  p = omp_realloc(p, 10, allocator, allocator);
  CHECK_EQ(p[9], 7);
  omp_free(p, allocator);
  for (size_t alignment = 8; alignment <= 4096; alignment *= 8) {
    p = omp_aligned_alloc(alignment, alignment * 3, allocator);
    CHECK_EQ((uintptr_t)p % alignment, 0);
    fill_and_check(p, alignment * 3, 9);
    omp_free(p, omp_null_allocator);
    p = omp_aligned_calloc(alignment, 4, alignment, allocator);
    CHECK_EQ((uintptr_t)p % alignment, 0);
    for (size_t i = 0; i < 4 * alignment; i++) CHECK_EQ(p[i], 0);
    omp_free(p, allocator);
  }
  p = omp_calloc(30, 40, allocator);
  for (int i = 0; i < 1200; i++) CHECK_EQ(p[i], 0);
  omp_free(p, allocator);
  CHECK(omp_alloc(0, allocator) == NULL);
  omp_free(NULL, allocator);
}

int main(void) {
  for (int handle = omp_default_mem_alloc; handle <= omp_thread_mem_alloc; handle++) use((omp_allocator_handle_t)handle);
  CHECK_EQ(omp_get_default_allocator(), omp_default_mem_alloc);
  omp_set_default_allocator(omp_large_cap_mem_alloc);
  CHECK_EQ(omp_get_default_allocator(), omp_large_cap_mem_alloc);
  use(omp_null_allocator);
#pragma omp parallel num_threads(3)
  {
    CHECK_EQ(omp_get_default_allocator(), omp_large_cap_mem_alloc);
    use(omp_null_allocator);
  }
  return check_result();
}

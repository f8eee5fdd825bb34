// An allocator's traits hold: alignment, pool size with its fallbacks, and freeing gives room back.
#include <stdint.h>

#include "check.h"

static void pool_with_null_fallback(void) {
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_alignment, 128}};
  omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 3, traits);
  CHECK(pool != omp_null_allocator);
  for (int round = 0; round < 100; round++) {
    char *a = omp_alloc(1500, pool), *b = omp_alloc(1500, pool);
    CHECK(a && b && a != b);
    CHECK_EQ((uintptr_t)a % 128, 0);
    CHECK(omp_alloc(1500, pool) == NULL);
    memset(a, 1, 1500);
    memset(b, 2, 1500);
    CHECK_EQ(a[1499], 1);
    omp_free(b, pool);
    omp_free(a, omp_null_allocator);
  }
  omp_destroy_allocator(pool);
}

static void pool_with_other_allocator(void) {
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1024}, {omp_atk_fallback, omp_atv_allocator_fb},
                               {omp_atk_fb_data, omp_large_cap_mem_alloc}};
  omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 3, traits);
  char *big = omp_alloc(100000, pool);
  CHECK(big != NULL);
  if (big) memset(big, 3, 100000);
  omp_free(big, pool);
  omp_destroy_allocator(pool);
}

static void default_fallback(void) {
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1024}, {omp_atk_sync_hint, omp_atv_contended},
                               {omp_atk_access, omp_atv_all}, {omp_atk_partition, omp_atv_environment}};
  omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 4, traits);
  void *big = omp_alloc(100000, pool);
  CHECK(big != NULL);
  omp_free(big, pool);
  omp_destroy_allocator(pool);
}

int main(void) {
  pool_with_null_fallback();
  pool_with_other_allocator();
  default_fallback();
  omp_alloctrait_t bad[] = {{omp_atk_alignment, 3}};
  CHECK(omp_init_allocator(omp_default_mem_space, 1, bad) == omp_null_allocator);
  omp_alloctrait_t unknown[] = {{(omp_alloctrait_key_t)77, 1}};
  CHECK(omp_init_allocator(omp_default_mem_space, 1, unknown) == omp_null_allocator);
  omp_alloctrait_t pool[] = {{omp_atk_pool_size, 64 * 1024}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t shared_pool = omp_init_allocator(omp_large_cap_mem_space, 2, pool);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 300; i++) {
    char *p = omp_alloc(100 + i, shared_pool);
    CHECK(p != NULL);
    if (p) memset(p, i, (size_t)(100 + i));
    omp_free(p, shared_pool);
  }
  omp_destroy_allocator(shared_pool);
  return check_result();
}

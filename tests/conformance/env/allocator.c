// OMP_ALLOCATOR names the default allocator.
#include "respawn.h"

static int child(void) {
  void *p = omp_alloc(100, omp_null_allocator);
  printf("%d%s", (int)omp_get_default_allocator(), p ? "" : " none");
  omp_free(p, omp_null_allocator);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  static const char *const good[][2] = {{"omp_default_mem_alloc", "1"}, {"omp_large_cap_mem_alloc", "2"}, {"omp_const_mem_alloc", "3"},
                                        {"omp_high_bw_mem_alloc", "4"}, {"omp_low_lat_mem_alloc", "5"}, {"omp_cgroup_mem_alloc", "6"},
                                        {"omp_pteam_mem_alloc", "7"}, {"omp_thread_mem_alloc", "8"}};
  for (unsigned i = 0; i < 8; i++) check_setting("x", "OMP_ALLOCATOR", good[i][0], good[i][1]);
  check_malformed("x", "OMP_ALLOCATOR", "my_alloc", "1");
  return check_result();
}

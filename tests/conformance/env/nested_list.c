// A list in OMP_NUM_THREADS or OMP_PROC_BIND turns nesting on by itself.
#include "respawn.h"

static int child(void) {
  printf("%d", omp_get_max_active_levels() > 1);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  check_setting("x", "OMP_NUM_THREADS", "2,2", "1");
  check_setting("x", "OMP_NUM_THREADS", "2", "0");
  check_setting("x", "OMP_NESTED", "true", "1");
  check_setting("x", "OMP_NESTED", "FALSE", "0");
  check_malformed("x", "OMP_NESTED", "perhaps", "0");
  return check_result();
}

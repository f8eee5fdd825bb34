// OMP_NUM_THREADS: one number, or a list with one number for each nesting level.
#include "respawn.h"

static int child(void) {
  int sizes[3] = {0};
#pragma omp parallel
#pragma omp single
  {
    sizes[0] = omp_get_num_threads();
#pragma omp parallel
#pragma omp single
    {
      sizes[1] = omp_get_num_threads();
#pragma omp parallel
#pragma omp single
      sizes[2] = omp_get_num_threads();
    }
  }
  printf("%d %d %d", sizes[0], sizes[1], sizes[2]);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  setenv("OMP_MAX_ACTIVE_LEVELS", "3", 1);
  check_setting("x", "OMP_NUM_THREADS", "2,3,4", "2 3 4");
  check_setting("x", "OMP_NUM_THREADS", " 4 , 2 ", "4 2 2");
  check_setting("x", "OMP_NUM_THREADS", "3,1,2", "3 1 2");
  check_setting("x", "OMP_NUM_THREADS", "2", "2 2 2");
  setenv("OMP_MAX_ACTIVE_LEVELS", "1", 1);
  check_setting("x", "OMP_NUM_THREADS", "5", "5 1 1");
  check_malformed("x", "OMP_NUM_THREADS", "banana", NULL);
  check_malformed("x", "OMP_NUM_THREADS", "0", NULL);
  check_malformed("x", "OMP_NUM_THREADS", "-2", NULL);
  check_malformed("x", "OMP_NUM_THREADS", "2,,3", NULL);
  check_malformed("x", "OMP_NUM_THREADS", "4x", NULL);
  check_malformed("x", "OMP_NUM_THREADS", "99999999999999999999999", NULL);
  return check_result();
}

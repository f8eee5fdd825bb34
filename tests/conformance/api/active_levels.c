// max-active-levels, nested and dynamic are stored, clipped and read back as documented.
#include "check.h"

int main(void) {
  int supported = omp_get_supported_active_levels();
  for (int levels = 0; levels < 5; levels++) {
    omp_set_max_active_levels(levels);
    CHECK_EQ(omp_get_max_active_levels(), levels);
  }
  omp_set_max_active_levels(-3);
  CHECK_EQ(omp_get_max_active_levels(), 4);
  omp_set_max_active_levels(supported);
  CHECK_EQ(omp_get_max_active_levels(), supported);
  omp_set_nested(0);
  CHECK_EQ(omp_get_nested(), 0);
  CHECK_EQ(omp_get_max_active_levels(), 1);
  omp_set_nested(1);
  CHECK_EQ(omp_get_nested(), 1);
  CHECK(omp_get_max_active_levels() > 1);
  omp_set_max_active_levels(1);
  CHECK_EQ(omp_get_nested(), 0);
  omp_set_max_active_levels(0);
#pragma omp parallel num_threads(4)
  CHECK_EQ(omp_get_num_threads(), 1);
  omp_set_dynamic(1);
  CHECK_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(77);
  CHECK_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(0);
  CHECK_EQ(omp_get_dynamic(), 0);
  return check_result();
}

// The default device can be set and read, per task, and does not change where code runs without devices.
#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_default_device(), 0);
  omp_set_default_device(3);
  CHECK_EQ(omp_get_default_device(), 3);
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ(omp_get_default_device(), 3);
    omp_set_default_device(omp_get_thread_num());
    CHECK_EQ(omp_get_default_device(), omp_get_thread_num());
  }
  CHECK_EQ(omp_get_default_device(), 3);
  int ran = 0;
#pragma omp target map(tofrom : ran)
  ran = omp_is_initial_device();
  CHECK_EQ(ran, 1);
  return check_result();
}

// OpenMP 4.0's target and teams entry points, and the registration of offload tables, on a machine without devices.
#include "gomp_abi.h"

static void kernel(void* argument) {
  void** addresses = argument;
  int* value = addresses[0];
  *value += 5;
}

int main(void) {
  int value = 1;
  void* addresses[1] = {&value};
  unsigned long sizes[1] = {sizeof value};
  unsigned char kinds[1] = {3};
  GOMP_target(-1, kernel, NULL, 1, addresses, sizes, kinds);
  CHECK_EQ(value, 6);
  GOMP_target_data(-1, NULL, 1, addresses, sizes, kinds);
  GOMP_target(-1, kernel, NULL, 1, addresses, sizes, kinds);
  GOMP_target_update(-1, NULL, 1, addresses, sizes, kinds);
  GOMP_target_end_data();
  CHECK_EQ(value, 11);
  GOMP_teams(1, 2);
  CHECK_EQ(omp_get_num_teams(), 1);
  static void* nothing[1];
  void* table[4] = {nothing, nothing, nothing, nothing};
  GOMP_offload_register(table, 5, NULL);
  GOMP_offload_register_ver(0x10001, table, 8, NULL);
  CHECK_EQ(omp_get_num_devices(), 0);
  GOMP_offload_unregister_ver(0x10001, table, 8, NULL);
  GOMP_offload_unregister(table, 5, NULL);
  GOMP_target(-1, kernel, NULL, 1, addresses, sizes, kinds);
  CHECK_EQ(value, 16);
  return check_result();
}

// The device memory routines work on the initial device: alloc, copy, strided copy, presence, association.
// gcc-only: these routines are libomptarget's, which clang links for devices only
#include "check.h"

int main(void) {
  int host = omp_get_initial_device();
  CHECK_EQ(host, omp_get_num_devices());
  CHECK_EQ(omp_get_device_num(), host);
  int *there = omp_target_alloc(100 * sizeof(int), host);
  CHECK(there != NULL);
  int here[100], back[100] = {0};
  for (int i = 0; i < 100; i++) here[i] = i * i;
  CHECK_EQ(omp_target_memcpy(there, here, sizeof here, 0, 0, host, host), 0);
  CHECK_EQ(omp_target_memcpy(back, there, 50 * sizeof(int), 10 * sizeof(int), 20 * sizeof(int), host, host), 0);
  for (int i = 0; i < 50; i++) CHECK_EQ(back[10 + i], (20 + i) * (20 + i));
  CHECK_EQ(back[9], 0);
  CHECK_EQ(back[60], 0);
  CHECK_EQ(omp_target_is_present(here, host), 1);
  size_t volume[2] = {3, 4}, to_offset[2] = {1, 2}, from_offset[2] = {5, 6}, dims[2] = {10, 10};
  int target[100] = {0};
  CHECK_EQ(omp_target_memcpy_rect(target, here, sizeof(int), 2, volume, to_offset, from_offset, dims, dims, host, host), 0);
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      int inside = i >= 1 && i < 4 && j >= 2 && j < 6;
      CHECK_EQ(target[i * 10 + j], inside ? here[(i + 4) * 10 + j + 4] : 0);
    }
  CHECK(omp_target_associate_ptr(here, there, 4, 0, host) != 0);
  CHECK(omp_target_disassociate_ptr(here, host) != 0);
  CHECK(omp_target_memcpy_rect(NULL, NULL, 4, 2, volume, to_offset, from_offset, dims, dims, host, host) >= 2);
  omp_target_free(there, host);
  omp_target_free(NULL, host);
  CHECK(omp_target_alloc(16, 12345) == NULL);
  return check_result();
}

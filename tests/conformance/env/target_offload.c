// OMP_TARGET_OFFLOAD=disabled and default run target regions on the host; mandatory ends the program that asks for an absent device.
#include "respawn.h"

static int child(const char *mode) {
  int on_host = 0, device = !strcmp(mode, "absent") ? 7 : omp_get_default_device();
#pragma omp target map(tofrom : on_host) device(device)
  on_host = omp_is_initial_device();
  printf("%d", on_host);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  check_setting("x", "OMP_TARGET_OFFLOAD", "disabled", "1");
  check_setting("x", "OMP_TARGET_OFFLOAD", "DEFAULT", "1");
  check_malformed("x", "OMP_TARGET_OFFLOAD", "sometimes", "1");
#ifndef __clang__  // without devices to compile for, clang calls the host's code itself
  const Setting mandatory[] = {{"OMP_TARGET_OFFLOAD", "mandatory"}, {NULL, NULL}};
  Outcome outcome = respawn("absent", mandatory);
  CHECK(outcome.status != 0);
  CHECK(strstr(outcome.err, "MANDATORY") || strstr(outcome.err, "mandatory"));
#endif
  return check_result();
}

// OMP_STACKSIZE and GOMP_STACKSIZE give other threads room: units, blanks, and a use of what was asked for.
#include "respawn.h"

static int child(const char *megabytes) {
  long wanted = atol(megabytes) << 20, used = 0;
#pragma omp parallel num_threads(3) reduction(+ : used)
  {
    volatile char *room = __builtin_alloca((size_t)wanted);
    for (long i = 0; i < wanted; i += 4096) room[i] = 1;
    for (long i = 0; i < wanted; i += 4096) used += room[i];
  }
  printf("%ld", used / 3 * 4096 >> 20);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  check_setting("6", "OMP_STACKSIZE", "20M", "6");
  check_setting("6", "OMP_STACKSIZE", "20480", "6");
  check_setting("6", "OMP_STACKSIZE", "20480 K", "6");
  check_setting("6", "OMP_STACKSIZE", " 20000000B ", "6");
  check_setting("6", "GOMP_STACKSIZE", "20480", "6");
  check_malformed("1", "OMP_STACKSIZE", "lots", "1");
  check_malformed("1", "OMP_STACKSIZE", "20Q", "1");
  check_malformed("1", "OMP_STACKSIZE", "-4M", "1");
  return check_result();
}

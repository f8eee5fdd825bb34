// OMP_DISPLAY_ENV shows, once, what KMP_* variables have made of the settings
// heddle-only: libomp does not show what KMP_AFFINITY means for OMP_PROC_BIND
// threads: 2
#include "respawn.h"

static int times(const char* text, const char* part) {
  int count = 0;
  for (const char* at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) count++;
  return count;
}

int main(int count, char** words) {
  if (count > 1) return omp_get_max_threads() < 1;
  (void)words;
#ifndef __clang__
  return 77;  // for libgomp these variables are nothing
#endif
  const Setting set[] = {
      {"OMP_DISPLAY_ENV", "true"}, {"KMP_STACKSIZE", "3M"}, {"KMP_AFFINITY", "compact"}, {NULL, NULL}};
  const Outcome shown = respawn("quiet", set);
  CHECK_EQ(shown.status, 0);
  CHECK_EQ(times(shown.err, "OPENMP DISPLAY ENVIRONMENT BEGIN"), 1);
  CHECK_EQ(times(shown.err, "OMP_STACKSIZE='3M'"), 1);
  CHECK_EQ(times(shown.err, "OMP_PROC_BIND='close'"), 1);
  const Setting wrong[] = {{"OMP_DISPLAY_ENV", "true"}, {"KMP_STACKSIZE", "much"}, {NULL, NULL}};
  const Outcome warned = respawn("quiet", wrong);
  CHECK_EQ(warned.status, 0);
  CHECK_EQ(times(warned.err, "KMP_STACKSIZE"), 1);
  CHECK_EQ(times(warned.err, "OPENMP DISPLAY ENVIRONMENT BEGIN"), 1);
  return check_result();
}

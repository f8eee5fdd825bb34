// OMP_DISPLAY_AFFINITY prints one line a thread, in OMP_AFFINITY_FORMAT when that is given.
#include "respawn.h"

// Where and how the library of each compiler does by default.
#ifdef __clang__
#define SHOWN(outcome) ((outcome).out)
static const char k_line[] = "OMP: pid ";
#else
#define SHOWN(outcome) ((outcome).err)
static const char k_line[] = "level 1 thread";
#endif

static int child(void) {
#pragma omp parallel num_threads(3)
  CHECK_EQ(omp_get_level(), 1);
  return check_result();
}

static int lines_with(const char *text, const char *word) {
  int lines = 0;
  for (const char *at = text; (at = strstr(at, word)); at++) lines++;
  return lines;
}

int main(int count, char **words) {
  if (count > 1) return child();
  const Setting plain[] = {{"OMP_DISPLAY_AFFINITY", "true"}, {NULL, NULL}};
  Outcome outcome = respawn("x", plain);
  CHECK_EQ(outcome.status, 0);
  CHECK_EQ(lines_with(SHOWN(outcome), "\n"), 3);
  CHECK_EQ(lines_with(SHOWN(outcome), k_line), 3);
  const Setting formatted[] = {{"OMP_DISPLAY_AFFINITY", "true"}, {"OMP_AFFINITY_FORMAT", "<%n of %N at %L>"}, {NULL, NULL}};
  outcome = respawn("x", formatted);
  CHECK_EQ(lines_with(SHOWN(outcome), "<0 of 3 at 1>\n"), 1);
  CHECK_EQ(lines_with(SHOWN(outcome), "<1 of 3 at 1>\n"), 1);
  CHECK_EQ(lines_with(SHOWN(outcome), "<2 of 3 at 1>\n"), 1);
  CHECK_EQ(lines_with(SHOWN(outcome), "\n"), 3);
  const Setting off[] = {{"OMP_DISPLAY_AFFINITY", "false"}, {NULL, NULL}};
  CHECK_EQ(strlen(SHOWN(respawn("x", off))), 0);
  check_malformed("x", "OMP_DISPLAY_AFFINITY", "perhaps", "");
  return check_result();
}

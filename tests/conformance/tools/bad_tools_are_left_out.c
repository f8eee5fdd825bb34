// A tool that is no library, wants another version, or crashes in its start is named and left out, and the program runs
// shared: libbad_tool.c
// threads: 2
// heddle-only: libgomp has no interface for tools
// races: the crash is not to be ThreadSanitizer's
#include <omp.h>

#include "../env/respawn.h"

static int run(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum++;
  return sum == omp_get_max_threads() ? 0 : 1;
}

static void check_warning(const char *library, const char *way, const char *named) {
  const Setting settings[] = {{"OMP_TOOL_LIBRARIES", library}, {"BAD_TOOL", way}, {NULL, NULL}};
  const Outcome outcome = respawn("run", settings);
  const char *const warning = strstr(outcome.err, "warning");
  CHECK_EQ(outcome.status, 0);
  CHECK((warning != NULL) == (named != NULL));
  if (named != NULL) CHECK(strstr(outcome.err, named) != NULL);
  CHECK(warning == NULL || strstr(warning + 1, "warning") == NULL);
}

// Who asks is told why there is no tool.
static void check_diary(const char *tool, const char *said) {
  const Setting settings[] = {{"OMP_TOOL_VERBOSE_INIT", "stderr"}, {"OMP_TOOL", tool}, {NULL, NULL}};
  const Outcome outcome = respawn("run", settings);
  CHECK_EQ(outcome.status, 0);
  CHECK(strstr(outcome.err, said) != NULL);
}

int main(int count, char **words) {
  (void)words;
  if (count > 1) return run();
  check_warning("./libbad_tool.so", "works", NULL);
  check_warning("./libbad_tool.so", "does not begin", NULL);
  check_warning("./libbad_tool.so", "wants another version", "'./libbad_tool.so' is left out: it declines");
  check_warning("./libbad_tool.so", "crashes when asked", "'./libbad_tool.so' is left out: it crashes in ompt_start_tool (Segmentation fault)");
  check_warning("./libbad_tool.so", "crashes when it begins", "'./libbad_tool.so' is left out: it crashes in its initialiser (Segmentation fault)");
  check_warning("./libbad_tool.so", "aborts when it begins", "'./libbad_tool.so' is left out: it crashes in its initialiser (Aborted)");
  check_warning("/proc/self/status", "works", "'/proc/self/status' is left out");
  check_diary("enabled", "no ompt_start_tool in the program");
  check_diary("disabled", "OMP_TOOL=disabled");
  setenv("OMP_TOOL_VERBOSE_INIT", "./no/such/folder", 1);
  check_warning("./libbad_tool.so", "works", "cannot be written");
  return check_result();
}

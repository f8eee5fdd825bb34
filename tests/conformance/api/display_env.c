// omp_display_env prints every setting on stderr in the standard's frame, from a call and from OMP_DISPLAY_ENV.
#include "../env/respawn.h"

static const char *const k_names[] = {
    "_OPENMP", "OMP_DYNAMIC", "OMP_NESTED", "OMP_NUM_THREADS", "OMP_SCHEDULE", "OMP_PROC_BIND", "OMP_PLACES",
    "OMP_STACKSIZE", "OMP_WAIT_POLICY", "OMP_THREAD_LIMIT", "OMP_MAX_ACTIVE_LEVELS", "OMP_CANCELLATION",
    "OMP_DEFAULT_DEVICE", "OMP_MAX_TASK_PRIORITY", "OMP_DISPLAY_AFFINITY", "OMP_AFFINITY_FORMAT",
    "OMP_NUM_TEAMS", "OMP_TEAMS_THREAD_LIMIT", "OMP_ALLOCATOR", "OMP_TARGET_OFFLOAD"};

// How the library of each compiler writes it.
#ifdef __clang__
static const char k_openmp[] = "201611", k_threads[] = "OMP_NUM_THREADS='3'", k_schedule[] = "OMP_SCHEDULE='dynamic,4'";
static const char k_own[] = "HEDDLE_LOOP";
#else
static const char k_openmp[] = "201511", k_threads[] = "OMP_NUM_THREADS = '3'", k_schedule[] = "OMP_SCHEDULE = 'DYNAMIC,4'";
static const char k_own[] = "GOMP_SPINCOUNT";
#endif

static void check_display(const char *text) {
  CHECK(strstr(text, "OPENMP DISPLAY ENVIRONMENT BEGIN") != NULL);
  CHECK(strstr(text, "OPENMP DISPLAY ENVIRONMENT END") != NULL);
  CHECK(strstr(text, k_openmp) != NULL);
  CHECK(strstr(text, k_threads) != NULL);
  CHECK(strstr(text, k_schedule) != NULL);
  for (unsigned i = 0; i < sizeof k_names / sizeof *k_names; i++)
    if (!strstr(text, k_names[i]) && check_count_failure()) printf("%s is not displayed\n", k_names[i]);
}

int main(int count, char **words) {
  if (count > 1) {
    if (!strcmp(words[1], "call")) omp_display_env(0);
    if (!strcmp(words[1], "verbose")) omp_display_env(1);
    return 0;
  }
  const Setting base[] = {{"OMP_NUM_THREADS", "3"}, {"OMP_SCHEDULE", "dynamic,4"}, {NULL, NULL}};
  check_display(respawn("call", base).err);
  Outcome verbose = respawn("verbose", base);
  check_display(verbose.err);
  CHECK(strstr(verbose.err, k_own) != NULL);
  const Setting shown[] = {{"OMP_NUM_THREADS", "3"}, {"OMP_SCHEDULE", "dynamic,4"}, {"OMP_DISPLAY_ENV", "true"}, {NULL, NULL}};
  check_display(respawn("quiet", shown).err);
  const Setting silent[] = {{"OMP_DISPLAY_ENV", "false"}, {NULL, NULL}};
  CHECK_EQ(strlen(respawn("quiet", silent).err), 0);
  return check_result();
}

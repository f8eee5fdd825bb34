// OMP_DYNAMIC, OMP_CANCELLATION, OMP_MAX_ACTIVE_LEVELS, OMP_MAX_TASK_PRIORITY, OMP_DEFAULT_DEVICE, OMP_THREAD_LIMIT, OMP_NUM_TEAMS, OMP_TEAMS_THREAD_LIMIT set what the API reads.
#include "respawn.h"

typedef struct {
  const char *name;
  int (*read)(void);
} Reader;

static const Reader k_readers[] = {
    {"OMP_DYNAMIC", omp_get_dynamic}, {"OMP_CANCELLATION", omp_get_cancellation},
    {"OMP_MAX_ACTIVE_LEVELS", omp_get_max_active_levels}, {"OMP_MAX_TASK_PRIORITY", omp_get_max_task_priority},
    {"OMP_DEFAULT_DEVICE", omp_get_default_device}, {"OMP_THREAD_LIMIT", omp_get_thread_limit},
    {"OMP_NUM_TEAMS", omp_get_max_teams}, {"OMP_TEAMS_THREAD_LIMIT", omp_get_teams_thread_limit}};

static int child(const char *name) {
  for (unsigned i = 0; i < sizeof k_readers / sizeof *k_readers; i++)
    if (!strcmp(name, k_readers[i].name)) printf("%d", k_readers[i].read());
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  static const char *const good[][3] = {
      {"OMP_DYNAMIC", "true", "1"}, {"OMP_DYNAMIC", " FALSE ", "0"}, {"OMP_CANCELLATION", "True", "1"},
      {"OMP_CANCELLATION", "false", "0"}, {"OMP_MAX_ACTIVE_LEVELS", "7", "7"}, {"OMP_MAX_ACTIVE_LEVELS", "0", "0"},
      {"OMP_MAX_TASK_PRIORITY", "33", "33"}, {"OMP_DEFAULT_DEVICE", "2", "2"}, {"OMP_THREAD_LIMIT", "6", "6"},
      {"OMP_NUM_TEAMS", "5", "5"}, {"OMP_TEAMS_THREAD_LIMIT", "3", "3"}};
  for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
    check_setting(good[i][0], good[i][0], good[i][1], good[i][2]);
  static const char *const bad[][3] = {
      {"OMP_DYNAMIC", "maybe", "0"}, {"OMP_CANCELLATION", "2", "0"}, {"OMP_MAX_ACTIVE_LEVELS", "-1", NULL},
      {"OMP_MAX_ACTIVE_LEVELS", "two", NULL}, {"OMP_MAX_TASK_PRIORITY", "high", NULL}, {"OMP_DEFAULT_DEVICE", "gpu", NULL},
      {"OMP_THREAD_LIMIT", "0", NULL}, {"OMP_THREAD_LIMIT", "1e3", NULL}, {"OMP_NUM_TEAMS", "0", "0"},
      {"OMP_TEAMS_THREAD_LIMIT", "-5", "0"}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
    check_malformed(bad[i][0], bad[i][0], bad[i][1], bad[i][2]);
  return check_result();
}

// OMP_SCHEDULE: every kind, chunk, modifier, capital letters and blanks; a wrong one warns and is ignored.
#include "respawn.h"

static int child(void) {
  omp_sched_t kind;
  int chunk, hits[50] = {0}, wrong = 0;
  omp_get_schedule(&kind, &chunk);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 50; i++) HIT(hits[i]);
  for (int i = 0; i < 50; i++) wrong += hits[i] != 1;
  const char *names[] = {"", "static", "dynamic", "guided", "auto"};
  printf("%s %d%s", names[kind & 7], kind == omp_sched_auto ? 0 : chunk, wrong ? " wrong" : "");
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  static const char *const good[][2] = {
      {"static", "static 0"}, {"dynamic", "dynamic 1"}, {"guided", "guided 1"}, {"auto", "auto 0"},
      {"static,5", "static 5"}, {"dynamic,7", "dynamic 7"}, {"guided, 3", "guided 3"}, {" DYNAMIC , 2 ", "dynamic 2"},
      {"Static , 1", "static 1"}, {"monotonic:dynamic,4", "dynamic 4"}, {"nonmonotonic:guided,2", "guided 2"},
      {"monotonic:static", "static 0"}, {"MONOTONIC : GUIDED", "guided 1"}, {"nonmonotonic:dynamic", "dynamic 1"}};
  for (unsigned i = 0; i < sizeof good / sizeof *good; i++) check_setting("x", "OMP_SCHEDULE", good[i][0], good[i][1]);
#ifdef __clang__
  check_setting("x", "OMP_SCHEDULE", NULL, "static 0");
#else
  check_setting("x", "OMP_SCHEDULE", NULL, "dynamic 1");
#endif
  static const char *const bad[] = {"sideways", "dynamic,x", "guided,4,5", "monotonic:", "static 5", "polytonic:static"};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) check_malformed("x", "OMP_SCHEDULE", bad[i], NULL);
  return check_result();
}

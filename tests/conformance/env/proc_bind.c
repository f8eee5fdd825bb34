// OMP_PROC_BIND takes each policy, a list of policies per level, and truth values.
#include "respawn.h"

static int child(void) {
  int inner = -1;
#pragma omp parallel num_threads(2)
#pragma omp single
  inner = omp_get_proc_bind();
  printf("%d %d", omp_get_proc_bind(), inner);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  static const char *const good[][2] = {{"false", "0 0"}, {"true", "1 1"}, {"master", "2 2"}, {"primary", "2 2"},
                                        {"close", "3 3"}, {"spread", "4 4"}, {"SPREAD", "4 4"}, {"spread,close", "4 3"}, {"close , spread", "3 4"}};
  for (unsigned i = 0; i < sizeof good / sizeof *good; i++) check_setting("x", "OMP_PROC_BIND", good[i][0], good[i][1]);
  static const char *const bad[] = {"nearby", "spread,", "true,close"};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) check_malformed("x", "OMP_PROC_BIND", bad[i], NULL);
  return check_result();
}

// OMP_PLACES in all its forms: lists, intervals, strides, exclusions of abstract names with counts.
#include "respawn.h"

static int child(void) {
  printf("%d:", omp_get_num_places());
  for (int p = 0; p < omp_get_num_places(); p++) {
    int ids[64] = {0}, n = omp_get_place_num_procs(p);
    if (n <= 64) omp_get_place_proc_ids(p, ids);
    for (int i = 0; i < n; i++) printf(" %d", ids[i]);
    printf(";");
  }
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  if (omp_get_num_procs() < 2) return check_skip("the places name two processors");
  setenv("OMP_PROC_BIND", "true", 1);
  static const char *const good[][2] = {
      {"{0},{1}", "2: 0; 1;"}, {"{1},{0}", "2: 1; 0;"}, {"{0,1}", "1: 0 1;"}, {"{0:2}", "1: 0 1;"},
      {"{0}:2", "2: 0; 1;"}, {"{0}:2:1", "2: 0; 1;"}, {"{1}:2:-1", "2: 1; 0;"}, {"{0:2:1}", "1: 0 1;"},
      {" { 0 } , { 1 } ", "2: 0; 1;"}, {"{0:2,!1}", "1: 0;"}};
  for (unsigned i = 0; i < sizeof good / sizeof *good; i++) check_setting("x", "OMP_PLACES", good[i][0], good[i][1]);
  static const char *const bad[] = {"{0", "nowhere", "{a}", "{0}:x", "{}"};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) check_malformed("x", "OMP_PLACES", bad[i], NULL);
  static const char *const names[] = {"threads", "cores", "sockets", "threads(1)", "cores(1)", "ll_caches", "numa_domains"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    const Setting settings[] = {{"OMP_PLACES", names[i]}, {NULL, NULL}};
    Outcome outcome = respawn("x", settings);
    CHECK_EQ(outcome.status, 0);
    CHECK(atoi(outcome.out) >= 1);
    if (strchr(names[i], '(')) CHECK_EQ(atoi(outcome.out), 1);
  }
  return check_result();
}

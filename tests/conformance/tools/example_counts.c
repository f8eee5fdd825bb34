// The tool of examples/ompt is found by OMP_TOOL_LIBRARIES, and counts what a program does
// shared: ../../../examples/ompt/count.c
// threads: 2 4
// heddle-only: libgomp has no interface for tools
#include <omp.h>

#include "../env/respawn.h"

static int run(void) {
  int sum = 0;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task shared(sum) depend(inout : sum)
      sum++;
    }
  }
  return sum == 150 ? 0 : 1;
}

int main(int count, char **words) {
  (void)words;
  if (count > 1) return run();
  const int threads = omp_get_max_threads();
  const Setting settings[] = {{"OMP_TOOL_LIBRARIES", "./count.so"}, {NULL, NULL}};
  const Outcome outcome = respawn("run", settings);
  CHECK_EQ(outcome.status, 0);
  long seen, regions, implicit, tasks, started, ended;
  double ms;
  const int read = sscanf(outcome.err, "%ld threads, %ld regions in %lf ms, %ld implicit tasks, %ld tasks, %ld started, %ld ended",
                          &seen, &regions, &ms, &implicit, &tasks, &started, &ended);
  CHECK_EQ(read, 7);
  CHECK(seen == threads && regions == 3 && implicit == 3 * threads);
  CHECK(tasks == 150 && started == 150 && ended == 150);
  const Setting missing[] = {{"OMP_TOOL_LIBRARIES", "./no_such_tool.so"}, {NULL, NULL}};
  const Outcome without = respawn("run", missing);
  CHECK(without.status == 0 && strstr(without.err, "'./no_such_tool.so' is left out") != NULL);
  return check_result();
}

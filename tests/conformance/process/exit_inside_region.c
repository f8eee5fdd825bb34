// exit() and abort() inside a region end the process with the status asked for, and exit handlers run once.
#include <signal.h>

#include "../env/respawn.h"

static void say_bye(void) { puts("bye"); }

static int child(const char *mode) {
  atexit(say_bye);
  if (!strcmp(mode, "first")) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0) exit(7);
  } else if (!strcmp(mode, "other")) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 2) exit(8);
  } else if (!strcmp(mode, "task")) {
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
      if (omp_get_level() == 1 && i == 11) exit(9);
    }
  } else if (!strcmp(mode, "abort")) {
    signal(SIGABRT, SIG_DFL);
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 1) abort();
  } else if (!strcmp(mode, "after")) {
    int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum += 14;
    return sum;
  }
  return 99;
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  static const struct {
    const char *mode;
    int status;
  } rows[] = {{"first", 7}, {"other", 8}, {"task", 9}, {"abort", 256 + SIGABRT}, {"after", 42}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    Outcome outcome = respawn(rows[i].mode, NULL);
    CHECK_EQ(outcome.status, rows[i].status);
    if (rows[i].status < 256) CHECK_EQ(strcmp(outcome.out, "bye\n"), 0);
  }
  return check_result();
}

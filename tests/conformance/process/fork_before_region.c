// After a fork before any region, parent and child each have a whole runtime.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int team_sum(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += omp_get_thread_num();
  return sum;
}

int main(void) {
  pid_t child = fork();
  if (child == 0) _exit(team_sum() == 6 ? 0 : 1);
  CHECK_EQ(team_sum(), 6);
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK_EQ(system("exit 3") >> 8, 3);
  CHECK_EQ(team_sum(), 6);
  return check_result();
}

// A child forked inside a region by one thread can open a region of its own and leave.
// races: ThreadSanitizer ends children with threads; it takes the context of a task for one
// heddle-only: libgomp hangs in the child
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int child_work(void) {
  alarm(10);
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += 1;
  return sum >= 1 && sum <= 3 ? 0 : 1;
}

int main(void) {
  int status = -1;
#pragma omp parallel
  {
#pragma omp single
    {
      pid_t child = fork();
      if (child == 0) _exit(child_work());
      waitpid(child, &status, 0);
    }
  }
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
  return check_result();
}

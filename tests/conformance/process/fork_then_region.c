// A child forked after a region can open regions and run tasks itself, and the parent goes on undisturbed.
// races: ThreadSanitizer ends children with threads
// heddle-only: libgomp hangs in the child, which has none of its parent's threads
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int work(void) {
  int sum = 0, tasks = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100; i++) sum += i;
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task shared(tasks)
      HIT(tasks);
    }
  }
  return sum == 4950 && tasks == 50;
}

static int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int main(void) {
  CHECK(work());
  for (int round = 0; round < 5; round++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(10);  // a hang becomes SIGALRM
      int good = work();
      pid_t grandchild = fork();
      if (grandchild == 0) _exit(work() ? 0 : 1);
      _exit(good && wait_for(grandchild) == 0 && work() ? 0 : 1);
    }
    CHECK(work());
    CHECK_EQ(wait_for(child), 0);
  }
  return check_result();
}

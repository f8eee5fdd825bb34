// A region leaves the floating-point rounding mode and the signal mask of its caller alone.
// races: ThreadSanitizer handles signals
// link: -lm
#include <fenv.h>
#include <signal.h>

#include "check.h"

int main(void) {
  sigset_t blocked, before, after;
  sigemptyset(&blocked);
  memset(&before, 0, sizeof before);  // the system writes only the part that it has signals for
  memset(&after, 0, sizeof after);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &blocked, NULL);
  sigprocmask(SIG_BLOCK, NULL, &before);
  fesetround(FE_UPWARD);
#pragma omp parallel num_threads(4)
  {
    volatile double x = 1.0, y = 3.0;
    CHECK(x / y > 0.3);
  }
  CHECK_EQ(fegetround(), FE_UPWARD);
  fesetround(FE_TONEAREST);
  sigprocmask(SIG_BLOCK, NULL, &after);
  CHECK_EQ(memcmp(&before, &after, sizeof before), 0);
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0) CHECK(action.sa_handler == SIG_DFL);
  }
  return check_result();
}

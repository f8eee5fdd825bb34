// pthread_exit() inside a region or a task ends the process with words that name it, whichever thread calls
// heddle-only: on libgomp and libomp the other threads wait for ever
// races: its processes end without a report of the sanitizer's
// checked: its processes end inside a region
#include <pthread.h>
#include <signal.h>

#include "../env/respawn.h"

static int child(int seat) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == seat) pthread_exit(NULL);
    if (seat == 3) {
#pragma omp single
#pragma omp task
      pthread_exit(NULL);
    }
  }
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child(atoi(words[1]));
  for (int seat = 0; seat <= 3; seat++) {
    const char word[] = {(char)('0' + seat), 0};
    const Outcome outcome = respawn(word, NULL);
    CHECK_EQ(outcome.status, 256 + SIGABRT);
    CHECK(strstr(outcome.err, "heddle: ") != NULL);
    CHECK(strstr(outcome.err, "pthread_exit()") != NULL);
    CHECK(strstr(outcome.err, "terminate called") == NULL);
  }
  return check_result();
}

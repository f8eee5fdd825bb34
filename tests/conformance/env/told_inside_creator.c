// A task that runs inside its creator and does not end is named while other threads idle.
// heddle-only: libgomp says nothing
// races: where a tool looks on, tasks are made before they run
// checked: the same
// timeout: 60
#include <poll.h>

#include "respawn.h"

// Prints what is said on standard error while a task lasts. A task that the creator runs because too many are queued
// counts for nothing; then another one is to last.
static int child(void) {
  enum { k_quick = 5000, k_most = 50000000, k_tries = 8 };
  static int said[2], told, tries;
  static volatile int creating = 1;
  if (pipe(said) || dup2(said[1], 2) != 2) return 2;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    const int creator = omp_get_thread_num();
    for (int made = 0; made < k_most && tries < k_tries && !told; made++) {
#pragma omp task firstprivate(creator, made)
      if (made > k_quick && creating && omp_get_thread_num() == creator && tries < k_tries && !told) {
        struct pollfd word = {said[0], POLLIN, 0};
        tries++;
        told = poll(&word, 1, 5000) > 0;
      }
    }
    creating = 0;
  }
  close(2), close(said[1]);
  char text[2048] = "";
  respawn_read(said[0], text, sizeof text);
  printf("%s", text);
  return !told;
}

int main(int count, char** words) {
  (void)words;
  if (count > 1) return child();
  const Setting patient[] = {{"HEDDLE_PATIENCE", "1"}, {"HEDDLE_INLINE", NULL}, {NULL, NULL}};
  Outcome outcome = respawn("child", patient);
  CHECK_EQ(outcome.status, 0);
  const char* told = strstr(outcome.out, " has run inside its creator, thread ");
  CHECK(told && strstr(told, "HEDDLE_INLINE=off") && !strstr(told + 1, " has run inside its creator"));
  CHECK(strstr(outcome.out, "a task made at ") && strstr(outcome.out, "told_inside_creator.c:"));
  if (!told) printf("%s\n", outcome.out);
  return check_result();
}

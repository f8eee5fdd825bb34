// The error directive at execution warns on stderr and goes on, or is fatal and ends the process with a failure.
// flags: -w
#include "../env/respawn.h"

static int child(const char *mode) {
  if (!strcmp(mode, "warn")) {
#pragma omp error at(execution) severity(warning) message("careful now")
    puts("went on");
  } else {
#pragma omp error at(execution) severity(fatal) message("no further")
    puts("went on");
  }
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  Outcome warned = respawn("warn", NULL), ended = respawn("die", NULL);
  CHECK_EQ(warned.status, 0);
  CHECK(strstr(warned.err, "careful now") != NULL);
  CHECK(strstr(warned.out, "went on") != NULL);
  CHECK(ended.status != 0);
  CHECK(strstr(ended.err, "no further") != NULL);
  CHECK(strstr(ended.out, "went on") == NULL);
  return check_result();
}

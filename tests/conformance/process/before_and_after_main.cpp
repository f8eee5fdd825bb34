// Regions opened by static constructors, static destructors and exit handlers work as in main.
#include "../env/respawn.h"

static int team_sum() {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += omp_get_thread_num();
  return sum;
}

struct AroundMain {
  AroundMain() { printf("%d", team_sum()); }
  ~AroundMain() { printf("%d", team_sum()), fflush(stdout); }
};

__attribute__((constructor)) static void early() {
  if (getenv("EARLY")) printf("%d", team_sum());
}

static void at_exit() { printf("%d", team_sum()); }

int main(int count, char **) {
  if (count > 1) {
    static AroundMain inside;
    atexit(at_exit);
    return 0;
  }
  const Setting settings[] = {{"EARLY", "yes"}, {nullptr, nullptr}};
  Outcome outcome = respawn("child", settings);
  CHECK_EQ(outcome.status, 0);
  CHECK_EQ(strcmp(outcome.out, "6666"), 0);
  return check_result();
}

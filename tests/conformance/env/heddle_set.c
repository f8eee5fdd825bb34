// heddle_set decides what the variables of the same name would, before OpenMP is used and not afterwards; what it refuses it names.
// heddle-only: Heddle's own settings
#include "../../../include/heddle/settings.h"

#include "respawn.h"

static int set(const char *name, const char *value) { return heddle_set(name, value); }

static int chain_of_tasks(void) {
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
#pragma omp task depend(inout : x)
    x++;
#pragma omp task depend(in : x) depend(inout : y)
    y += x;
  }
  return x == 200 && y == 200 * 201 / 2;
}

static int child(const char *word) {
  if (!strcmp(word, "set")) {
    printf("%d %d ", set("HEDDLE_DEPENDENCE", "async"), set("HEDDLE_ASYNC_MANAGERS", "all"));
    printf("%d %d ", set("HEDDLE_ASYNC_SPINS", "3"), set("HEDDLE_ASYNC_OPERATIONS", "2"));
    printf("%d %d ", set("HEDDLE_ASYNC_READY", "1"), set("HEDDLE_SCHEDULER", "dbf"));
    printf("%d", chain_of_tasks());
    fflush(stdout);
    omp_display_env(1);
  } else if (!strcmp(word, "refused")) {
    printf("%d ", set("HEDDLE_DEPENDENCE", "ddast") == EINVAL);
    printf("%d ", set("HEDDLE_ASYNC_MANAGERS", "0") == EINVAL);
    printf("%d ", set("HEDDLE_ASYNC_SPINS", "-1") == EINVAL);
    printf("%d ", set("HEDDLE_ASYNC_READY", "1e9") == EINVAL);
    printf("%d ", set("OMP_NUM_THREADS", "2") == EINVAL);
    printf("%d ", set("HEDDLE_DISABLE", "1") == EINVAL);
    printf("%d ", set("HEDDLE_NONSENSE", "1") == EINVAL);
    printf("%d ", set(NULL, "1") == EINVAL);
    printf("%d ", set("HEDDLE_LOOP", NULL) == EINVAL);
    printf("%d ", set("HEDDLE_SCHEDULER", "stael") == EINVAL);
    printf("%d", chain_of_tasks());
  } else {
    printf("%d ", chain_of_tasks());
    printf("%d", set("HEDDLE_DEPENDENCE", "locked") == EBUSY);
  }
  return 0;
}

static void check_printed(const Outcome *outcome, const char *text) {
  if (strcmp(outcome->out, text)) fprintf(stderr, "printed '%s' in place of '%s'\n", outcome->out, text);
  CHECK(!strcmp(outcome->out, text));
}

static void check_said(const Outcome *outcome, const char *text) {
  if (!strstr(outcome->err, text)) fprintf(stderr, "'%s' is not in '%s'\n", text, outcome->err);
  CHECK(strstr(outcome->err, text));
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  const Setting locked[] = {{"HEDDLE_DEPENDENCE", "locked"}, {NULL, NULL}};
  Outcome done = respawn("set", locked);
  check_printed(&done, "0 0 0 0 0 0 1");
  check_said(&done, "HEDDLE_DEPENDENCE = 'async'");
  check_said(&done, "HEDDLE_ASYNC_MANAGERS = 'all'");
  check_said(&done, "HEDDLE_ASYNC_SPINS = '3'");
  check_said(&done, "HEDDLE_SCHEDULER = 'dbf'");
  Outcome refused = respawn("refused", NULL);
  check_printed(&refused, "1 1 1 1 1 1 1 1 1 1 1");
  check_said(&refused, "HEDDLE_DEPENDENCE='ddast'");
  check_said(&refused, "adaptive, direct, locked, async, handover");
  check_said(&refused, "allowed is steal, dbf");
  check_said(&refused, "(did you mean steal?)");
  check_said(&refused, "HEDDLE_NONSENSE");
  Outcome late = respawn("late", NULL);
  check_printed(&late, "1 1");
  check_said(&late, "too late");
  return check_result();
}

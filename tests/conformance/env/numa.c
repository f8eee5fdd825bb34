// Under HEDDLE_SCHEDULER=numa a task that states a locality runs on that one's cpus, whoever makes it; a topology that is not there is named.
// heddle-only: Heddle's own settings
// link: -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

#include "../../../include/heddle/task.h"
#include "respawn.h"

enum { k_tasks = 400 };
static cpu_set_t ran_on[k_tasks];

static void note(void *number) {
  sched_getaffinity(0, sizeof(cpu_set_t), &ran_on[*(int *)number]);
}

// Each locality's tasks share a mask, of one cpu; localities differ where there are cpus enough.
static int placed(int cpus) {
  for (int i = 0; i < k_tasks; i++) {
    if (CPU_COUNT(&ran_on[i]) != 1 || !CPU_EQUAL(&ran_on[i], &ran_on[i % 2])) return 0;
  }
  return cpus == 1 || !CPU_EQUAL(&ran_on[0], &ran_on[1]);
}

static int child(const char *word) {
  cpu_set_t mask;
  sched_getaffinity(0, sizeof mask, &mask);
  int (*spawn)(const heddle_task *) = (int (*)(const heddle_task *))dlsym(NULL, "heddle_spawn");
  int refused = 1;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < k_tasks; i++) {
    heddle_task task = HEDDLE_TASK;
    task.body = note;
    task.argument = &i;
    task.argument_bytes = sizeof i;
    task.flags = HEDDLE_TASK_LOCALITY;
    refused = refused && spawn(&task) == HEDDLE_BAD_WORKERS;
    task.worker = 1 + (uint32_t)i % 2;
    if (spawn(&task) != 0) abort();
  }
  printf("%d %d", refused, !strcmp(word, "anywhere") || placed(CPU_COUNT(&mask)));
  return 0;
}

static void check_outcome(const Outcome *outcome, const char *wanted, const char *said) {
  CHECK(outcome->status == 0);
  CHECK(!strcmp(outcome->out, wanted));
  CHECK(strstr(outcome->err, said) != NULL);
}

int main(int count, char **words) {
  if (count > 1) return child(words[1]);
  const Setting two[] = {{"HEDDLE_SCHEDULER", "numa"}, {"HEDDLE_TOPOLOGY", "numa:2 core:1 pu:1"}, {NULL, NULL}};
  Outcome bound = respawn("placed", two);
  if (strstr(bound.err, "needs hwloc")) return check_skip("hwloc is not installed");
  check_outcome(&bound, "1 1", "");
  const Setting plain[] = {{"HEDDLE_SCHEDULER", "steal"}, {NULL, NULL}};
  Outcome anywhere = respawn("anywhere", plain);
  check_outcome(&anywhere, "1 1", "");
  const Setting wrong[] = {{"HEDDLE_SCHEDULER", "numa"}, {"HEDDLE_TOPOLOGY", "/nowhere/machine.xml"}, {NULL, NULL}};
  Outcome told = respawn("anywhere", wrong);
  check_outcome(&told, "1 1", "HEDDLE_TOPOLOGY='/nowhere/machine.xml' is a file that cannot be read; the machine as it is, is used instead");
  return check_result();
}

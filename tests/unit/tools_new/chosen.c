/* Loops and tasks whose results are known, for a policy that is chosen by name. Arguments NAME=VALUE go to heddle_set.
   Exit 0: all results are right. */
#include <stdio.h>
#include <string.h>

#include "heddle/settings.h"

enum { trip = 10000, links = 500 };

static int loops_are_right(void) {
  static int asked[trip], at_runtime[trip];
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(nonmonotonic : dynamic)
    for (int i = 0; i < trip; i++) asked[i]++;
#pragma omp for schedule(runtime)
    for (int i = 0; i < trip; i++) at_runtime[i]++;
  }
  for (int i = 0; i < trip; i++)
    if (asked[i] != 1 || at_runtime[i] != 1) return 0;
  return 1;
}

/* Two chains, one of which reads what the other writes, and tasks without dependences. */
static int tasks_are_right(void) {
  int x = 0, y = 0, free_ones = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < links; i++) {
#pragma omp task depend(inout : x)
    x++;
#pragma omp task depend(in : x) depend(inout : y)
    y += x;
#pragma omp task
#pragma omp atomic
    free_ones++;
  }
  return x == links && y == links * (links + 1) / 2 && free_ones == links;
}

int main(int count, char** words) {
  for (int i = 1; i < count; i++) {
    char* const value = strchr(words[i], '=');
    *value = '\0';
    if (heddle_set(words[i], value + 1) != 0) return 2;
  }
  if (!loops_are_right()) return fprintf(stderr, "a loop is wrong\n"), 1;
  if (!tasks_are_right()) return fprintf(stderr, "tasks are wrong\n"), 1;
  return 0;
}

/* Tasks in C: two that depend on each other, a group, and an event. */
#include <stdio.h>

#include <heddle/heddle.h>

static void store(void* argument) { **(int**)argument = 20; }
static void add_one(void* argument) { **(int**)argument += 1; }

int main(void) {
  int value = 0;
  int* address = &value;
  const heddle_access access = {&value, sizeof value, HEDDLE_OUT};
  heddle_event arrived = HEDDLE_EVENT;
  heddle_group group = HEDDLE_GROUP;
  heddle_task task = HEDDLE_TASK;
  task.argument = &address; /* copied */
  task.argument_bytes = sizeof address;
  task.argument_alignment = _Alignof(int*);
  task.accesses = &access;
  task.access_count = 1;
  task.group = &group;
  task.body = store;
  task.event = &arrived; /* it is over when this has happened, too */
  int code = heddle_spawn(&task);
  task.body = add_one;
  task.event = NULL;
  if (code == HEDDLE_OK) code = heddle_spawn(&task);
  if (code == HEDDLE_OK) code = heddle_event_complete(&arrived);
  if (code == HEDDLE_OK) code = heddle_group_wait(&group, NULL);
  if (code != HEDDLE_OK) fprintf(stderr, "%s\n", heddle_error_string(code));
  printf("%d\n", value);
  return code == HEDDLE_OK && value == 21 ? 0 : 1;
}

/* The paper's micro-benchmarks (VI-A), for the simulator only: empty tasks on one object, and tasks that wait a while.
 */
#include "../programs/program.h"

enum { k_main, k_body };

static void body(void* object, long units) {
  (void)object;
  COMPUTE(units, (void)0);
}
/* Figure 7a: the time to spawn all, or from then on until they are over. */
static void empty_main(long tasks, long measures_spawns) {
  void* object = sys_alloc(64, 0);
  Arguments to = {0};
  long i;
  if (measures_spawns) begin_time();
  for (i = 0; i < tasks; i++) {
    pass_object(&to, INOUT, object);
    pass_value(&to, 0);
    spawn(k_body, &to);
  }
  if (measures_spawns) end_time();
  if (!measures_spawns) begin_time();
  sys_wait_on(&object, 1);
  if (!measures_spawns) end_time();
}
static func_t empty_table[] = {TASK(empty_main), TASK(body)};
PROGRAM(empty, empty_table, "tasks measures_spawns", 1000, 1)

/* Figures 7b and 12a: each task on an object of its own. */
static void delays_main(long tasks, long units) {
  void* objects[MOST_ARGUMENTS];
  Arguments to = {0};
  long i;
  sys_balloc(64, 0, (int)tasks, objects);
  begin_time();
  for (i = 0; i < tasks; i++) {
    pass_object(&to, INOUT, objects[i]);
    pass_value(&to, units);
    spawn(k_body, &to);
  }
  sys_wait_on(objects, (unsigned)tasks);
  end_time();
}
static func_t delays_table[] = {TASK(delays_main), TASK(body)};
PROGRAM(delays, delays_table, "tasks units", 512, 1000000)

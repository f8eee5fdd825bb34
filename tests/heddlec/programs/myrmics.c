// options: --myrmics-main=begin
// expect: 3 arguments: 13 9 9|work 7 -3 2.5|2 arguments: 13 8|2 arguments: 15 1|wait 2|3 tasks
// The calls that directives of Myrmics become; what stands behind them is told here, not run by a scheduler.
#include <stdint.h>
#include <stdio.h>

typedef void (*func_t)(void);
typedef uint64_t rid_t;
extern func_t begin_task_table[];
static int tasks;

void _sys_spawn(const char* file, int line, unsigned idx, void** args, unsigned* types, unsigned n) {
  (void)file;
  (void)line;
  ++tasks;
  printf("%u arguments:", n);
  for (unsigned i = 0; i < n; i++) printf(" %x", types[i]);
  printf("\n");
  typedef void (*three)(intptr_t, intptr_t, intptr_t);
  if (n == 3) ((three)begin_task_table[idx])((intptr_t)args[0], (intptr_t)args[1], (intptr_t)args[2]);
}
void _sys_wait_on(const char* file, int line, void** ptrs, unsigned n) {
  (void)file;
  (void)line;
  (void)ptrs;
  printf("wait %u\n", n);
}

static void work(rid_t region, int number, double real) { printf("work %d %d %g\n", (int)region, number, real); }
static void other(rid_t region, int* object) {
  (void)region;
  (void)object;
}

void begin(void) {
  rid_t region = 7;
  int object = 0, *pointer = &object;
#pragma myrmics region inout(region)
  work(region, -3, 2.5);
#pragma myrmics task region inout(region) safe(pointer);
  other(region, pointer);
#pragma myrmics task region notransfer in(region)in(pointer)
  other(region, pointer);
#pragma myrmics wait on(region, pointer)
  printf("%d tasks\n", tasks);
}

int main(void) {
  ((void (*)(void))begin_task_table[0])();
  return 0;
}

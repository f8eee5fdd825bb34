// The C interface call by call: regions, objects, tasks on both, waits in modes, what comes of a mistake.
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <string.h>

enum { k_main, k_write, k_read };
static int mistakes;

static void write_text(char* text, long number) { snprintf(text, 64, "text %ld", number); }
static void read_text(rid_t region, const char* text, long* length) {
  (void)region;
  *length = (long)strlen(text);
}
static void told(int code, const char* text, const char* file, int line) {
  (void)code, (void)file, (void)line;
  printf("refused: %s\n", text);
  mistakes++;
}

static void start(void) {
  rid_t shelf = sys_ralloc(0, 0);
  char* text = sys_alloc(64, shelf);
  long* lengths[2];
  sys_balloc(sizeof(long), 0, 2, (void**)lengths);

  void* written[] = {text, (void*)42};
  unsigned writes[] = {TYPE_OUT_ARG, TYPE_BYVALUE_ARG};
  sys_spawn(k_write, written, writes, 2);
  for (int i = 0; i < 2; i++) {  // both may read at the same time
    void* words[] = {(void*)shelf, text, lengths[i]};
    unsigned types[] = {TYPE_IN_ARG | TYPE_REGION_ARG, TYPE_BYVALUE_ARG, TYPE_OUT_ARG};
    sys_spawn(k_read, words, types, 3);
  }
  unsigned reads = TYPE_IN_ARG;
  sys_wait(written, &reads, 1);  // for the writer alone
  printf("%s\n", text);
  sys_wait_on((void**)lengths, 2);
  printf("%ld %ld\n", *lengths[0], *lengths[1]);

  text = sys_realloc(text, 1000, 0);  // to the root region
  sys_rfree(shelf);
  sys_alloc(10, shelf);  // too late: `told` hears of it
  sys_free(text);
  printf("%d workers, %d schedulers\n", sys_get_num_workers(), sys_get_num_schedulers());
}

static func_t table[] = {(func_t)start, (func_t)write_text, (func_t)read_text};

int main(void) {
  myrmics_on_error(told);
  return myrmics_run(table, NULL, 0) != 0 || mistakes != 1;
}

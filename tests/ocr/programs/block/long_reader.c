// An EDT that reads for long holds back the memory of what it reads, not of all blocks that are destroyed meanwhile.
// heddle-only: XSOCR counts
// not-sanitized: a sanitizer keeps freed memory
// workers: 2,8
#include "check.h"

enum { k_blocks = 4000, k_bytes = 1 << 20 };
static int reads, enough;

static long resident_kib(void) {
  long pages = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &pages, &resident) == 2, "statm is read");
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static EDT(reader) {
  HIT(reads);
  while (!PEEK(enough)) sched_yield();
  EQ(number_in(depv[0]), 5);
  return NULL_GUID;
}

static EDT(maker) {
  while (!PEEK(reads)) sched_yield();
  long before = resident_kib();
  for (int i = 0; i < k_blocks; i++) {
    ocrGuid_t block;
    char* data;
    OK(ocrDbCreate(&block, (void**)&data, k_bytes, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    for (int at = 0; at < k_bytes; at += 4096) data[at] = 1;
    OK(ocrDbDestroy(block));
  }
  CHECK(resident_kib() - before < 512 * 1024,
        "the memory of 4 GiB of destroyed blocks went back while the reader read");
  HIT(enough);
  return pass();
}

MAIN {
  ocrGuid_t waits = edt(reader, 1);
  OK(ocrAddDependence(number_block(5), waits, 0, DB_MODE_RO));
  edt(maker, 0);
  return NULL_GUID;
}

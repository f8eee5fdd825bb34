// 2,000,000 blocks made and destroyed in turn need no more memory than a few.
// not-sanitized: a sanitizer keeps freed memory
#include "check.h"

static long resident_pages(void) {
  long all = 0, pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &all, &pages) == 2, "/proc/self/statm can be read");
  fclose(file);
  return pages;
}

MAIN {
  long before = 0;
  for (int i = 0; i < 2000000; i++) {
    ocrGuid_t guid;
    u64* data;
    OK(ocrDbCreate(&guid, (void**)&data, 64 + i % 512, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    *data = i;
    OK(ocrDbDestroy(guid));
    if (i == 100000) before = resident_pages();
  }
  CHECK(resident_pages() - before < 1024, "no more than 4 MiB more");
  return pass();
}

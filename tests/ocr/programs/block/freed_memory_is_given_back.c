// After 2 GiB of blocks were destroyed the program is small again.
// not-sanitized: a sanitizer keeps freed memory
// heddle-only: a promise of Heddle's
#include "check.h"

enum { k_blocks = 512 };

static long resident_pages(void) {
  long all = 0, pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &all, &pages) == 2, "/proc/self/statm can be read");
  fclose(file);
  return pages;
}

MAIN {
  for (int round = 0; round < 4; round++) {
    ocrGuid_t guids[k_blocks];
    for (int i = 0; i < k_blocks; i++) {
      char* data;
      OK(ocrDbCreate(&guids[i], (void**)&data, 1 << 20, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
      memset(data, 1, 1 << 20);
    }
    for (int i = 0; i < k_blocks; i++) OK(ocrDbDestroy(guids[i]));
  }
  CHECK(resident_pages() < 65536, "less than 256 MiB are left");
  return pass();
}

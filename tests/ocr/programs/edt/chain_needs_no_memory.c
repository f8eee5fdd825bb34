// A chain of 3,000,000 EDTs, each with an event and a block of its own, needs no more memory than a short one.
// not-sanitized: a sanitizer keeps freed memory
// timeout: 120
// heddle-only: XSOCR needs minutes
#include "check.h"

enum { k_steps = 3000000 };
static ocrGuid_t step_template;
static long early;

static long resident_pages(void) {
  long all = 0, pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &all, &pages) == 2, "/proc/self/statm can be read");
  fclose(file);
  return pages;
}

static EDT(step) {
  EQ(number_in(depv[0]), paramv[0]);
  OK(ocrDbDestroy(depv[0].guid));
  u64 left = paramv[0] - 1;
  if (left == k_steps - 100000) early = resident_pages();
  if (left == 0) {
    /* What is freed elsewhere waits in lists while a worker has lost its core; a leak would be 70 MiB and more. */
    CHECK(resident_pages() - early < 16384, "no more than 64 MiB more");
    return pass();
  }
  ocrGuid_t guid, once = event(OCR_EVENT_ONCE_T);
  OK(ocrEdtCreate(&guid, step_template, 1, &left, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(once, guid, 0, DB_MODE_RO));
  OK(ocrEventSatisfy(once, number_block(left)));
  return NULL_GUID;
}

MAIN {
  u64 left = k_steps;
  ocrGuid_t guid;
  OK(ocrEdtTemplateCreate(&step_template, step, 1, 1));
  OK(ocrEdtCreate(&guid, step_template, 1, &left, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(number_block(left), guid, 0, DB_MODE_RO));
  return NULL_GUID;
}

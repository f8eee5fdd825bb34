// ocrDbDowngradeRelease publishes what was written and keeps the block to read: who wants it in EW gets it.
// workers: 2,8
// heddle-only: XSOCR has no such call
#include "check.h"

static int seen;
static ocrGuid_t block;

static EDT(writes) {
  EQ(number_in(depv[0]), 1);
  *(u64*)depv[0].ptr = 2;
  POKE(seen, 1);
  return NULL_GUID;
}

static EDT(makes) {
  u64* data;
  OK(ocrDbCreate(&block, (void**)&data, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  *data = 1;
  OK(ocrAddDependence(block, edt(writes, 1), 0, DB_MODE_EW));
  OK(ocrDbDowngradeRelease(block));
  OK(ocrDbDowngradeRelease(block));
  while (!PEEK(seen)) sched_yield();
  OK(ocrDbRelease(block));
  EQ(ocrDbDowngradeRelease(block), OCR_EACCES);
  EQ(ocrDbDowngradeRelease(NULL_GUID), OCR_EINVAL);
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  after(makes, all);
  return NULL_GUID;
}

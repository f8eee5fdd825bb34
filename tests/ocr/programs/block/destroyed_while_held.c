// A destroyed block stays usable for the EDTs that were runnable before.
// workers: 2,8
#include "check.h"

static int inside, destroyed, ended;
static ocrGuid_t block;

static EDT(reads) {
  HIT(inside);
  while (!PEEK(destroyed)) sched_yield();
  for (int i = 0; i < 1000; i++) EQ(((u64*)depv[0].ptr)[i], 9);
  HIT(ended);
  return NULL_GUID;
}

static EDT(destroys) {
  while (!PEEK(inside)) sched_yield();
  OK(ocrDbDestroy(block));
  // What took its place would be overwritten here.
  for (int i = 0; i < 20; i++) {
    ocrGuid_t guid;
    void* data;
    OK(ocrDbCreate(&guid, &data, 8000, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    memset(data, 1, 8000);
    OK(ocrDbRelease(guid));
  }
  POKE(destroyed, 1);
  return NULL_GUID;
}

static EDT(makes) {
  u64* data;
  OK(ocrDbCreate(&block, (void**)&data, 8000, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  for (int i = 0; i < 1000; i++) data[i] = 9;
  OK(ocrDbRelease(block));
  OK(ocrAddDependence(block, edt(reads, 1), 0, DB_MODE_RO));
  edt(destroys, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 1);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

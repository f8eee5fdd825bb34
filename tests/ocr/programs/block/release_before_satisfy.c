// What was written before a release is seen by who depends on a satisfaction after it, while the writer runs on.
// workers: 2,8
#include "check.h"

static int seen;

static EDT(sees) {
  for (int i = 0; i < 1000; i++) EQ(((u64*)depv[0].ptr)[i], 31);
  POKE(seen, 1);
  return pass();
}

MAIN {
  ocrGuid_t guid, once = event(OCR_EVENT_ONCE_T);
  u64* data;
  OK(ocrAddDependence(once, edt(sees, 1), 0, DB_MODE_CONST));
  OK(ocrDbCreate(&guid, (void**)&data, 8000, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  for (int i = 0; i < 1000; i++) data[i] = 31;
  OK(ocrDbRelease(guid));
  OK(ocrEventSatisfy(once, guid));
  while (!PEEK(seen)) sched_yield();
  return NULL_GUID;
}

// A block goes through a chain of 1,000,000 events.
// not-as-threads: each of its many EDTs would take half a millisecond
// heddle-only: XSOCR recurses, and its stack ends
// timeout: 120
#include "check.h"

enum { k_events = 1000000 };

static EDT(last) {
  EQ(number_in(depv[0]), 77);
  return pass();
}

MAIN {
  ocrGuid_t first = event(OCR_EVENT_ONCE_T), at = first;
  for (int i = 1; i < k_events; i++) {
    ocrGuid_t next = event(i % 2 ? OCR_EVENT_STICKY_T : OCR_EVENT_ONCE_T);
    depend(at, next, 0);
    at = next;
  }
  OK(ocrAddDependence(at, edt(last, 1), 0, DB_MODE_RO));
  OK(ocrEventSatisfy(first, number_block(77)));
  return NULL_GUID;
}

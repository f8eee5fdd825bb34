// A block goes through a chain of events of every kind that passes blocks.
#include "check.h"

static EDT(last) {
  EQ(number_in(depv[0]), 77);
  return pass();
}

MAIN {
  ocrGuid_t chain[] = {event(OCR_EVENT_ONCE_T), event(OCR_EVENT_IDEM_T), event(OCR_EVENT_STICKY_T), counted(1),
                       event(OCR_EVENT_ONCE_T)};
  for (int i = 0; i < 4; i++) depend(chain[i], chain[i + 1], 0);
  OK(ocrAddDependence(chain[4], edt(last, 1), 0, DB_MODE_RO));
  OK(ocrEventSatisfy(chain[0], number_block(77)));
  return NULL_GUID;
}

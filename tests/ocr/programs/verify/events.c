// HEDDLE_VERIFY: ONCE for nobody, a dead source, a block without EVT_PROP_TAKES_ARG, wrong counts are named.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: ONCE event and fired while nobody waited.*events.c:\d+
// says: a dependence names an event that is no more.*events.c:\d+
// says: has no EVT_PROP_TAKES_ARG.*events.c:\d+
// says: other counts than those of its template made at .*events.c:\d+
#include "check.h"

static EDT(never) { return NULL_GUID; }

MAIN {
  ocrGuid_t once = event(OCR_EVENT_ONCE_T);
  OK(ocrEventSatisfy(once, NULL_GUID));
  EQ(ocrAddDependence(once, edt(never, 1), 0, DB_MODE_RO), OCR_EINVAL);
  ocrGuid_t plain;
  OK(ocrEventCreate(&plain, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
  OK(ocrEventSatisfy(plain, number_block(1)));
  ocrGuid_t from, guid;
  OK(ocrEdtTemplateCreate(&from, never, 0, 1));
  EQ(ocrEdtCreate(&guid, from, EDT_PARAM_DEF, NULL, 2, NULL, EDT_PROP_NONE, NULL_HINT, NULL), OCR_EINVAL);
  return pass();
}

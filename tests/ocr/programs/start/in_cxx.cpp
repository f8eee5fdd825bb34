// A program in C++ needs no extern "C" for mainEdt, and both forms of ocrEventCreateParams are overloads.
// heddle-only: XSOCR's headers do not declare mainEdt
#include "check.h"

static ocrGuid_t last(u32, u64*, u32, ocrEdtDep_t depv[]) {
  IS_NULL(depv[0].guid);
  return pass();
}

ocrGuid_t mainEdt(u32, u64*, u32, ocrEdtDep_t[]) {
  ocrGuid_t four = NULL_GUID, five = ERROR_GUID;
  ocrEventParams_t params;
  params.EVENT_LATCH.counter = 1;
  OK(ocrEventCreateParams(&four, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &params));
  OK(ocrEventCreateParams(&five, OCR_EVENT_LATCH_T, EVT_PROP_NONE, NULL_HINT, &params));
  depend(four, five, OCR_EVENT_LATCH_DECR_SLOT);
  depend(five, edt(last, 1), 0);
  OK(ocrEventSatisfy(four, NULL_GUID));
  return NULL_GUID;
}

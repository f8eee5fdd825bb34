// A program in C++ may include the headers inside of extern "C", as many do.
// heddle-only: XSOCR has no call with five arguments
extern "C" {
#include "check.h"
}

extern "C" ocrGuid_t mainEdt(u32, u64*, u32, ocrEdtDep_t[]) {
  ocrGuid_t four = NULL_GUID, five = ERROR_GUID;
  ocrEventParams_t params;
  params.EVENT_LATCH.counter = 1;
  OK(ocrEventCreateParams(&four, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &params));
  OK(ocrEventCreateParams(&five, OCR_EVENT_LATCH_T, EVT_PROP_NONE, NULL_HINT, &params));
  return pass();
}

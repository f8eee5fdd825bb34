// ocrEventCreateParams takes the text's hint, and parameters that are a literal.
// heddle-only: XSOCR has no such form
#include "check.h"

static EDT(last) { return pass(); }

MAIN {
  ocrGuid_t guid, other;
  ocrEventParams_t params = {.EVENT_LATCH = {.counter = 1}};
  OK(ocrEventCreateParams(&guid, OCR_EVENT_LATCH_T, EVT_PROP_NONE, NULL_HINT, &params));
  OK(ocrEventCreateParams(&other, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE,
                          &(ocrEventParams_t){.EVENT_CHANNEL = {.maxGen = 1, .nbSat = 1, .nbDeps = 1}}));
  depend(guid, other, 0);
  depend(other, edt(last, 1), 0);
  OK(ocrEventSatisfy(guid, NULL_GUID));
  return NULL_GUID;
}

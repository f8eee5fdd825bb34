// An EDT can ask for itself, its output event and its worker.
// heddle-only: XSOCR asserts at NULL
#include "check.h"

static ocrGuid_t want, output;

static EDT(body) {
  ocrGuid_t self, event_guid, worker;
  OK(ocrCurrentEdtGet(&self));
  SAME(self, want);
  OK(ocrCurrentEdtOutputGet(&event_guid));
  SAME(event_guid, output);
  ocrCurrentWorkerGuid(&worker);
  CHECK(!ocrGuidIsNull(worker), "a worker");
  EQ(ocrCurrentEdtGet(NULL), OCR_EINVAL);
  EQ(ocrCurrentEdtOutputGet(NULL), OCR_EINVAL);
  CHECK(ocrNbWorkers() >= 1, "at least one worker");
  return pass();
}

MAIN {
  ocrGuid_t none = ERROR_GUID;
  OK(ocrCurrentEdtOutputGet(&none));
  IS_NULL(none);
  want = new_edt(body, 0, NULL, 1, EDT_PROP_NONE, &output);
  depend(NULL_GUID, want, 0);
  return NULL_GUID;
}

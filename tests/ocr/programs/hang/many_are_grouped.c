// Ten thousand that wait at one place are one line.
// status: 1
// says: cannot go on
// says: 10000 EDTs|10,000 EDTs
// says: waits_for_ever
// env: HEDDLE_PATIENCE=1
// heddle-only: XSOCR hangs
#include "check.h"

static EDT(waits_for_ever) { return NULL_GUID; }

MAIN {
  ocrGuid_t template_guid, guid, sticky = event(OCR_EVENT_STICKY_T);
  passed();
  OK(ocrEdtTemplateCreate(&template_guid, waits_for_ever, 0, 1));
  for (int i = 0; i < 10000; i++)
    OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 1, &sticky, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}

// A body may return an event that was satisfied before.
#include "check.h"

static EDT(gives) {
  ocrGuid_t sticky = event(OCR_EVENT_STICKY_T);
  OK(ocrEventSatisfy(sticky, number_block(56)));
  return sticky;
}

static EDT(takes) {
  EQ(number_in(depv[0]), 56);
  return pass();
}

MAIN {
  ocrGuid_t output, first = new_edt(gives, 0, NULL, 1, EDT_PROP_NONE, &output), second = edt(takes, 1);
  depend(output, second, 0);
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}

// A body may return an event: the output event is satisfied when that one is, with its block.
#include "check.h"

static ocrGuid_t later;

static EDT(gives) { return later; }

static EDT(satisfies) {
  OK(ocrEventSatisfy(later, number_block(55)));
  return NULL_GUID;
}

static EDT(takes) {
  EQ(number_in(depv[0]), 55);
  return pass();
}

MAIN {
  later = event(OCR_EVENT_STICKY_T);
  ocrGuid_t output, first = new_edt(gives, 0, NULL, 1, EDT_PROP_NONE, &output), second = edt(takes, 1);
  depend(output, second, 0);
  depend(NULL_GUID, first, 0);
  edt(satisfies, 0);
  return NULL_GUID;
}

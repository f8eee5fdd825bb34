// An EDT that waits for an event from outside holds its scope open.
#include "check.h"

static ocrGuid_t sticky;
static int ended;

static EDT(waits) {
  HIT(ended);
  return NULL_GUID;
}

static EDT(root) {
  for (int i = 0; i < 10; i++) depend(sticky, edt(waits, 1), 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 10);
  return pass();
}

static EDT(outside) {
  EQ(PEEK(ended), 0);
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  return NULL_GUID;
}

MAIN {
  sticky = event(OCR_EVENT_STICKY_T);
  after(root, all);
  edt(outside, 0);
  return NULL_GUID;
}

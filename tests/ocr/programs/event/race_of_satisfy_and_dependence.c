// A dependence added while another EDT satisfies the event is served once.
#include "check.h"

enum { k_events = 2000 };
static ocrGuid_t events[k_events];
static int seen[k_events], ended;

static EDT(sees) {
  HIT(seen[paramv[0]]);
  EQ(number_in(depv[0]), 5);
  return NULL_GUID;
}

static EDT(satisfies) {
  ocrGuid_t block = number_block(5);
  for (int i = 0; i < k_events; i++) OK(ocrEventSatisfy(events[i], block));
  HIT(ended);
  return NULL_GUID;
}

static EDT(adds) {
  for (u64 i = 0; i < k_events; i++) OK(ocrAddDependence(events[i], edt_of(sees, i, 1), 0, DB_MODE_RO));
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  for (int i = 0; i < k_events; i++) events[i] = i % 2 ? event(OCR_EVENT_STICKY_T) : counted(1);
  edt(satisfies, 0);
  edt(adds, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 2);
  for (int i = 0; i < k_events; i++) EQ(PEEK(seen[i]), 1);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

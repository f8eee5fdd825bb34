// A channel beyond its bound loses nothing, and is reported.
// says: channel
// heddle-only: XSOCR overwrites the oldest
#include "check.h"

static int ended;

static EDT(takes) {
  EQ(number_in(depv[0]), paramv[0]);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t guid = channel(2);
  for (u64 i = 0; i < 100; i++) OK(ocrEventSatisfy(guid, number_block(i)));
  for (u64 i = 0; i < 200; i++) OK(ocrAddDependence(guid, edt_of(takes, i, 1), 0, DB_MODE_RO));
  for (u64 i = 100; i < 200; i++) OK(ocrEventSatisfy(guid, number_block(i)));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 200);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

// One block on several slots is acquired once, in the joined mode; the EDT starts, and one release gives it back.
// heddle-only: XSOCR waits for itself
#include "modes.h"

static int ended;

static EDT(sees) {
  for (u32 i = 0; i < depc; i++) {
    SAME(depv[i].guid, depv[0].guid);
    CHECK(depv[i].ptr == depv[0].ptr, "the same bytes");
  }
  OK(ocrDbRelease(depv[0].guid));
  EQ(ocrDbRelease(depv[0].guid), OCR_EACCES);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t block = number_block(1);
  for (int pair = 0; pair < 16; pair++) {
    ocrGuid_t guid = edt(sees, 2);
    OK(ocrAddDependence(block, guid, 0, k_modes[pair / 4]));
    OK(ocrAddDependence(block, guid, 1, k_modes[pair % 4]));
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 16);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

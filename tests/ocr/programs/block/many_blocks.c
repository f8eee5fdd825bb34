// An EDT with 5,000 blocks in different modes.
// heddle-only: XSOCR releases 64 at most
#include "check.h"

enum { k_blocks = 5000 };

static EDT(sees) {
  for (u32 i = 0; i < depc; i++) EQ(number_in(depv[i]), i);
  for (u32 i = 0; i < depc; i++) OK(ocrDbDestroy(depv[i].guid));
  return pass();
}

MAIN {
  const ocrDbAccessMode_t modes[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW, DB_MODE_EW};
  ocrGuid_t guid = edt(sees, k_blocks);
  for (u32 i = 0; i < k_blocks; i++) OK(ocrAddDependence(number_block(i), guid, i, modes[i % 4]));
  return NULL_GUID;
}

// An EDT finds its blocks in its slots, each with GUID, bytes and mode.
#include "check.h"

static ocrGuid_t blocks[4];

static EDT(sees) {
  EQ(depc, 4);
  EQ(paramc, 0);
  for (u32 i = 0; i < 4; i++) {
    SAME(depv[i].guid, blocks[i]);
    EQ(number_in(depv[i]), 100 + i);
  }
  EQ(depv[0].mode, DB_MODE_RO), EQ(depv[1].mode, DB_MODE_CONST), EQ(depv[2].mode, DB_MODE_RW),
      EQ(depv[3].mode, DB_MODE_EW);
  return pass();
}

MAIN {
  const ocrDbAccessMode_t modes[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW, DB_MODE_EW};
  ocrGuid_t guid = edt(sees, 4);
  for (u32 i = 0; i < 4; i++) blocks[i] = number_block(100 + i);
  for (u32 i = 4; i-- > 0;) OK(ocrAddDependence(blocks[i], guid, i, modes[i]));
  return NULL_GUID;
}

// A broadcast gives every rank the data of rank 0.
// heddle-only: XSOCR does not compile with collective events
#include "check_collective.h"

enum { k_ranks = 6 };
static int ended;

static EDT(sees) {
  EQ(((u32*)depv[0].ptr)[0], 1000);
  EQ(((u32*)depv[0].ptr)[1], 2000);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t guid = collective(k_ranks, 2, REDOP_U4_ADD, COL_BROADCAST, 1);
  for (u32 rank = k_ranks; rank-- > 0;) {
    u32 data[] = {1000 + rank, 2000 + rank};
    OK(ocrAddDependenceSlot(guid, rank, edt(sees, 1), 0, DB_MODE_RO));
    OK(ocrEventCollectiveSatisfySlot(guid, data, rank));
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_ranks);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

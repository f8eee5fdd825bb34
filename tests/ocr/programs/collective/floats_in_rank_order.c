// Floating-point data are combined in the order of the ranks, whoever comes first.
// heddle-only: XSOCR does not compile with collective events
#include "check_collective.h"

enum { k_ranks = 7, k_rounds = 100 };
static const double k_given[k_ranks] = {1e16, 1, -1e16, 3.5, 1e-3, 7, -1e8};
static int ended;

static EDT(sees) {
  double want = k_given[0];
  for (int i = 1; i < k_ranks; i++) want += k_given[i];
  CHECK(*(double*)depv[0].ptr == want, "the sum in the order of the ranks");
  HIT(ended);
  return NULL_GUID;
}

static EDT(contributes) {
  ocrGuid_t guid = NULL_GUID;
  guid.guid = (intptr_t)paramv[1];
  double value = k_given[paramv[0]];
  OK(ocrEventCollectiveSatisfySlot(guid, &value, (u32)paramv[0]));
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 round = 0; round < k_rounds; round++) {
    ocrGuid_t guid = collective(k_ranks, 1, REDOP_F8_ADD, COL_REDUCE, 1);
    OK(ocrAddDependenceSlot(guid, 0, edt(sees, 1), 0, DB_MODE_RO));
    for (u64 i = 0; i < k_ranks; i++) {
      u64 given[] = {(i * 3 + round) % k_ranks, (u64)guid.guid};
      new_edt(contributes, 2, given, 0, EDT_PROP_NONE, NULL);
    }
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_rounds);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

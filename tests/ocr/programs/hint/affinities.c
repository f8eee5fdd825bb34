// There is at least one affinity; count, list, index, current one and queries agree.
#include "check.h"

MAIN {
  u64 count = 0, current = 0;
  OK(ocrAffinityCount(AFFINITY_PD, &count));
  CHECK(count >= 1, "at least one");
  OK(ocrAffinityCount(AFFINITY_CURRENT, &current));
  EQ(current, 1);
  ocrGuid_t all[64], one, mine;
  u64 written = count < 64 ? count : 64, room = written;
  OK(ocrAffinityGet(AFFINITY_PD, &written, all));
  EQ(written, room);
  OK(ocrAffinityGetCurrent(&mine));
  int found = 0;
  for (u64 i = 0; i < room; i++) {
    OK(ocrAffinityGetAt(AFFINITY_PD, i, &one));
    SAME(one, all[i]);
    found += ocrGuidIsEq(one, mine);
    CHECK(!ocrGuidIsNull(one), "an affinity is a GUID");
  }
  EQ(found, 1);
  u64 n = 1;
  OK(ocrAffinityQuery(NULL_GUID, &n, &one));
  EQ(n, 1);
  SAME(one, mine);
  return pass();
}

// An EDT that has one block in RW and in CONST holds it alone.
// heddle-only: XSOCR waits for itself
#include "check.h"

enum { k_edts = 500 };
static int inside;
static u64 plain;

static EDT(sees) {
  EQ(__atomic_fetch_add(&inside, 1, __ATOMIC_ACQ_REL), 0);
  plain++;
  if (plain % 16 == 0) sched_yield();
  __atomic_fetch_sub(&inside, 1, __ATOMIC_ACQ_REL);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t block = number_block(1);
  for (int i = 0; i < k_edts; i++) {
    ocrGuid_t guid = edt(sees, 2);
    OK(ocrAddDependence(block, guid, i % 2, DB_MODE_RW));
    OK(ocrAddDependence(block, guid, 1 - i % 2, DB_MODE_CONST));
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(plain, k_edts);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

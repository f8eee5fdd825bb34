// In CONST nothing changes while the block is held, whoever wants to write.
#include "check.h"

enum { k_words = 64, k_edts = 300 };
static ocrGuid_t block;

static EDT(writes) {
  for (int i = 0; i < k_words; i++) ((volatile u64*)depv[0].ptr)[i]++;
  return NULL_GUID;
}

static EDT(reads) {
  volatile u64* words = depv[0].ptr;
  u64 first = words[0];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < k_words; i++) EQ(words[i], first);
    sched_yield();
  }
  return NULL_GUID;
}

static EDT(makes) {
  for (int i = 0; i < k_edts; i++) {
    OK(ocrAddDependence(block, edt(writes, 1), 0, DB_MODE_EW));
    OK(ocrAddDependence(block, edt(reads, 1), 0, DB_MODE_CONST));
  }
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  void* data;
  OK(ocrDbCreate(&block, &data, k_words * sizeof(u64), DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  memset(data, 0, k_words * sizeof(u64));
  OK(ocrDbRelease(block));
  after(makes, all);
  return NULL_GUID;
}

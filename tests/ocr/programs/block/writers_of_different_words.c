// Writers in RW to different words of one block all survive.
#include "check.h"

enum { k_words = 2000 };
static ocrGuid_t block;

static EDT(writes) {
  ((u64*)depv[0].ptr)[paramv[0]] = paramv[0] + 1;
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < k_words; i++) OK(ocrAddDependence(block, edt_of(writes, i, 1), 0, DB_MODE_RW));
  return NULL_GUID;
}

static EDT(sees) {
  for (u64 i = 0; i < k_words; i++) EQ(((u64*)depv[0].ptr)[i], i + 1);
  return pass();
}

static EDT(all) {
  OK(ocrAddDependence(block, edt(sees, 1), 0, DB_MODE_CONST));
  return NULL_GUID;
}

MAIN {
  void* data;
  OK(ocrDbCreate(&block, &data, k_words * sizeof(u64), DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  OK(ocrDbRelease(block));
  after(makes, all);
  return NULL_GUID;
}

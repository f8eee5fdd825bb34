// What an EDT wrote to a block in EW is seen by the EDT that waits for its output event.
#include "check.h"

enum { k_words = 4096 };
static ocrGuid_t block;

static EDT(writes) {
  for (int i = 0; i < k_words; i++) ((u64*)depv[0].ptr)[i] += i;
  return depv[0].guid;
}

static EDT(sees) {
  u64 rounds = paramv[0];
  for (int i = 0; i < k_words; i++) EQ(((u64*)depv[0].ptr)[i], rounds * i);
  if (rounds == 50) return pass();
  ocrGuid_t output, next = edt_of(sees, rounds + 1, 1), writer = new_edt(writes, 0, NULL, 1, EDT_PROP_NONE, &output);
  OK(ocrAddDependence(output, next, 0, DB_MODE_CONST));
  OK(ocrAddDependence(block, writer, 0, DB_MODE_EW));
  return NULL_GUID;
}

MAIN {
  void* data;
  OK(ocrDbCreate(&block, &data, k_words * sizeof(u64), DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  memset(data, 0, k_words * sizeof(u64));
  OK(ocrDbRelease(block));
  OK(ocrAddDependence(block, edt_of(sees, 0, 1), 0, DB_MODE_CONST));
  return NULL_GUID;
}

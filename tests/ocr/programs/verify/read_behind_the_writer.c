// HEDDLE_VERIFY: nothing is said of those that read a block behind its writer.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// silent: HEDDLE_VERIFY: the block made at .*(changed|was written)
#include "check.h"

static EDT(reads) {
  CHECK(number_in(depv[0]) == 2, "the writer was before");
  return NULL_GUID;
}

static EDT(writes) {
  *(u64*)depv[0].ptr = 2;
  return NULL_GUID;
}

static EDT(all) { return pass(); }

static EDT(makes) {
  ocrGuid_t block = number_block(1), ended, writer = new_edt(writes, 0, NULL, 1, EDT_PROP_NONE, &ended);
  for (int i = 0; i < 50; i++) {
    ocrGuid_t reader = edt(reads, 2);
    OK(ocrAddDependence(block, reader, 0, i % 2 == 0 ? DB_MODE_RO : DB_MODE_CONST));
    OK(ocrAddDependence(ended, reader, 1, DB_MODE_NULL));
  }
  OK(ocrAddDependence(block, writer, 0, DB_MODE_RW));
  return NULL_GUID;
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

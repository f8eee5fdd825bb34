// DB_PROP_NO_ACQUIRE gives the creator no bytes; another EDT gets them.
// heddle-only: XSOCR gives an address
#include "check.h"

static EDT(writes) {
  *(u64*)depv[0].ptr = 5;
  return pass();
}

MAIN {
  ocrGuid_t guid;
  void* data = &guid;
  OK(ocrDbCreate(&guid, &data, 8, DB_PROP_NO_ACQUIRE, NULL_HINT, NO_ALLOC));
  CHECK(data == NULL, "not acquired, no bytes");
  EQ(ocrDbRelease(guid), OCR_EACCES);
  OK(ocrAddDependence(guid, edt(writes, 1), 0, DB_MODE_EW));
  return NULL_GUID;
}

// A block without bytes, with unknown flags or an allocator is OCR_EINVAL; one of 2^50 bytes OCR_ENOMEM.
// heddle-only: XSOCR returns 0 and NULL
#include "check.h"

MAIN {
  ocrGuid_t guid = ERROR_GUID;
  void* data;
  EQ(ocrDbCreate(&guid, &data, 0, DB_PROP_NONE, NULL_HINT, NO_ALLOC), OCR_EINVAL);
  IS_NULL(guid);
  EQ(ocrDbCreate(&guid, &data, 8, 0x2, NULL_HINT, NO_ALLOC), OCR_EINVAL);
  EQ(ocrDbCreate(&guid, &data, 8, DB_PROP_NONE, NULL_HINT, (ocrInDbAllocator_t)1), OCR_EINVAL);
  EQ(ocrDbCreate(NULL, &data, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC), OCR_EINVAL);
  EQ(ocrDbCreate(&guid, NULL, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC), OCR_EINVAL);
  EQ(ocrDbCreate(&guid, &data, (u64)1 << 50, DB_PROP_NONE, NULL_HINT, NO_ALLOC), OCR_ENOMEM);
  IS_NULL(guid);
  EQ(ocrDbCreate(&guid, &data, (u64)-1, DB_PROP_NONE, NULL_HINT, NO_ALLOC), OCR_ENOMEM);
  return pass();
}

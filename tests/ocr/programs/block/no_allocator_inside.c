// The calls for allocators inside blocks, and ocrDbCopy, are OCR_EINVAL.
#include "check.h"

MAIN {
  ocrGuid_t guid = number_block(1), output;
  void* address = NULL;
  u64 offset = 0;
  EQ(ocrDbMalloc(guid, 8, &address), OCR_EINVAL);
  EQ(ocrDbMallocOffset(guid, 8, &offset), OCR_EINVAL);
  EQ(ocrDbFree(guid, address), OCR_EINVAL);
  EQ(ocrDbFreeOffset(guid, 0), OCR_EINVAL);
  EQ(ocrDbCopy(guid, 0, guid, 0, 8, 0, &output), OCR_EINVAL);
  return pass();
}

// Blocks of every size are aligned: to 16 bytes, from 64 bytes on to 64. All their bytes can be written.
// heddle-only: XSOCR aligns to 8
#include "check.h"

MAIN {
  for (u64 size = 1; size < 70000; size += 1 + size / 16) {
    ocrGuid_t guid;
    char* data;
    OK(ocrDbCreate(&guid, (void**)&data, size, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    EQ((u64)data % (size < 64 ? 16 : 64), 0);
    memset(data, 1, size);
    u64 told = 0;
    OK(ocrDbGetSize(guid, &told));
    EQ(told, size);
    OK(ocrDbDestroy(guid));
  }
  return pass();
}

// Blocks with every hint about memory can be had and used, whether the machine has such memory or not.
// heddle-only: XSOCR's default build has no hints for blocks
#include "check.h"

MAIN {
  const ocrHintProp_t asked[] = {OCR_HINT_DB_NEAR,   OCR_HINT_DB_INTER, OCR_HINT_DB_FAR,
                                 OCR_HINT_DB_HIGHBW, OCR_HINT_DB_EAGER, OCR_HINT_DB_LAZY};
  for (int i = 0; i < 6; i++)
    for (u64 size = 16; size < 1 << 22; size *= 16) {
      ocrHint_t hint;
      ocrGuid_t guid;
      char* data;
      OK(ocrHintInit(&hint, OCR_HINT_DB_T));
      OK(ocrSetHintValue(&hint, asked[i], 1));
      OK(ocrDbCreate(&guid, (void**)&data, size, DB_PROP_NONE, &hint, NO_ALLOC));
      memset(data, 7, size);
      OK(ocrDbDestroy(guid));
    }
  return pass();
}

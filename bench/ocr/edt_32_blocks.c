// An EDT with 32 blocks in RO; a tenth of the count.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_ / 10; }

enum { k_blocks = 32 };

EDT(reads) {
  UNUSED;
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t blocks[k_blocks], from = template_of(reads, 0, k_blocks);
  for (int i = 0; i < k_blocks; i++) {
    u64* data;
    DO(ocrDbCreate(&blocks[i], (void**)&data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    DO(ocrDbRelease(blocks[i]));
  }
  begin();
  for (u64 i = 0; i < count_ / 10; i++) {
    ocrGuid_t edt = edt_from(from, NULL, EDT_PROP_NONE, NULL);
    for (u32 slot = 0; slot < k_blocks; slot++) DO(ocrAddDependence(blocks[slot], edt, slot, DB_MODE_RO));
  }
  return NULL_GUID;
}

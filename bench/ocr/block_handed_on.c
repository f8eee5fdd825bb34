// A block in RW is handed on from EDT to EDT.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_; }

static ocrGuid_t step_template, block;

EDT(step) {
  UNUSED;
  u64 left = paramv[0] - 1;
  ++*(u64*)depv[0].ptr;
  if (left > 0) DO(ocrAddDependence(block, edt_from(step_template, &left, EDT_PROP_NONE, NULL), 0, DB_MODE_RW));
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  u64* data;
  DO(ocrDbCreate(&block, (void**)&data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  *data = 0;
  DO(ocrDbRelease(block));
  step_template = template_of(step, 1, 1);
  DO(ocrAddDependence(block, edt_from(step_template, &count_, EDT_PROP_NONE, NULL), 0, DB_MODE_RW));
  return NULL_GUID;
}

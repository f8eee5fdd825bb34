// With an EDT that is destroyed goes the output event that was made for it.
// heddle-only: XSOCR keeps it
#include "check.h"

static EDT(never) {
  CHECK(0, "a destroyed EDT ran");
  return NULL_GUID;
}

MAIN {
  ocrGuid_t output, gone = new_edt(never, 0, NULL, 1, EDT_PROP_NONE, &output);
  ocrGuidUserKind kind;
  OK(ocrEdtDestroy(gone));
  OK(ocrGetGuidKind(&kind, output));
  EQ(kind, GUID_USER_NONE);
  EQ(ocrEventDestroy(output), OCR_EINVAL);
  EQ(ocrEdtDestroy(gone), OCR_EINVAL);
  return pass();
}

// Counts that differ from the template's are OCR_EINVAL, and so is EDT_PARAM_UNK where an EDT is made.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(never) {
  CHECK(0, "this EDT should not exist");
  return NULL_GUID;
}

static ocrGuid_t template_guid;

static u8 make(u32 paramc, u64* paramv, u32 depc) {
  ocrGuid_t guid = ERROR_GUID;
  u8 code = ocrEdtCreate(&guid, template_guid, paramc, paramv, depc, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  IS_NULL(guid);
  return code;
}

MAIN {
  u64 values[] = {1, 2, 3};
  OK(ocrEdtTemplateCreate(&template_guid, never, 2, 2));
  EQ(make(1, values, 2), OCR_EINVAL);
  EQ(make(3, values, 2), OCR_EINVAL);
  EQ(make(2, values, 1), OCR_EINVAL);
  EQ(make(2, values, 3), OCR_EINVAL);
  EQ(make(EDT_PARAM_UNK, values, 2), OCR_EINVAL);
  EQ(make(2, values, EDT_PARAM_UNK), OCR_EINVAL);
  EQ(make(2, NULL, 2), OCR_EINVAL);
  EQ(make(EDT_PARAM_DEF, NULL, 2), OCR_EINVAL);
  OK(ocrEdtTemplateCreate(&template_guid, never, 0, 0));
  EQ(make(0, values, 0), OCR_EINVAL);
  OK(ocrEdtTemplateCreate(&template_guid, never, EDT_PARAM_UNK, 0));
  EQ(make(EDT_PARAM_DEF, values, 0), OCR_EINVAL);
  return pass();
}

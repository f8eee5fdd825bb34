// EDTs and blocks have labels, too; a labelled EDT with depv or output event is OCR_EINVAL.
// heddle-only: XSOCR has no labelled blocks
#include "check.h"

static EDT(sees) {
  EQ(number_in(depv[0]), 70);
  return pass();
}

MAIN {
  ocrGuid_t edts, blocks, edt_label, block_label, template_guid, given[] = {NULL_GUID}, output;
  OK(ocrGuidRangeCreate(&edts, 2, GUID_USER_EDT));
  OK(ocrGuidRangeCreate(&blocks, 2, GUID_USER_DB));
  OK(ocrGuidFromIndex(&edt_label, edts, 1));
  OK(ocrGuidFromIndex(&block_label, blocks, 1));
  OK(ocrEdtTemplateCreate(&template_guid, sees, 0, 1));
  EQ(ocrEdtCreate(&edt_label, template_guid, 0, NULL, 1, given, GUID_PROP_IS_LABELED, NULL_HINT, NULL), OCR_EINVAL);
  OK(ocrGuidFromIndex(&edt_label, edts, 1));
  EQ(ocrEdtCreate(&edt_label, template_guid, 0, NULL, 1, NULL, GUID_PROP_IS_LABELED, NULL_HINT, &output), OCR_EINVAL);
  OK(ocrGuidFromIndex(&edt_label, edts, 1));
  OK(ocrEdtCreate(&edt_label, template_guid, 0, NULL, 1, NULL, GUID_PROP_IS_LABELED, NULL_HINT, NULL));
  EQ(ocrEdtCreate(&edt_label, template_guid, 0, NULL, 1, NULL, GUID_PROP_CHECK, NULL_HINT, NULL), OCR_EGUIDEXISTS);
  u64* data;
  ocrGuid_t kept = block_label;
  OK(ocrDbCreate(&block_label, (void**)&data, 8, GUID_PROP_IS_LABELED, NULL_HINT, NO_ALLOC));
  SAME(kept, block_label);
  EQ(ocrDbCreate(&block_label, (void**)&data, 8, GUID_PROP_CHECK, NULL_HINT, NO_ALLOC), OCR_EGUIDEXISTS);
  OK(ocrDbDestroy(block_label));
  OK(ocrDbCreate(&block_label, (void**)&data, 8, GUID_PROP_CHECK, NULL_HINT, NO_ALLOC));
  *data = 70;
  OK(ocrDbRelease(block_label));
  OK(ocrAddDependence(block_label, edt_label, 0, DB_MODE_RO));
  return NULL_GUID;
}

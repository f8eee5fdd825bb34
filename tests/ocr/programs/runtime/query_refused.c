// ocrQuery answers who has stopped the others, about what it knows, with flags 0; else ERROR_GUID and no bytes.
// heddle-only: XSOCR is built without it
#include "check.h"

#include <extensions/ocr-pause.h>

static void refused(int query, u8 flags) {
  void* data = &data;
  u32 size = 7;
  SAME(ocrQuery((ocrQueryType_t)query, NULL_GUID, &data, &size, flags), ERROR_GUID);
  CHECK(data == NULL, "no answer");
  EQ(size, 0);
}

MAIN {
  for (int query = OCR_QUERY_READY_EDTS; query <= OCR_QUERY_ALL_EDTS; query++) refused(query, 0);
  EQ(ocrPause(true), 1);
  refused(OCR_QUERY_ALL_EDTS, 1);
  refused(OCR_QUERY_ALL_EDTS, 0x80);
  refused(-1, 0);
  refused(OCR_QUERY_ALL_EDTS + 1, 0);
  ocrGuid_t answer = ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, NULL, NULL, 0), self;
  OK(ocrCurrentEdtGet(&self));
  OK(ocrDbDestroy(answer));
  void* data = NULL;
  u32 size = 0;
  answer = ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, &data, &size, 0);
  EQ(size, sizeof(ocrGuid_t));
  SAME(*(ocrGuid_t*)data, self);
  OK(ocrDbDestroy(answer));
  ocrResume(1);
  refused(OCR_QUERY_ALL_EDTS, 0);
  return pass();
}

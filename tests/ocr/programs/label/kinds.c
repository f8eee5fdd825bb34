// ocrGetGuidKind tells what a GUID names.
// heddle-only: XSOCR aborts at GUIDs that name nothing
#include "check.h"

static EDT(body) { return NULL_GUID; }

static void is(ocrGuid_t guid, ocrGuidUserKind want) {
  ocrGuidUserKind kind = (ocrGuidUserKind)99;
  OK(ocrGetGuidKind(&kind, guid));
  EQ(kind, want);
}

MAIN {
  ocrGuid_t template_guid, rubbish = NULL_GUID;
  rubbish.guid = 0x7fffffff12345678;
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  is(template_guid, GUID_USER_EDT_TEMPLATE);
  is(edt(body, 1), GUID_USER_EDT);
  is(number_block(1), GUID_USER_DB);
  is(event(OCR_EVENT_ONCE_T), GUID_USER_EVENT_ONCE);
  is(event(OCR_EVENT_IDEM_T), GUID_USER_EVENT_IDEM);
  is(event(OCR_EVENT_STICKY_T), GUID_USER_EVENT_STICKY);
  is(latch(1), GUID_USER_EVENT_LATCH);
  is(counted(1), GUID_USER_EVENT_COUNTED);
  is(channel(1), (ocrGuidUserKind)23);
  is(NULL_GUID, GUID_USER_NONE);
  is(UNINITIALIZED_GUID, GUID_USER_NONE);
  is(ERROR_GUID, GUID_USER_NONE);
  is(rubbish, GUID_USER_NONE);
  EQ(ocrGetGuidKind(NULL, template_guid), OCR_EINVAL);
  return pass();
}

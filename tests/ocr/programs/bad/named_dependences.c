// ocrEdtCreate looks at what depv names: stale, foreign and label GUIDs are OCR_EINVAL, other kinds OCR_EPERM, and
// nothing is made: no EDT, no output event, no share of the scope.
// heddle-only: XSOCR crashes
#include "check.h"

static EDT(never) {
  CHECK(0, "this EDT should not exist");
  return NULL_GUID;
}
static EDT(waits) { return NULL_GUID; }

static EDT(tries) {
  ocrGuid_t block = number_block(1), sticky = event(OCR_EVENT_STICKY_T), gone = event(OCR_EVENT_ONCE_T),
            gone_block = number_block(2), other = edt(waits, 1), template_guid, range, label;
  OK(ocrEventDestroy(gone));
  OK(ocrDbDestroy(gone_block));
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_DB));
  OK(ocrGuidFromIndex(&label, range, 0));
  OK(ocrEdtTemplateCreate(&template_guid, never, 0, 3));
  const struct {
    ocrGuid_t guid;
    u8 code;
  } wrong[] = {{gone, OCR_EINVAL},       {gone_block, OCR_EINVAL},   {label, OCR_EINVAL},
               {ERROR_GUID, OCR_EINVAL}, {{0x1234}, OCR_EINVAL},     {{INTPTR_MAX}, OCR_EINVAL},
               {other, OCR_EPERM},       {template_guid, OCR_EPERM}, {range, OCR_EPERM}};
  for (u64 i = 0; i < sizeof wrong / sizeof *wrong; i++)
    for (u32 place = 0; place < 3; place++) {
      ocrGuid_t names[] = {block, sticky, UNINITIALIZED_GUID}, guid = ERROR_GUID, output = ERROR_GUID;
      names[place] = wrong[i].guid;
      EQ(ocrEdtCreate(&guid, template_guid, 0, NULL, 3, names, EDT_PROP_NONE, NULL_HINT, &output), wrong[i].code);
      IS_NULL(guid);
      IS_NULL(output);
    }
  OK(ocrEdtDestroy(other));
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  after(tries, all);
  return NULL_GUID;
}

// Flags that a call does not know, and what is said of a label where there is none, are OCR_EINVAL; nothing is made.
// heddle-only: XSOCR does not look
#include "check.h"

static EDT(never) {
  CHECK(0, "this EDT should not exist");
  return NULL_GUID;
}

static void events_refuse(u16 flags) {
  ocrGuid_t guid = ERROR_GUID;
  EQ(ocrEventCreate(&guid, OCR_EVENT_STICKY_T, flags), OCR_EINVAL);
  IS_NULL(guid);
  guid = ERROR_GUID;
  EQ(ocrEventCreateParams(&guid, OCR_EVENT_STICKY_T, flags, NULL), OCR_EINVAL);
  IS_NULL(guid);
}

static void blocks_refuse(u16 flags) {
  ocrGuid_t guid = ERROR_GUID;
  void* data = &guid;
  EQ(ocrDbCreate(&guid, &data, 8, flags, NULL_HINT, NO_ALLOC), OCR_EINVAL);
  IS_NULL(guid);
  CHECK(data == NULL, "no data");
}

static void edts_refuse(u16 flags) {
  ocrGuid_t template_guid, guid = ERROR_GUID, output = ERROR_GUID;
  OK(ocrEdtTemplateCreate(&template_guid, never, 0, 0));
  EQ(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, flags, NULL_HINT, &output), OCR_EINVAL);
  IS_NULL(guid);
  IS_NULL(output);
  OK(ocrEdtTemplateDestroy(template_guid));
}

MAIN {
  const u16 label_alone[] = {0x200, 0x400, 0x600};
  for (int i = 0; i < 3; i++) {
    events_refuse(label_alone[i]);
    blocks_refuse(label_alone[i]);
    edts_refuse(label_alone[i]);
  }
  for (u32 bit = 1; bit < 0x10000; bit *= 2) {
    if (bit != EVT_PROP_TAKES_ARG && bit != GUID_PROP_IS_LABELED) events_refuse((u16)bit);
    if (bit != DB_PROP_NO_ACQUIRE && bit != DB_PROP_SINGLE_ASSIGNMENT && bit != DB_PROP_NO_HINT &&
        bit != GUID_PROP_IS_LABELED)
      blocks_refuse((u16)bit);
    if (bit > EDT_PROP_OEVT_VALID && bit != GUID_PROP_IS_LABELED) edts_refuse((u16)bit);
  }
  ocrGuid_t sticky = event(OCR_EVENT_STICKY_T), value = ERROR_GUID;
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  EQ(ocrLegacyBlockProgress(sticky, &value, NULL, NULL, 0x8), OCR_EINVAL);
  OK(ocrLegacyBlockProgress(sticky, &value, NULL, NULL, LEGACY_PROP_WAIT_IF_CREATED));
  IS_NULL(value);
  return pass();
}

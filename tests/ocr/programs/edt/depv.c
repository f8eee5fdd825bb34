// ocrEdtCreate connects what depv names: blocks, events, NULL_GUID; UNINITIALIZED_GUID leaves a slot open.
#include "check.h"

static EDT(sees) {
  EQ(number_in(depv[0]), 10);
  EQ(number_in(depv[1]), 11);
  IS_NULL(depv[2].guid);
  EQ(number_in(depv[3]), 13);
  EQ(depv[0].mode, DB_MODE_RW);
  return pass();
}

MAIN {
  ocrGuid_t template_guid, guid, sticky = event(OCR_EVENT_STICKY_T);
  ocrGuid_t given[] = {number_block(10), sticky, NULL_GUID, UNINITIALIZED_GUID};
  OK(ocrEdtTemplateCreate(&template_guid, sees, 0, 4));
  OK(ocrEdtCreate(&guid, template_guid, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF, given, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(number_block(13), guid, 3, DB_MODE_RO));
  OK(ocrEventSatisfy(sticky, number_block(11)));
  return NULL_GUID;
}

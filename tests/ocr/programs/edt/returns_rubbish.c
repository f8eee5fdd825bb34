// An EDT that returns neither block nor event: a late error, and NULL_GUID is passed.
// says: gives
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(gives) {
  ocrGuid_t rubbish = NULL_GUID;
  rubbish.guid = 0x123456789;
  return rubbish;
}

static EDT(takes) {
  IS_NULL(depv[0].guid);
  return pass();
}

MAIN {
  ocrGuid_t output, first = new_edt(gives, 0, NULL, 1, EDT_PROP_NONE, &output), second = edt(takes, 1);
  depend(output, second, 0);
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}

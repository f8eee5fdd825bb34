// A body that returns NULL_GUID satisfies its output event with NULL_GUID.
#include "check.h"

static int ended;

static EDT(gives) {
  POKE(ended, 1);
  return NULL_GUID;
}

static EDT(takes) {
  EQ(PEEK(ended), 1);
  IS_NULL(depv[0].guid);
  return pass();
}

MAIN {
  ocrGuid_t output, first = new_edt(gives, 0, NULL, 1, EDT_PROP_NONE, &output), second = edt(takes, 1);
  depend(output, second, 0);
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}

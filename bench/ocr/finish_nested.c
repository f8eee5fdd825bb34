// Finish EDTs inside each other's scope, one EDT in each.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_; }

EDT(empty) {
  UNUSED;
  return NULL_GUID;
}

static ocrGuid_t empty_template, scope_template;

EDT(scope) {
  UNUSED;
  edt_from(empty_template, NULL, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  empty_template = template_of(empty, 0, 0);
  scope_template = template_of(scope, 0, 0);
  for (u64 i = 0; i < count_; i += 2) edt_from(scope_template, NULL, EDT_PROP_FINISH, NULL);
  return NULL_GUID;
}

// 20,000 finish EDTs, each with two EDTs below, in one scope.
// not-as-threads: each of its many EDTs would take half a millisecond
#include "check.h"

enum { k_scopes = 20000 };
static u64 ended;
static ocrGuid_t leaf_template;

static EDT(leaf) {
  HIT(ended);
  return NULL_GUID;
}

static EDT(scope) {
  ocrGuid_t guid;
  for (int i = 0; i < 2; i++) OK(ocrEdtCreate(&guid, leaf_template, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}

static EDT(root) {
  ocrGuid_t guid, scope_template;
  OK(ocrEdtTemplateCreate(&scope_template, scope, 0, 0));
  for (int i = 0; i < k_scopes; i++)
    OK(ocrEdtCreate(&guid, scope_template, 0, NULL, 0, NULL, EDT_PROP_FINISH, NULL_HINT, NULL));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 2 * k_scopes);
  return pass();
}

MAIN {
  OK(ocrEdtTemplateCreate(&leaf_template, leaf, 0, 0));
  after(root, all);
  return NULL_GUID;
}

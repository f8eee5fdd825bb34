// Scopes nest: an inner one is done before the outer, and only waits for its own.
#include "check.h"

enum { k_inner = 50, k_each = 20 };
static int ended[k_inner], inner_done;

static EDT(leaf) {
  HIT(ended[paramv[0]]);
  return NULL_GUID;
}

static EDT(inner) {
  for (int i = 0; i < k_each; i++) edt_of(leaf, paramv[0], 0);
  return NULL_GUID;
}

static EDT(inner_is_done) {
  EQ(PEEK(ended[paramv[0]]), k_each);
  HIT(inner_done);
  return NULL_GUID;
}

static EDT(outer) {
  for (u64 i = 0; i < k_inner; i++) {
    ocrGuid_t output, next = edt_of(inner_is_done, i, 1), first = new_edt(inner, 1, &i, 1, EDT_PROP_FINISH, &output);
    OK(ocrAddDependence(output, next, 0, DB_MODE_NULL));
    depend(NULL_GUID, first, 0);
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(inner_done), k_inner);
  return pass();
}

MAIN {
  after(outer, all);
  return NULL_GUID;
}

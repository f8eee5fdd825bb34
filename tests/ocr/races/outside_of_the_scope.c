// Who waits for a scope is not ordered behind an EDT that was made outside of it.
// workers: 2,8
// status: 66
// says: data race
#include "check.h"

static u64 shared;
static int ended;

static EDT(outside) {
  shared = 1;
  HIT(ended);
  return NULL_GUID;
}

static EDT(inside) { return NULL_GUID; }

static EDT(last) {
  CHECK(shared <= 1, "one of both");
  while (PEEK(ended) == 0) sched_yield();
  return pass();
}

MAIN {
  ocrGuid_t output, scope = new_edt(inside, 0, NULL, 1, EDT_PROP_FINISH, &output);
  depend(output, edt(last, 1), 0);
  edt(outside, 0);
  depend(NULL_GUID, scope, 0);
  return NULL_GUID;
}

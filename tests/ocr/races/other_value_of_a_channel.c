// Who gets a channel's first value is not ordered behind who has sent the second.
// status: 66
// says: data race
#include "check.h"

static u64 of_second;
static ocrGuid_t values;
static int sent;

static EDT(sends) {
  if (paramv[0] == 1) of_second = 1;
  OK(ocrEventSatisfy(values, NULL_GUID));
  HIT(sent);
  return NULL_GUID;
}

static EDT(takes) {
  if (paramv[0] == 0) CHECK(of_second <= 1, "one of both");
  return NULL_GUID;
}

static EDT(makes_takers) {
  for (u64 i = 0; i < 2; i++) depend(values, edt_of(takes, i, 1), 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(sent), 2);
  return pass();
}

// The second is sent behind the first; both are kept. Who takes was made by somebody who knows of neither.
MAIN {
  values = channel(4);
  ocrGuid_t first_sent, second_sent, taken;
  ocrGuid_t last = edt(all, 2), second, first, takers = new_edt(makes_takers, 0, NULL, 1, EDT_PROP_FINISH, &taken);
  u64 number = 1;
  second = new_edt(sends, 1, &number, 1, EDT_PROP_NONE, &second_sent);
  number = 0;
  first = new_edt(sends, 1, &number, 1, EDT_PROP_NONE, &first_sent);
  depend(second_sent, last, 0);
  depend(taken, last, 1);
  depend(first_sent, second, 0);
  depend(NULL_GUID, takers, 0);
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}

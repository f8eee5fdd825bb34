// 1,000 parameters arrive.
#include "check.h"

static EDT(sees) {
  EQ(paramc, 1000);
  for (u64 i = 0; i < 1000; i++) EQ(paramv[i], i * i);
  return pass();
}

MAIN {
  static u64 values[1000];
  for (u64 i = 0; i < 1000; i++) values[i] = i * i;
  new_edt(sees, 1000, values, 0, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}

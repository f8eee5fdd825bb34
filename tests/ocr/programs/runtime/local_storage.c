// Each EDT has four words of its own, zero at its start.
// heddle-only: XSOCR has one word in its default build, and counts words
#include "check.h"

static int ended;

static EDT(body) {
  for (u8 i = 0; i < 4; i++) IS_NULL(ocrElsUserGet(i));
  void* words = NULL;
  u64 bytes = 0;
  OK(ocrEdtLocalStorageGet(&words, &bytes));
  EQ(bytes, 4 * sizeof(ocrGuid_t));
  for (u8 i = 0; i < 4; i++) {
    ocrGuid_t value = NULL_GUID;
    value.guid = (intptr_t)(paramv[0] * 10 + i);
    ocrElsUserSet(i, value);
  }
  sched_yield();
  for (u8 i = 0; i < 4; i++) EQ(ocrElsUserGet(i).guid, paramv[0] * 10 + i);
  EQ(((ocrGuid_t*)words)[3].guid, paramv[0] * 10 + 3);
  EQ(ocrEdtLocalStorageGet(NULL, &bytes), OCR_EINVAL);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < 500; i++) edt_of(body, i + 1, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 500);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

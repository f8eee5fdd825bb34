// Two EDTs that wait for what the other does after its own wait both end: none lies on the other's stack.
// heddle-only: XSOCR hangs
#include "check.h"

enum { k_rounds = 50 };
static ocrGuid_t ping[k_rounds], pong[k_rounds];
static int ended;

static EDT(left) {
  for (int i = 0; i < k_rounds; i++) {
    OK(ocrEventSatisfy(ping[i], NULL_GUID));
    OK(ocrLegacyBlockProgress(pong[i], NULL, NULL, NULL, LEGACY_PROP_NONE));
  }
  HIT(ended);
  return NULL_GUID;
}

static EDT(right) {
  for (int i = 0; i < k_rounds; i++) {
    OK(ocrLegacyBlockProgress(ping[i], NULL, NULL, NULL, LEGACY_PROP_NONE));
    OK(ocrEventSatisfy(pong[i], NULL_GUID));
  }
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  for (int i = 0; i < k_rounds; i++) {
    ping[i] = event(OCR_EVENT_STICKY_T);
    pong[i] = event(OCR_EVENT_STICKY_T);
  }
  edt(left, 0);
  edt(right, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 2);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

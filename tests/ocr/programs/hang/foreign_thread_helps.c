// As long as a thread of the program's own may help, nothing is final.
// status: 0
// says: helped
// heddle-only: XSOCR hangs
#include "check.h"

#include <pthread.h>

static ocrGuid_t sticky;

static void* helps(void* nothing) {
  for (int i = 0; i < 3; i++) sleep(1);
  printf("helped\n");
  fflush(stdout);
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  return nothing;
}

static EDT(last) { return pass(); }

MAIN {
  pthread_t thread;
  sticky = event(OCR_EVENT_STICKY_T);
  depend(sticky, edt(last, 1), 0);
  EQ(pthread_create(&thread, NULL, helps, NULL), 0);
  EQ(pthread_detach(thread), 0);
  return NULL_GUID;
}

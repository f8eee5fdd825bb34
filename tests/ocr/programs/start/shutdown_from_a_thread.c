// A thread of the program's own may end it.
// heddle-only: XSOCR knows its own threads only
#include "check.h"

#include <pthread.h>

static void* ends(void* nothing) {
  ocrShutdown();
  return nothing;
}

MAIN {
  pthread_t thread;
  passed();
  EQ(pthread_create(&thread, NULL, ends, NULL), 0);
  EQ(pthread_detach(thread), 0);
  return NULL_GUID;
}

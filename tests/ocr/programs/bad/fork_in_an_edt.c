// The child of a fork in an EDT has no runtime: its calls return OCR_EINVAL, and it can end.
// heddle-only: XSOCR's child hangs
#include "check.h"

#include <sys/wait.h>

MAIN {
  pid_t child = fork();
  CHECK(child >= 0, "a child");
  if (child == 0) {
    ocrGuid_t guid;
    u8 code = ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
    _exit(code == OCR_EINVAL ? 42 : 43);
  }
  int status = 0;
  EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status), "the child ended");
  EQ(WEXITSTATUS(status), 42);
  return pass();
}

// The child of a fork in an EDT in a lent seat has no runtime, can exit(), and can begin a runtime of its own.
// heddle-only: XSOCR's child hangs
#include "check.h"

#include <sys/wait.h>

static ocrGuid_t happens;

static int child_of_this(int number) {
  pid_t child = fork();
  CHECK(child >= 0, "a child");
  if (child == 0) {
    ocrGuid_t guid;
    if (ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_NONE) != OCR_EINVAL) _exit(43);
    if (number == 0) _exit(42);
    passed();
    if (number == 1) exit(42);
    ocrConfig_t config;
    memset(&config, 0, sizeof config);
    ocrLegacyInit(&guid, &config);
    if (ocrGuidIsNull(guid)) _exit(44);
    if (ocrLegacyFinalize(guid, false) != 0) _exit(45);
    _exit(42);
  }
  int status = 0;
  EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status), "the child ended");
  return WEXITSTATUS(status);
}

static EDT(forks) {
  for (int number = 0; number < 3; number++) EQ(child_of_this(number), 42);
  OK(ocrEventSatisfy(happens, NULL_GUID));
  return NULL_GUID;
}

static EDT(waits) {
  edt(forks, 0);
  OK(ocrLegacyBlockProgress(happens, NULL, NULL, NULL, LEGACY_PROP_NONE));
  return pass();
}

MAIN {
  happens = event(OCR_EVENT_STICKY_T);
  edt(waits, 0);
  return NULL_GUID;
}

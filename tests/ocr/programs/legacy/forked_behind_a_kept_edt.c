// A forked child that begins a session of its own does not run what its parent has made ready.
// workers: 1,2
// heddle-only: XSOCR's child hangs
// not-as-threads: ThreadSanitizer refuses threads in a child that was forked beside others
// not-sanitized: the same
#include "check.h"

#include <sys/wait.h>

static pid_t parent;

static EDT(of_the_parent) {
  if (getpid() != parent) _exit(44);
  return NULL_GUID;
}

static EDT(of_the_child) {
  usleep(20000);  // the child's worker has looked around before it ends
  return number_block(17);
}

static int in_the_child(void) {
  ocrConfig_t config = {0, NULL, NULL};
  ocrGuid_t context, template_guid, handle, block, none[] = {NULL_GUID};
  void* data;
  u64 size;
  ocrLegacyInit(&context, &config);
  OK(ocrEdtTemplateCreate(&template_guid, of_the_child, 0, 1));
  OK(ocrLegacySpawnOCR(&handle, template_guid, 0, NULL, 1, none, context));
  OK(ocrLegacyBlockProgress(handle, &block, &data, &size, LEGACY_PROP_NONE));
  EQ(*(u64*)data, 17);
  usleep(20000);
  ocrShutdown();
  OK(ocrLegacyFinalize(context, true));
  return 42;
}

static EDT(makes) {
  parent = getpid();
  edt(of_the_parent, 0);
  pid_t child = fork();
  CHECK(child >= 0, "a child");
  if (child == 0) _exit(in_the_child());
  int status = 0;
  EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status), "the child ended");
  EQ(WEXITSTATUS(status), 42);
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  after(makes, all);
  return NULL_GUID;
}

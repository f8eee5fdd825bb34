// The child of a fork that returns from the EDT's body is told, and ends with status 1.
// heddle-only: XSOCR's child hangs
// says: the child of a fork has returned
#include "check.h"

#include <sys/wait.h>

MAIN {
  pid_t child = fork();
  CHECK(child >= 0, "a child");
  if (child == 0) return NULL_GUID;
  int status = 0;
  EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status), "the child ended");
  EQ(WEXITSTATUS(status), 1);
  return pass();
}

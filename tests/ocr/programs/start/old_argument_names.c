// getArgc and getArgv do what the new names do.
// args: x
#include "check.h"

MAIN {
  for (int i = 0; i < 3; i++) EQ(getArgc(depv[0].ptr), 2);
  EQ(strcmp(getArgv(depv[0].ptr, 1), "x"), 0);
  return pass();
}

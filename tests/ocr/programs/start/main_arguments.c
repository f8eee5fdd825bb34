// mainEdt finds the program's arguments in its one slot: count, offsets, strings.
// args: one "two words" "" -x
#include "check.h"

MAIN {
  EQ(paramc, 0);
  CHECK(paramv == NULL, "mainEdt has no parameters");
  EQ(depc, 1);
  EQ(depv[0].mode, DB_MODE_RW);
  u64* words = depv[0].ptr;
  EQ(words[0], 5);
  EQ(ocrGetArgc(words), 5);
  const char* want[] = {NULL, "one", "two words", "", "-x"};
  for (u64 i = 1; i < 5; i++) {
    EQ(strcmp(ocrGetArgv(words, i), want[i]), 0);
    CHECK((char*)words + words[1 + i] == ocrGetArgv(words, i), "the offsets lead to the strings");
  }
  CHECK(strstr(ocrGetArgv(words, 0), "main_arguments") != NULL, "argument 0 is the program's name");
  return pass();
}

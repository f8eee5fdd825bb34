// What mainEdt returns does not count.
#include "check.h"

static EDT(last) { return pass(); }

MAIN {
  edt(last, 0);
  return number_block(1);
}

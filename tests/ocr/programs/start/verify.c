// VERIFY says PASSED or FAILURE with the place, and goes on.
// says: PASSED @ '.*verify\.c:\d+' two is 2
// says: FAILURE @ '.*verify\.c:\d+' no arguments
#include "check.h"

MAIN {
  VERIFY(depc == 1, "two is %d\n", 2);
  VERIFY(depc == 2, "no arguments\n");
  return pass();
}

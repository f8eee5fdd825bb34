// HEDDLE_TOPOLOGY that is no topology is warned of, and the machine as it is is used.
// env: "HEDDLE_TOPOLOGY=two of everything"
// says: HEDDLE_TOPOLOGY=.*two of everything
// heddle-only: a variable of Heddle's
#include "check.h"

MAIN {
  u64 count = 0;
  OK(ocrAffinityCount(AFFINITY_PD, &count));
  CHECK(count >= 1, "at least one");
  return pass();
}

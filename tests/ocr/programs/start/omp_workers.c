// Without variable and configuration OMP_NUM_THREADS counts.
// env: OMP_NUM_THREADS=3
// workers: 0
// heddle-only: a variable of OpenMP's
#include "check.h"

MAIN {
  EQ(ocrNbWorkers(), 3);
  return pass();
}

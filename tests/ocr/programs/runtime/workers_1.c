// With HEDDLE_OCR_WORKERS=1 there are 1 workers, each with a GUID of its own.
// workers: 1
#include "check.h"

MAIN {
  EQ(ocrNbWorkers(), 1);
  ocrGuid_t worker;
  ocrCurrentWorkerGuid(&worker);
  CHECK(!ocrGuidIsNull(worker), "a worker");
  return pass();
}

// With HEDDLE_OCR_WORKERS=2 there are 2 workers, each with a GUID of its own.
// workers: 2
#include "check.h"

MAIN {
  EQ(ocrNbWorkers(), 2);
  ocrGuid_t worker;
  ocrCurrentWorkerGuid(&worker);
  CHECK(!ocrGuidIsNull(worker), "a worker");
  return pass();
}

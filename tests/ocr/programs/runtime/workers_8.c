// With HEDDLE_OCR_WORKERS=8 there are 8 workers, each with a GUID of its own.
// workers: 8
#include "check.h"

MAIN {
  EQ(ocrNbWorkers(), 8);
  ocrGuid_t worker;
  ocrCurrentWorkerGuid(&worker);
  CHECK(!ocrGuidIsNull(worker), "a worker");
  return pass();
}

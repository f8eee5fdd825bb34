// A configuration whose list has too many workers, or one that ends before it begins, is warned of and does not count.
// args: -ocr:cfg {here}/too_many_workers.cfg
// says: too_many_workers\.cfg
// workers: 0
// heddle-only: XSOCR starts them
#include "check.h"

MAIN {
  CHECK(ocrNbWorkers() >= 1 && ocrNbWorkers() <= 4096, "a number of workers that can be had");
  return pass();
}

// MEMKIND_HBW_NODES that names no node of the machine is warned of once, and does not count.
// env: MEMKIND_HBW_NODES=7,9 HEDDLE_OCR_MEMORY=hbw "HEDDLE_TOPOLOGY=numa:2 core:1 pu:1"
// says: MEMKIND_HBW_NODES='7,9' names no node of this machine
// silent: (?s)names no node.*names no node
// heddle-only: XSOCR does not read it
#include "check.h"

MAIN {
  OK(ocrDbDestroy(number_block(1)));
  return pass();
}

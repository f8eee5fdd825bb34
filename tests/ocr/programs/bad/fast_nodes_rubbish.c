// MEMKIND_HBW_NODES that is no list is warned of once, by name, and does not count.
// env: MEMKIND_HBW_NODES=four HEDDLE_OCR_MEMORY=hbw "HEDDLE_TOPOLOGY=numa:2 core:1 pu:1"
// says: MEMKIND_HBW_NODES='four' is no list of nodes as 4-7,9; it does not count
// silent: (?s)no list of nodes.*no list of nodes
// heddle-only: XSOCR does not read it
#include "check.h"

MAIN {
  OK(ocrDbDestroy(number_block(1)));
  return pass();
}

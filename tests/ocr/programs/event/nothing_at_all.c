// Both GUIDs NULL_GUID: nothing happens, and 0 is returned.
// heddle-only: XSOCR asserts
#include "check.h"

MAIN {
  OK(ocrEventSatisfy(NULL_GUID, NULL_GUID));
  OK(ocrEventSatisfySlot(NULL_GUID, NULL_GUID, 3));
  OK(ocrAddDependence(NULL_GUID, NULL_GUID, 0, DB_MODE_RW));
  return pass();
}

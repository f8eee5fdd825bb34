// GUIDs are compared and printed.
// says: ^0x2a 42
#include "check.h"

MAIN {
  ocrGuid_t one = NULL_GUID, two = NULL_GUID;
  one.guid = 42;
  two.guid = 43;
  CHECK(ocrGuidIsNull(NULL_GUID) && !ocrGuidIsNull(one), "ocrGuidIsNull");
  CHECK(ocrGuidIsUninitialized(UNINITIALIZED_GUID) && !ocrGuidIsUninitialized(one), "ocrGuidIsUninitialized");
  CHECK(ocrGuidIsError(ERROR_GUID) && !ocrGuidIsError(one), "ocrGuidIsError");
  CHECK(ocrGuidIsEq(one, one) && !ocrGuidIsEq(one, two), "ocrGuidIsEq");
  CHECK(ocrGuidIsLt(one, two) && !ocrGuidIsLt(two, one) && !ocrGuidIsLt(one, one), "ocrGuidIsLt");
  CHECK(IS_GUID_NULL(NULL_GUID) && IS_GUID_UNINITIALIZED(UNINITIALIZED_GUID) && IS_GUID_ERROR(ERROR_GUID), "old names");
  CHECK(IS_GUID_EQUAL(two, two) && IS_GUID_LESS_THAN(one, two), "old names");
  GUID_ASSIGN_VALUE(one, two);
  SAME(one, two);
  EQ(GUID_SIZE(one), 64);
  EQ(GUID_BIT_COUNT, 64);
  one.guid = 42;
  printf(GUIDF " %d\n", (long)GUIDA(one), (int)GUIDFS(one));
  return pass();
}

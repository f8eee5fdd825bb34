// The labels of a range are evenly spaced.
#include "check.h"

MAIN {
  ocrGuid_t range, first, second, label;
  OK(ocrGuidRangeCreate(&range, 1000, GUID_USER_EVENT_ONCE));
  OK(ocrGuidFromIndex(&first, range, 0));
  OK(ocrGuidFromIndex(&second, range, 1));
  u64 skip = (u64)(second.guid - first.guid);
  for (u64 i = 0; i < 1000; i++) {
    OK(ocrGuidFromIndex(&label, range, i));
    SAME(label, addValueToGuid(first, i * skip));
  }
  return pass();
}

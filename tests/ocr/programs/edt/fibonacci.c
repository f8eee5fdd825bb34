// Fibonacci by EDTs that pass blocks through output events.
#include "check.h"

static ocrGuid_t fib_template, sum_template;

static EDT(sum) { return number_block(number_in(depv[0]) + number_in(depv[1])); }

static EDT(fib) {
  if (paramv[0] < 2) return number_block(paramv[0]);
  ocrGuid_t adds, result = event(OCR_EVENT_STICKY_T), parts[2];
  OK(ocrEdtCreate(&adds, sum_template, 0, NULL, 2, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, &result));
  for (u32 i = 0; i < 2; i++) {
    u64 n = paramv[0] - 1 - i;
    ocrGuid_t part = event(OCR_EVENT_STICKY_T);
    OK(ocrAddDependence(part, adds, i, DB_MODE_RO));
    OK(ocrEdtCreate(&parts[i], fib_template, 1, &n, 0, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, &part));
  }
  return result;
}

static EDT(last) {
  EQ(number_in(depv[0]), 610);
  return pass();
}

MAIN {
  OK(ocrEdtTemplateCreate(&fib_template, fib, 1, 0));
  OK(ocrEdtTemplateCreate(&sum_template, sum, 0, 2));
  u64 n = 15;
  ocrGuid_t guid, result = event(OCR_EVENT_STICKY_T);
  OK(ocrAddDependence(result, edt(last, 1), 0, DB_MODE_RO));
  OK(ocrEdtCreate(&guid, fib_template, 1, &n, 0, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, &result));
  return NULL_GUID;
}

// A map computes labels from tuples by the program's function; the parameters are copied.
#include "check.h"

static ocrGuid_t of_grid(ocrGuid_t start, u64 skip, s64* params, s64* tuple) {
  return addValueToGuid(start, (u64)(tuple[0] * params[0] + tuple[1]) * skip);
}

static EDT(last) {
  EQ(number_in(depv[0]), 7);
  return pass();
}

MAIN {
  s64 width = 5;
  ocrGuid_t map, labels[20];
  OK(ocrGuidMapCreate(&map, 1, of_grid, &width, 20, GUID_USER_EVENT_STICKY));
  width = 1000;
  for (s64 i = 0; i < 20; i++) {
    s64 tuple[] = {i / 5, i % 5};
    OK(ocrGuidFromLabel(&labels[i], map, tuple));
    for (s64 j = 0; j < i; j++) CHECK(!ocrGuidIsEq(labels[i], labels[j]), "labels differ");
  }
  for (int i = 0; i < 20; i++) OK(ocrEventCreate(&labels[i], OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG | GUID_PROP_CHECK));
  OK(ocrAddDependence(labels[13], edt(last, 1), 0, DB_MODE_RO));
  s64 tuple[] = {2, 3};
  ocrGuid_t again;
  OK(ocrGuidFromLabel(&again, map, tuple));
  SAME(again, labels[13]);
  OK(ocrEventSatisfy(again, number_block(7)));
  return NULL_GUID;
}

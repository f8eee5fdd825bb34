// Thousands of EDTs add to counters that they hold in EW, with slots in opposite orders: nothing is lost, nobody waits
// for ever.
#include "check.h"

enum { k_counters = 8, k_edts = 4000, k_slots = 3 };
static ocrGuid_t counters[k_counters];

static EDT(adds) {
  for (u32 i = 0; i < depc; i++) {
    u64 kept = *(u64*)depv[i].ptr;
    if (paramv[0] % 64 == 0) sched_yield();
    *(u64*)depv[i].ptr = kept + 1;
  }
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t template_guid;
  OK(ocrEdtTemplateCreate(&template_guid, adds, 1, k_slots));
  for (u64 i = 0; i < k_edts; i++) {
    ocrGuid_t guid;
    OK(ocrEdtCreate(&guid, template_guid, 1, &i, k_slots, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
    for (u32 slot = 0; slot < k_slots; slot++) {
      u64 which = i % 2 ? (i + slot) % k_counters : (i + k_slots - 1 - slot) % k_counters;
      OK(ocrAddDependence(counters[which], guid, slot, DB_MODE_EW));
    }
  }
  return NULL_GUID;
}

static EDT(check_sum) {
  u64 sum = 0;
  for (u32 i = 0; i < depc; i++) sum += number_in(depv[i]);
  EQ(sum, k_edts * k_slots);
  return pass();
}

static EDT(all) {
  ocrGuid_t guid = edt(check_sum, k_counters);
  for (u32 i = 0; i < k_counters; i++) OK(ocrAddDependence(counters[i], guid, i, DB_MODE_CONST));
  return NULL_GUID;
}

MAIN {
  for (int i = 0; i < k_counters; i++) counters[i] = number_block(0);
  after(makes, all);
  return NULL_GUID;
}

// Every block that many EDTs send at once is taken by one EDT.
#include "check.h"

enum { k_senders = 50, k_each = 40, k_items = k_senders * k_each };
static ocrGuid_t queue;
static int seen[k_items];

static EDT(sends) {
  for (u64 i = 0; i < k_each; i++) OK(ocrEventSatisfy(queue, number_block(paramv[0] * k_each + i)));
  return NULL_GUID;
}

static EDT(takes) {
  HIT(seen[number_in(depv[0])]);
  return NULL_GUID;
}

static EDT(adds) {
  for (u64 i = 0; i < k_each; i++) OK(ocrAddDependence(queue, edt(takes, 1), 0, DB_MODE_RO));
  return NULL_GUID;
}

static EDT(makes) {
  queue = channel(EVENT_CHANNEL_UNBOUNDED);
  for (u64 i = 0; i < k_senders; i++) {
    edt_of(sends, i, 0);
    edt(adds, 0);
  }
  return NULL_GUID;
}

static EDT(all) {
  for (int i = 0; i < k_items; i++) EQ(PEEK(seen[i]), 1);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}

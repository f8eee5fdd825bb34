// A block goes to and fro between two chains of EDTs over two channels; both sides.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_; }

static ocrGuid_t side_template, channels[2];

static ocrGuid_t new_channel(void) {
  ocrGuid_t guid;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_CHANNEL.maxGen = 2;
  params.EVENT_CHANNEL.nbSat = params.EVENT_CHANNEL.nbDeps = 1;
  DO(ocrEventCreateParams(&guid, OCR_EVENT_CHANNEL_T, EVT_PROP_TAKES_ARG, &params));
  return guid;
}

static void wait_for(u64 left, u64 side) {
  u64 given[] = {left, side};
  DO(ocrAddDependence(channels[side], edt_from(side_template, given, EDT_PROP_NONE, NULL), 0, DB_MODE_RO));
}

EDT(turn) {
  UNUSED;
  u64 left = paramv[0] - 1, side = paramv[1];
  if (left > 0) wait_for(left, side);
  if (left > 0 || side == 0) DO(ocrEventSatisfy(channels[1 - side], depv[0].guid));
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t block;
  u64* data;
  channels[0] = new_channel();
  channels[1] = new_channel();
  side_template = template_of(turn, 2, 1);
  DO(ocrDbCreate(&block, (void**)&data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  DO(ocrDbRelease(block));
  wait_for(count_, 0);
  wait_for(count_, 1);
  DO(ocrEventSatisfy(channels[0], block));
  return NULL_GUID;
}

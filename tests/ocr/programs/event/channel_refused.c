// A channel without bound or parameters is OCR_EINVAL.
// heddle-only: XSOCR asserts
#include "check.h"

MAIN {
  ocrEventParams_t params;
  ocrGuid_t guid;
  memset(&params, 0, sizeof params);
  params.EVENT_CHANNEL.nbSat = params.EVENT_CHANNEL.nbDeps = 1;
  EQ(ocrEventCreateParams(&guid, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE, &params), OCR_EINVAL);
  IS_NULL(guid);
  params.EVENT_CHANNEL.maxGen = 1;
  params.EVENT_CHANNEL.nbSat = 2;
  EQ(ocrEventCreateParams(&guid, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE, &params), OCR_EINVAL);
  EQ(ocrEventCreate(&guid, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE), OCR_EINVAL);
  EQ(ocrEventCreateParams(&guid, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE, NULL), OCR_EINVAL);
  return pass();
}

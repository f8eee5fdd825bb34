// ocrLegacyIsChannelReady tells whether a satisfaction waits in a channel.
// heddle-only: XSOCR tells it of dependences, too
#include "check.h"

static EDT(takes) { return NULL_GUID; }

MAIN {
  ocrGuid_t guid = channel(4);
  EQ(ocrLegacyIsChannelReady(guid), 0);
  OK(ocrEventSatisfy(guid, NULL_GUID));
  EQ(ocrLegacyIsChannelReady(guid), 1);
  depend(guid, edt(takes, 1), 0);
  EQ(ocrLegacyIsChannelReady(guid), 0);
  depend(guid, edt(takes, 1), 0);
  EQ(ocrLegacyIsChannelReady(guid), 0);
  EQ(ocrLegacyIsChannelReady(NULL_GUID), 0);
  OK(ocrEventSatisfy(guid, NULL_GUID));
  EQ(ocrLegacyIsChannelReady(guid), 0);
  return pass();
}

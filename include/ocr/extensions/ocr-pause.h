/* ocr-pause.h: stopping the workers and looking at what there is. */
#ifndef HEDDLE_OCR_PAUSE_H
#define HEDDLE_OCR_PAUSE_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_PAUSE

#ifdef __cplusplus
extern "C" {
#endif

/** Stops the other workers when their EDTs have ended, and returns 1. Where somebody else has stopped them: waits for
 * its turn with `isBlocking`, else returns 0. */
u32 ocrPause(bool isBlocking);
/** Answers a question about the stopped runtime: a data block that the caller holds, its bytes and their number.
 * ERROR_GUID unless the caller has stopped the others. */
ocrGuid_t ocrQuery(ocrQueryType_t query, ocrGuid_t guid, void** result, u32* size, u8 flags);
/** Lets the workers go on; `flag` is what ocrPause returned. */
void ocrResume(u32 flag);

#ifdef __cplusplus
}
#endif

#endif

#endif

/* ocr-runtime-itf.h: who runs here, and four words for each EDT. For libraries on top of OCR. */
#ifndef HEDDLE_OCR_RUNTIME_ITF_H
#define HEDDLE_OCR_RUNTIME_ITF_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_RTITF

#ifdef __cplusplus
extern "C" {
#endif

/** Word `offset` (0 to 3) of the EDT that runs; NULL_GUID until it is set, and outside an EDT. */
ocrGuid_t ocrElsUserGet(u8 offset);
/** Sets that word. */
void ocrElsUserSet(u8 offset, ocrGuid_t data);
/** All words of the EDT that runs, and their size in bytes. OCR_EINVAL. */
u8 ocrEdtLocalStorageGet(void** ptr, u64* elsSize);
/** The EDT that runs; NULL_GUID outside. OCR_EINVAL: NULL. */
u8 ocrCurrentEdtGet(ocrGuid_t* curEdt);
/** Its output event; NULL_GUID where there is none. OCR_EINVAL: NULL. */
u8 ocrCurrentEdtOutputGet(ocrGuid_t* outputEvent);
/** How many workers the runtime has. */
u64 ocrNbWorkers(void);
/** The worker that calls; a GUID to compare, nothing else. */
void ocrCurrentWorkerGuid(ocrGuid_t* guid);
/** Says that the caller waits for something outside of OCR: one EDT that is ready may run now. */
u8 ocrInformLegacyCodeBlocking(void);

#ifdef __cplusplus
}
#endif

#endif

#endif

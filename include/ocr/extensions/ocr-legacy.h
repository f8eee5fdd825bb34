/* ocr-legacy.h: OCR called from a program that has its own main, and calls that wait. */
#ifndef HEDDLE_OCR_LEGACY_H
#define HEDDLE_OCR_LEGACY_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_LEGACY

/** How a runtime is started. */
typedef struct {
  int userArgc;        /**< the program's arguments, without OCR's */
  char** userArgv;     /**< the strings */
  const char* iniFile; /**< a configuration, or NULL */
} ocrConfig_t;

#define LEGACY_BLOCK_PROGRESS_5_ARGS 1 /**< ocrLegacyBlockProgress takes five arguments */

#ifdef __cplusplus
extern "C" {
#endif

/** Fills *ocrConfig from a command line; OCR's own arguments (-ocr:cfg FILE) are taken out. */
void ocrParseArgs(int argc, const char* argv[], ocrConfig_t* ocrConfig);
/** Starts the runtime; *legacyContext names it. Where one is running already: a message, and NULL_GUID. */
void ocrLegacyInit(ocrGuid_t* legacyContext, ocrConfig_t* ocrConfig);
/** Ends the runtime: with `runUntilShutdown` after ocrShutdown was called, whose code it returns, else at once. */
u8 ocrLegacyFinalize(ocrGuid_t legacyContext, bool runUntilShutdown);
/** Makes a finish EDT from outside; *handle is a sticky event that gets its data block. OCR_EINVAL: depc 0, a GUID that
 * is not known, no such template. */
u8 ocrLegacySpawnOCR(ocrGuid_t* handle, ocrGuid_t finishEdtTemplate, u64 paramc, u64* paramv, u64 depc, ocrGuid_t* depv,
                     ocrGuid_t legacyContext);
/** Waits for a sticky or idempotent event; its data block, or ERROR_GUID. */
ocrGuid_t ocrWait(ocrGuid_t outputEvent);
/** Waits for a sticky or idempotent event as `properties` (LEGACY_PROP_*) say and acquires its block in RW: GUID, bytes
 *  and size go where the pointers are not NULL. Also inside EDTs. OCR_EINVAL: no such event, or not fired (CHECK). */
u8 ocrLegacyBlockProgress(ocrGuid_t handle, ocrGuid_t* guid, void** result, u64* size, u16 properties);
/** Has the channel a satisfaction that no dependence has taken? */
bool ocrLegacyIsChannelReady(ocrGuid_t channelGuid);

#ifdef __cplusplus
}
#endif

#endif

#endif

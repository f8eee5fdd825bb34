/* ocr.h: the Open Community Runtime 1.2.0, on Heddle. Link with -locr_x86; docs/ocr.md leads from a first EDT to a
 * simulation.
 *
 * Calls return 0, or a code of ocr-errors.h; then the GUID they should have set is NULL_GUID. No GUID makes a call
 * crash: NULL_GUID, a stale one, or one of another kind is OCR_EINVAL, where kinds cannot be linked OCR_EPERM. An out
 * pointer that is NULL is OCR_EINVAL.
 */
#ifndef HEDDLE_OCR_H
#define HEDDLE_OCR_H

/* -DOCR_TYPE_H=x86.h, which the makefiles of OCR programs give, names ocr-options_x86.h. */
#ifdef OCR_TYPE_H
#define OCR_OPTIONS_QUOTE(name) #name
/* Spaces around the minus would become part of the name. */
/* clang-format off */
#define OCR_OPTIONS_JOIN(type) OCR_OPTIONS_QUOTE(ocr-options_##type)
/* clang-format on */
#define OCR_OPTIONS_FILE(type) OCR_OPTIONS_JOIN(type)
#include OCR_OPTIONS_FILE(OCR_TYPE_H)
#endif

#include "extensions/ocr-hints.h"
#include "ocr-db.h"
#include "ocr-edt.h"
#include "ocr-errors.h"
#include "ocr-guid-functions.h"
#include "ocr-std.h"
#include "ocr-types.h"
#include "ocr-version.h"

#ifdef __cplusplus
extern "C" {
/** The program's first EDT. Its one slot has the block of arguments, in RW: a u64 count, as many u64 offsets, the
 * strings. Declared for C++ only, where it gives the definition C's linkage; C programs may define it without
 * parameters. */
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
#endif

/** Ends the program: EDTs that run go on to their end, no further one starts. From any thread. */
void ocrShutdown(void);
/** Ends the program with this status, without waiting for EDTs that run. 0: ocrShutdown. From any thread. */
void ocrAbort(u8 errorCode);

/** The number of this run of the runtime: another one after each ocrLegacyInit. For libraries that keep GUIDs of their
 * own. 0: none runs. */
u64 heddleOcrSession(void);

/** How many arguments mainEdt's block has. */
u64 ocrGetArgc(void* dbPtr);
/** The argument of that number, 0 being the program's name; NULL from ocrGetArgc on. */
char* ocrGetArgv(void* dbPtr, u64 count);
/** ocrGetArgc under its old name; says so once. */
u64 getArgc(void* dbPtr);
/** ocrGetArgv under its old name; says so once. */
char* getArgv(void* dbPtr, u64 count);

#ifdef __cplusplus
}
#endif

#endif

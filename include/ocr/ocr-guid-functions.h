/* ocr-guid-functions.h: comparing and printing GUIDs. A GUID is printed by ocrPrintf("x " GUIDF "\n", GUIDA(x)). */
#ifndef HEDDLE_OCR_GUID_FUNCTIONS_H
#define HEDDLE_OCR_GUID_FUNCTIONS_H

#include "ocr-types.h"

#define GUIDF "0x%" PRIxPTR /**< the conversion of a GUID */
#define GUIDA(v) ((v).guid) /**< its argument */

/** Is it NULL_GUID? */
static inline bool ocrGuidIsNull(ocrGuid_t guid) { return guid.guid == 0; }

/** Is it UNINITIALIZED_GUID? */
static inline bool ocrGuidIsUninitialized(ocrGuid_t guid) { return guid.guid == -2; }

/** Is it ERROR_GUID? */
static inline bool ocrGuidIsError(ocrGuid_t guid) { return guid.guid == -1; }

/** Do both name the same object? */
static inline bool ocrGuidIsEq(ocrGuid_t left, ocrGuid_t right) { return left.guid == right.guid; }

/** A total order of GUIDs; it means nothing else. */
static inline bool ocrGuidIsLt(ocrGuid_t left, ocrGuid_t right) { return left.guid < right.guid; }

/* The names of OCR 1.0. */

/** ocrGuidIsNull */
static inline bool IS_GUID_NULL(ocrGuid_t guid) { return ocrGuidIsNull(guid); }

/** ocrGuidIsUninitialized */
static inline bool IS_GUID_UNINITIALIZED(ocrGuid_t guid) { return ocrGuidIsUninitialized(guid); }

/** ocrGuidIsError */
static inline bool IS_GUID_ERROR(ocrGuid_t guid) { return ocrGuidIsError(guid); }

/** ocrGuidIsEq */
static inline bool IS_GUID_EQUAL(ocrGuid_t left, ocrGuid_t right) { return ocrGuidIsEq(left, right); }

/** ocrGuidIsLt */
static inline bool IS_GUID_LESS_THAN(ocrGuid_t left, ocrGuid_t right) { return ocrGuidIsLt(left, right); }

#define GUIDSx GUIDF                                /**< GUIDF */
#define GUIDLx GUIDF                                /**< GUIDF */
#define GUIDFS(guid) GUIDA(guid)                    /**< GUIDA */
#define GUIDFL(guid) GUIDA(guid)                    /**< GUIDA */
#define GUID_ASSIGN_VALUE(to, from) ((to) = (from)) /**< assignment */
#define GUID_SIZE(guid) (sizeof(guid) * 8)          /**< bits */

#endif

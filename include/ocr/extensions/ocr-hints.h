/* ocr-hints.h: hints, which the runtime may follow. ocr.h includes it.
 *
 * A hint of type UNDEF and a NULL hint are allowed everywhere: nothing is done and 0 returned.
 */
#ifndef HEDDLE_OCR_HINTS_H
#define HEDDLE_OCR_HINTS_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes *hint an empty set of hints of that type. OCR_EINVAL: no such type. */
u8 ocrHintInit(ocrHint_t* hint, ocrHintType_t hintType);
/** Sets a property. OCR_EINVAL: not one of the hint's type. */
u8 ocrSetHintValue(ocrHint_t* hint, ocrHintProp_t hintProp, u64 value);
/** Takes a property out again. OCR_EINVAL: not one of the hint's type; OCR_ENOENT: not set. */
u8 ocrUnsetHintValue(ocrHint_t* hint, ocrHintProp_t hintProp);
/** The value of a property. OCR_EINVAL: not one of the hint's type; OCR_ENOENT: not set. */
u8 ocrGetHintValue(ocrHint_t* hint, ocrHintProp_t hintProp, u64* value);
/** Gives an object the hints that are set. OCR_EINVAL: the object is of another kind. */
u8 ocrSetHint(ocrGuid_t guid, ocrHint_t* hint);
/** Adds an object's hints to *hint; those set there and not at the object stay. OCR_EINVAL: of another kind. */
u8 ocrGetHint(ocrGuid_t guid, ocrHint_t* hint);

/* The same under the names of the specification's text. */

/** ocrSetHintValue */
u8 ocrHintSetValue(ocrHint_t* hint, ocrHintProp_t hintProp, ocrHintVal_t value);
/** ocrUnsetHintValue */
u8 ocrHintUnsetValue(ocrHint_t* hint, ocrHintProp_t hintProp);
/** ocrGetHintValue */
u8 ocrHintGetValue(ocrHint_t* hint, ocrHintProp_t hintProp, ocrHintVal_t* value);

#ifdef __cplusplus
}
#endif

#endif

/* ocr-version.h: which OCR this is, and which extensions it has (all of them). */
#ifndef HEDDLE_OCR_VERSION_H
#define HEDDLE_OCR_VERSION_H

#include "ocr-types.h"

#define OCR_MAJOR_VERSION 1 /**< of the specification */
#define OCR_MINOR_VERSION 2 /**< of the specification */
#define OCR_PATCH_VERSION 0 /**< of the specification */
#define OCR_VERSION "1.2.0" /**< the three, as a string */

/* Positions in the bitmap. The first seven are those of XSOCR. */
#define EXTENSION_LEGACY_BITPOS 1
#define EXTENSION_AFFINITY_BITPOS 2
#define EXTENSION_PARAMS_EVT_BITPOS 3
#define EXTENSION_COUNTED_EVT_BITPOS 4
#define EXTENSION_RTITF_BITPOS 5
#define EXTENSION_PAUSE_BITPOS 6
#define EXTENSION_LABELING_BITPOS 7
#define EXTENSION_CHANNEL_EVT_BITPOS 8
#define EXTENSION_COLLECTIVE_EVT_BITPOS 9
#define EXTENSION_MULTI_OUTPUT_SLOT_BITPOS 10
#define EXTENSION_DB_INFO_BITPOS 11

#define OCR_VERSION_LEGACY_BIT (1 << EXTENSION_LEGACY_BITPOS)
#define OCR_VERSION_AFFINITY_BIT (1 << EXTENSION_AFFINITY_BITPOS)
#define OCR_VERSION_PARAMS_EVT_BIT (1 << EXTENSION_PARAMS_EVT_BITPOS)
#define OCR_VERSION_COUNTED_EVT_BIT (1 << EXTENSION_COUNTED_EVT_BITPOS)
#define OCR_VERSION_RTITF_BIT (1 << EXTENSION_RTITF_BITPOS)
#define OCR_VERSION_PAUSE_BIT (1 << EXTENSION_PAUSE_BITPOS)
#define OCR_VERSION_LABELING_BIT (1 << EXTENSION_LABELING_BITPOS)
#define OCR_VERSION_CHANNEL_EVT_BIT (1 << EXTENSION_CHANNEL_EVT_BITPOS)
#define OCR_VERSION_COLLECTIVE_EVT_BIT (1 << EXTENSION_COLLECTIVE_EVT_BITPOS)
#define OCR_VERSION_MULTI_OUTPUT_SLOT_BIT (1 << EXTENSION_MULTI_OUTPUT_SLOT_BITPOS)
#define OCR_VERSION_DB_INFO_BIT (1 << EXTENSION_DB_INFO_BITPOS)

/** The extensions of the library that the program runs on. */
#define OCR_VERSION_EXTENSION_BITMAP ocrVersionExtensionBitmap()
/** The first number of a version string such as OCR_VERSION. */
#define OCR_VERSION_GET_MAJOR(version) ocrVersionExtractMajor((const u8*)(version))
/** The second number. */
#define OCR_VERSION_GET_MINOR(version) ocrVersionExtractMinor((const u8*)(version))
/** The third number. */
#define OCR_VERSION_GET_PATCH(version) ocrVersionExtractPatch((const u8*)(version))

/** Calls that took an affinity in OCR 1.0 take a hint since 1.1: this picks the hint. */
#define PICK_1_1(hint, affinity) (hint)

#ifdef __cplusplus
extern "C" {
#endif

/** OCR_VERSION_*_BIT of all extensions that the library has. */
u64 ocrVersionExtensionBitmap(void);
/** The number before the first dot; 0 for NULL or what is no number. */
u32 ocrVersionExtractMajor(const u8* version);
/** The number between the dots; 0 where there is none. */
u32 ocrVersionExtractMinor(const u8* version);
/** The number behind the second dot; 0 where there is none. */
u32 ocrVersionExtractPatch(const u8* version);

#ifdef __cplusplus
}
#endif

#endif

/* ocr-labeling.h: labels. A range (or a map, which is a range with a function) reserves GUIDs before there are objects;
 * objects are created under them with GUID_PROP_IS_LABELED, _CHECK or _BLOCK.
 */
#ifndef HEDDLE_OCR_LABELING_H
#define HEDDLE_OCR_LABELING_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_LABELING

/** What a GUID names. */
typedef enum {
  GUID_USER_NONE = 0,         /**< no object */
  GUID_USER_DB = 2,           /**< a data block */
  GUID_USER_EDT = 3,          /**< an EDT */
  GUID_USER_EDT_TEMPLATE = 4, /**< a template */
  GUID_USER_EVENT_ONCE = 17,  /**< OCR_EVENT_ONCE_T */
#ifdef ENABLE_EXTENSION_COUNTED_EVT
  GUID_USER_EVENT_COUNTED = 18, /**< OCR_EVENT_COUNTED_T */
#endif
  GUID_USER_EVENT_IDEM = 19,   /**< OCR_EVENT_IDEM_T */
  GUID_USER_EVENT_STICKY = 21, /**< OCR_EVENT_STICKY_T */
  GUID_USER_EVENT_LATCH = 22,  /**< OCR_EVENT_LATCH_T */
#ifdef ENABLE_EXTENSION_CHANNEL_EVT
  GUID_USER_EVENT_CHANNEL = 23, /**< OCR_EVENT_CHANNEL_T; Heddle's own value */
#endif
#ifdef ENABLE_EXTENSION_COLLECTIVE_EVT
  GUID_USER_EVENT_COLLECTIVE = 24 /**< OCR_EVENT_COLLECTIVE_T */
#endif
} ocrGuidUserKind;

/** Computes a label from a tuple, by addValueToGuid(startGuid, index * skipGuid) with an index below the map's number.
 */
typedef ocrGuid_t (*heddleOcrMapFunction)(ocrGuid_t startGuid, u64 skipGuid, s64* params, s64* tuple);

#ifdef __cplusplus
extern "C" {
#endif

/** Reserves `numberGuid` labels for objects of one kind. OCR_EINVAL: none, or no such kind. */
u8 ocrGuidRangeCreate(ocrGuid_t* rangeGuid, u64 numberGuid, ocrGuidUserKind kind);
/** A range with a function; `params` are copied. OCR_EINVAL: as above, or no function. */
u8 ocrGuidMapCreate(ocrGuid_t* mapGuid, u32 numParams, heddleOcrMapFunction mapFunc, s64* params, u64 numberGuid,
                    ocrGuidUserKind kind);
/** The map that ocrGuidFromLabel uses for NULL_GUID. OCR_EINVAL: as above. */
u8 ocrGuidMapSetDefaultMap(u32 numParams, heddleOcrMapFunction mapFunc, s64* params, u64 numberGuid,
                           ocrGuidUserKind kind);
/** Objects that have its labels live on. OCR_EINVAL: not a map or range. */
u8 ocrGuidMapDestroy(ocrGuid_t mapGuid);
/** ocrGuidMapDestroy under its name in the text. */
u8 ocrGuidRangeDestroy(ocrGuid_t rangeGuid);
/** The label of a tuple. OCR_EINVAL: not a map. */
u8 ocrGuidFromLabel(ocrGuid_t* outGuid, ocrGuid_t mapGuid, s64* tuple);
/** The label of that index. OCR_EINVAL: not below the number of labels, or not a range. */
u8 ocrGuidFromIndex(ocrGuid_t* outGuid, ocrGuid_t rangeGuid, u64 idx);
/** What the GUID names now: GUID_USER_NONE where there is no object (a label that is free, a stale GUID). */
u8 ocrGetGuidKind(ocrGuidUserKind* outKind, ocrGuid_t guid);

#ifdef __cplusplus
}
#endif

#endif

#endif

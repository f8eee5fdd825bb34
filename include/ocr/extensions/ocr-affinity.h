/* ocr-affinity.h: where EDTs run and data lie: one affinity for each NUMA node that has processors. A program gives
 * them as hints (OCR_HINT_EDT_AFFINITY, OCR_HINT_DB_AFFINITY); docs/ocr.md says which schedulers follow them.
 */
#ifndef HEDDLE_OCR_AFFINITY_H
#define HEDDLE_OCR_AFFINITY_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_AFFINITY

/** Which affinities. */
typedef enum {
  AFFINITY_CURRENT = 0,   /**< the one of the worker that asks */
  AFFINITY_PD = 1,        /**< all, in the order of the NUMA nodes */
  AFFINITY_PD_MASTER = 2, /**< the first */
  AFFINITY_SIM = 3,       /**< none */
  AFFINITY_GUID = 4       /**< of an object: ocrAffinityQuery */
} ocrAffinityKind;

#ifdef __cplusplus
extern "C" {
#endif

/** How many there are of a kind. OCR_EINVAL. */
u8 ocrAffinityCount(ocrAffinityKind kind, u64* count);
/** The first *count of a kind; *count becomes how many were written. OCR_EINVAL: *count is 0. */
u8 ocrAffinityGet(ocrAffinityKind kind, u64* count, ocrGuid_t* affinities);
/** The affinity of that index. OCR_EINVAL: there are not as many. */
u8 ocrAffinityGetAt(ocrAffinityKind kind, u64 idx, ocrGuid_t* affinity);
/** The affinity of the worker that calls. */
u8 ocrAffinityGetCurrent(ocrGuid_t* affinity);
/** The affinities of an object; of NULL_GUID and of an affinity those of the caller. OCR_EINVAL: *count is 0. */
u8 ocrAffinityQuery(ocrGuid_t guid, u64* count, ocrGuid_t* affinities);
/** What ocrSetHintValue takes for an affinity. */
u64 ocrAffinityToHintValue(ocrGuid_t affinity);

#ifdef __cplusplus
}
#endif

#endif

#endif

/* ocr-types.h: the types and values of OCR 1.2.0. Every other header of this folder includes it.
 *
 * What belongs to an extension is declared when the program defines ENABLE_EXTENSION_<NAME>; the library has them all.
 */
#ifndef HEDDLE_OCR_TYPES_H
#define HEDDLE_OCR_TYPES_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#ifdef OCR_ENABLE_128_BIT_GUID
#error "Heddle's GUIDs have 64 bits: compile without OCR_ENABLE_128_BIT_GUID"
#endif

typedef uint8_t u8;   /**< 8 bits, unsigned */
typedef uint16_t u16; /**< 16 bits, unsigned */
typedef uint32_t u32; /**< 32 bits, unsigned */
typedef uint64_t u64; /**< 64 bits, unsigned */
typedef int8_t s8;    /**< 8 bits, signed */
typedef int32_t s32;  /**< 32 bits, signed */
typedef int64_t s64;  /**< 64 bits, signed */

/* OCR's bool is a byte in C. Where <stdbool.h> came first, or the language has one (C++, C23), that one is used: it is
 * a byte, too. The tokens are those of <stdbool.h>, so that this header may also come first. */
#ifdef __cplusplus
#define TRUE true
#define FALSE false
#else
#if !defined(bool) && !(defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef u8 bool; /**< 0 or 1 */
#define true 1
#define false 0
#endif
#define TRUE 1
#define FALSE 0
#endif

/** The name of an object: template, EDT, event, data block, affinity, range, map. */
typedef struct {
  intptr_t guid; /**< compare and print it through ocr-guid-functions.h */
} ocrGuid_t;

#define GUID_BIT_COUNT 64 /**< bits of a GUID */

#define NULL_GUID_INITIALIZER {0}           /**< no object; for an object's initialiser */
#define UNINITIALIZED_GUID_INITIALIZER {-2} /**< a slot that is connected later */
#define ERROR_GUID_INITIALIZER {-1}         /**< a call that returns a GUID failed */
#ifdef __cplusplus
#define NULL_GUID (ocrGuid_t NULL_GUID_INITIALIZER)
#define UNINITIALIZED_GUID (ocrGuid_t UNINITIALIZED_GUID_INITIALIZER)
#define ERROR_GUID (ocrGuid_t ERROR_GUID_INITIALIZER)
#else
#define NULL_GUID ((ocrGuid_t)NULL_GUID_INITIALIZER)
#define UNINITIALIZED_GUID ((ocrGuid_t)UNINITIALIZED_GUID_INITIALIZER)
#define ERROR_GUID ((ocrGuid_t)ERROR_GUID_INITIALIZER)
#endif

#ifdef __cplusplus
extern "C" {
#endif
/** The GUID `value` behind `input`: the functions of ocrGuidMapCreate compute start + index * skip with it. */
ocrGuid_t addValueToGuid(ocrGuid_t input, u64 value);
#ifdef __cplusplus
}
#endif

/** An allocator inside a data block. There is none. */
typedef enum {
  NO_ALLOC = 0 /**< the only value */
} ocrInDbAllocator_t;

/** How an EDT may use a data block of one of its slots; docs/ocr.md says who waits for whom. */
typedef enum {
  DB_MODE_NULL = 0,  /**< order only: the EDT gets NULL_GUID */
  DB_MODE_CONST = 1, /**< reads; nobody writes meanwhile */
  DB_MODE_RW = 2,    /**< writes beside other writers */
  DB_MODE_EW = 4,    /**< writes alone */
  DB_MODE_RO = 8     /**< reads without any promise, never waits */
} ocrDbAccessMode_t;

#define DB_DEFAULT_MODE ((ocrDbAccessMode_t)DB_MODE_RW) /**< of blocks given to ocrEdtCreate */

#define DB_PROP_NONE ((u16)0x0)               /**< nothing special */
#define DB_PROP_NO_ACQUIRE ((u16)0x10)        /**< the creator does not acquire it */
#define DB_PROP_SINGLE_ASSIGNMENT ((u16)0x20) /**< written once, before its first release */
#define DB_PROP_NO_HINT ((u16)0x40)           /**< takes no hints */

/** What an EDT finds in a slot. */
typedef struct {
  ocrGuid_t guid;         /**< the data block, or NULL_GUID */
  void* ptr;              /**< its bytes, or NULL */
  ocrDbAccessMode_t mode; /**< the mode it was acquired in */
} ocrEdtDep_t;

/** The body of an EDT. It returns a data block for its output event, NULL_GUID, or an event whose satisfaction the
 * output event shall pass on. */
typedef ocrGuid_t (*ocrEdt_t)(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);

#define EDT_PROP_NONE ((u16)0x0)       /**< nothing special */
#define EDT_PROP_FINISH ((u16)0x1)     /**< its output event also waits for all EDTs made below it */
#define EDT_PROP_NO_HINT ((u16)0x2)    /**< takes no hints */
#define EDT_PROP_LONG ((u16)0x4)       /**< runs long */
#define EDT_PROP_OEVT_VALID ((u16)0x8) /**< the output event is the program's: *outputEvent names it */

#define EDT_PARAM_UNK ((u32) - 1) /**< in a template: each EDT says how many */
#define EDT_PARAM_DEF ((u32) - 2) /**< in ocrEdtCreate: as many as the template says */

/** Kinds of events. */
typedef enum {
  OCR_EVENT_ONCE_T = 1,   /**< fires once and is gone */
  OCR_EVENT_IDEM_T = 2,   /**< stays; later satisfactions are ignored */
  OCR_EVENT_STICKY_T = 3, /**< stays; a second satisfaction is OCR_EPERM */
  OCR_EVENT_LATCH_T = 4,  /**< fires when as many decrements as increments came */
#ifdef ENABLE_EXTENSION_COUNTED_EVT
  OCR_EVENT_COUNTED_T = 5, /**< stays until its dependences were added */
#endif
#ifdef ENABLE_EXTENSION_CHANNEL_EVT
  OCR_EVENT_CHANNEL_T = 6, /**< the k-th satisfaction goes to the k-th dependence */
#endif
#ifdef ENABLE_EXTENSION_COLLECTIVE_EVT
  OCR_EVENT_COLLECTIVE_T = 7, /**< combines the data of all ranks */
#endif
  OCR_EVENT_T_MAX /**< no kind: one behind the last that is declared */
} ocrEventTypes_t;

/** Slots of a latch. */
typedef enum {
  OCR_EVENT_LATCH_DECR_SLOT = 0, /**< counts down */
  OCR_EVENT_LATCH_INCR_SLOT = 1  /**< counts up */
} ocrLatchEventSlot_t;

#define EVT_PROP_NONE ((u16)0x0)      /**< no data block is passed */
#define EVT_PROP_TAKES_ARG ((u16)0x1) /**< data blocks are passed */

/** What a hint is about. */
typedef enum {
  OCR_HINT_UNDEF_T, /**< nothing */
  OCR_HINT_EDT_T,   /**< EDTs and templates */
  OCR_HINT_DB_T,    /**< data blocks */
  OCR_HINT_EVT_T,   /**< events: no properties yet */
  OCR_HINT_GROUP_T  /**< groups: no properties yet */
} ocrHintType_t;

/** Properties of hints; each takes a u64. Those ending in START and END only bound the ranges. */
typedef enum {
  OCR_HINT_EDT_PROP_START,      /**< no property */
  OCR_HINT_EDT_PRIORITY,        /**< higher first */
  OCR_HINT_EDT_SLOT_MAX_ACCESS, /**< the slot whose block decides where the EDT runs */
  OCR_HINT_EDT_AFFINITY,        /**< where it runs: ocrAffinityToHintValue */
  OCR_HINT_EDT_SPAD_USAGE,      /**< kept, not used */
  OCR_HINT_EDT_DISPERSE,        /**< OCR_HINT_EDT_DISPERSE_FAR or _NEAR */
  OCR_HINT_EDT_SPACE,           /**< kept, not used */
  OCR_HINT_EDT_TIME,            /**< kept, not used */
  OCR_HINT_EDT_STATS_HW_CYCLES, /**< kept, not used */
  OCR_HINT_EDT_STATS_L1_HITS,   /**< kept, not used */
  OCR_HINT_EDT_STATS_L1_MISSES, /**< kept, not used */
  OCR_HINT_EDT_STATS_FLOAT_OPS, /**< kept, not used */
  OCR_HINT_EDT_SPAWNING,        /**< kept, not used */
  OCR_HINT_EDT_PROP_END,        /**< no property */
  OCR_HINT_DB_PROP_START,       /**< no property */
  OCR_HINT_DB_AFFINITY,         /**< where it lies: ocrAffinityToHintValue */
  OCR_HINT_DB_NEAR,             /**< 1: the fastest memory of its locality */
  OCR_HINT_DB_INTER,            /**< 1: memory between fastest and slowest */
  OCR_HINT_DB_FAR,              /**< 1: the slowest memory of its locality */
  OCR_HINT_DB_HIGHBW,           /**< 1: as OCR_HINT_DB_NEAR */
  OCR_HINT_DB_EAGER,            /**< kept, not used */
  OCR_HINT_DB_LAZY,             /**< kept, not used */
  OCR_HINT_DB_PROP_END,         /**< no property */
  OCR_HINT_EVT_PROP_START,      /**< no property */
  OCR_HINT_EVT_PROP_END,        /**< no property */
  OCR_HINT_GROUP_PROP_START,    /**< no property */
  OCR_HINT_GROUP_PROP_END       /**< no property */
} ocrHintProp_t;

#define OCR_HINT_EDT_DISPERSE_FAR 0  /**< in another group of workers than its creator */
#define OCR_HINT_EDT_DISPERSE_NEAR 1 /**< in the same group */

/** A value as the text's calls take it (ocrHintSetValue, ocrHintGetValue). */
typedef union {
  s64 s64Value;        /**< a number */
  ocrGuid_t guidValue; /**< an affinity */
} ocrHintVal_t;

/** A set of hints. Only the calls of extensions/ocr-hints.h read and write its members. */
typedef struct {
  ocrHintType_t type; /**< set by ocrHintInit */
  u64 propMask;       /**< which are set */
  union {
    u64 propEDT[OCR_HINT_EDT_PROP_END - OCR_HINT_EDT_PROP_START - 1]; /**< of an EDT */
    u64 propDB[OCR_HINT_DB_PROP_END - OCR_HINT_DB_PROP_START - 1];    /**< of a data block */
  } args;                                                             /**< the values */
} ocrHint_t;

#define NULL_HINT ((ocrHint_t*)0) /**< no hints */

/** Questions that ocrQuery answers. */
typedef enum {
  OCR_QUERY_READY_EDTS,        /**< EDTs that could run */
  OCR_QUERY_EVENTS,            /**< events that have not fired */
  OCR_QUERY_LAST_SATISFIED_DB, /**< the block that satisfied an EDT's slot last */
  OCR_QUERY_ALL_EDTS           /**< EDTs that have not ended */
} ocrQueryType_t;

#define GUID_PROP_NONE ((u16)0x0)         /**< the call makes a GUID */
#define GUID_PROP_IS_LABELED ((u16)0x100) /**< *guid is a label: the object gets it */
#define GUID_PROP_CHECK ((u16)0x300)      /**< a label; who comes second gets OCR_EGUIDEXISTS */
#define GUID_PROP_BLOCK ((u16)0x500)      /**< a label; who comes second waits until it is free */

#define LEGACY_PROP_NONE ((u16)0x0)            /**< OCR_EINVAL if there is no such event */
#define LEGACY_PROP_WAIT_FOR_CREATE ((u16)0x1) /**< waits until the event is created */
#define LEGACY_PROP_WAIT_IF_CREATED ((u16)0x2) /**< as LEGACY_PROP_NONE */
#define LEGACY_PROP_CHECK ((u16)0x4)           /**< never waits: OCR_EINVAL if it has not fired */

#endif

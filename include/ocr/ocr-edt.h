/* ocr-edt.h: events, templates, EDTs (event-driven tasks), dependences. */
#ifndef HEDDLE_OCR_EDT_H
#define HEDDLE_OCR_EDT_H

#include "ocr-types.h"
#include "ocr-version.h"

#ifdef ENABLE_EXTENSION_COLLECTIVE_EVT
#include "extensions/ocr-reduction-event.h"
#endif

#ifdef ENABLE_EXTENSION_PARAMS_EVT

#define EVENT_CHANNEL_UNBOUNDED ((u32) - 1) /**< maxGen of a channel without bound */

/** Of a latch. */
typedef struct {
  u64 counter; /**< increments to begin with */
} ocrEventLatchParams_t;

#ifdef ENABLE_EXTENSION_COUNTED_EVT
/** Of a counted event. */
typedef struct {
  u64 nbDeps; /**< dependences it waits for before it is gone; at least 1 */
} ocrEventCounterParams_t;
#endif

#ifdef ENABLE_EXTENSION_CHANNEL_EVT
/** Of a channel. */
typedef struct {
  u32 maxGen; /**< satisfactions, and dependences, that may be ahead of the other side; at least 1 */
  u32 nbSat;  /**< 1 */
  u32 nbDeps; /**< 1 */
} ocrEventChannelParams_t;
#endif

#ifdef ENABLE_EXTENSION_COLLECTIVE_EVT
/** Of a collective event. */
typedef struct {
  u32 maxGen;            /**< generations that may be under way at once */
  u32 nbContribs;        /**< ranks: contributions of a generation */
  u32 nbContribsPd;      /**< those of this process: all */
  u16 nbDatum;           /**< data that each rank contributes */
  u8 arity;              /**< of a tree; kept, not used */
  redOp_t op;            /**< how two data are combined */
  collectiveType_t type; /**< what the ranks get */
  bool reuseDbPerGen;    /**< results may be passed in the blocks of earlier generations */
} ocrEventCollectiveParams_t;
#endif

/** What an event of a kind needs besides its kind. */
typedef struct {
  union {
    ocrEventLatchParams_t EVENT_LATCH; /**< OCR_EVENT_LATCH_T */
#ifdef ENABLE_EXTENSION_COUNTED_EVT
    ocrEventCounterParams_t EVENT_COUNTED; /**< OCR_EVENT_COUNTED_T */
#endif
#ifdef ENABLE_EXTENSION_CHANNEL_EVT
    ocrEventChannelParams_t EVENT_CHANNEL; /**< OCR_EVENT_CHANNEL_T */
#endif
#ifdef ENABLE_EXTENSION_COLLECTIVE_EVT
    ocrEventCollectiveParams_t EVENT_COLLECTIVE; /**< OCR_EVENT_COLLECTIVE_T */
#endif
  };
} ocrEventParams_t;

#else

/** Nothing: the program did not ask for ENABLE_EXTENSION_PARAMS_EVT. */
typedef struct {
  u64 none; /**< not read */
} ocrEventParams_t;

#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef ENABLE_EXTENSION_PARAMS_EVT
/** ocrEventCreate with parameters; NULL: ocrEventCreate. OCR_EINVAL: parameters out of range. The text's fifth
 * argument, a hint before the parameters, is taken, too. */
u8 ocrEventCreateParams(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties, ocrEventParams_t* params);
/** The call with five arguments. */
u8 heddleOcrEventCreateParamsHint(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties, ocrHint_t* hint,
                                  ocrEventParams_t* params);
#endif

/** Makes an event. OCR_EINVAL: no such kind, or one that needs parameters (COUNTED, CHANNEL, COLLECTIVE); unknown
 *  properties; with a label also OCR_EGUIDEXISTS. */
u8 ocrEventCreate(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties);

/** EDTs that still wait for the event never start, which is reported. OCR_EINVAL. */
u8 ocrEventDestroy(ocrGuid_t guid);

/** ocrEventSatisfySlot for slot 0. */
u8 ocrEventSatisfy(ocrGuid_t eventGuid, ocrGuid_t dataGuid);

/** Satisfies an event, or a slot of an EDT, with a data block or NULL_GUID. Both NULL_GUID: 0.
 *  OCR_EINVAL: no such event (one that is gone, too), block or slot; OCR_EPERM: a sticky or counted event the second
 * time, a slot that is connected. */
u8 ocrEventSatisfySlot(ocrGuid_t eventGuid, ocrGuid_t dataGuid, u32 slot);

/** What ocrEdtTemplateCreate calls, with the function's name. */
u8 ocrEdtTemplateCreate_internal(ocrGuid_t* guid, ocrEdt_t funcPtr, u32 paramc, u32 depc, const char* funcName);

/** Makes a template of EDTs that run `funcPtr`; EDT_PARAM_UNK leaves a count open. OCR_EINVAL: no function. */
#define ocrEdtTemplateCreate(guid, funcPtr, paramc, depc) \
  ocrEdtTemplateCreate_internal((guid), (funcPtr), (paramc), (depc), #funcPtr)

/** EDTs made from it live on. OCR_EINVAL. */
u8 ocrEdtTemplateDestroy(ocrGuid_t guid);

/** Makes an EDT. It runs once, when all its slots are satisfied. `paramv` is copied; `depv`, where given, connects the
 *  slots in RW, and UNINITIALIZED_GUID leaves one open. *outputEvent is satisfied after the EDT's end.
 *  OCR_EINVAL: template; counts that differ from the template's; paramc without paramv, or paramv without paramc;
 *  EDT_PROP_OEVT_VALID without a live event; unknown properties. OCR_EPERM: `guid` NULL and a slot left open. */
u8 ocrEdtCreate(ocrGuid_t* guid, ocrGuid_t templateGuid, u32 paramc, u64* paramv, u32 depc, ocrGuid_t* depv,
                u16 properties, ocrHint_t* hint, ocrGuid_t* outputEvent);

/** An EDT that is not runnable yet never runs; the output event made for it goes with it. OCR_EINVAL; OCR_EPERM: it is
 *  runnable or has run. */
u8 ocrEdtDestroy(ocrGuid_t guid);

/** Connects an event, a data block or NULL_GUID with a slot of an EDT or an event; a block, or NULL_GUID, satisfies it.
 *  Both NULL_GUID: 0. OCR_EINVAL: GUIDs, slot, mode; OCR_EPERM: kinds that cannot be linked, a slot that is connected,
 * an EDT that is runnable. */
u8 ocrAddDependence(ocrGuid_t source, ocrGuid_t destination, u32 slot, ocrDbAccessMode_t mode);

#ifdef ENABLE_EXTENSION_MULTI_OUTPUT_SLOT
/** ocrAddDependence from a slot of the source: of a collective event the rank; of others it does not count. */
u8 ocrAddDependenceSlot(ocrGuid_t source, u32 sslot, ocrGuid_t destination, u32 dslot, ocrDbAccessMode_t mode);
#endif

#ifdef __cplusplus
}
#endif

#ifdef ENABLE_EXTENSION_PARAMS_EVT
#ifdef __cplusplus
extern "C++" { /* also where the program includes this inside of extern "C" */
/** The text's form, with a hint. */
inline u8 ocrEventCreateParams(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties, ocrHint_t* hint,
                               ocrEventParams_t* params) {
  return heddleOcrEventCreateParamsHint(guid, eventType, properties, hint, params);
}
}
#else
/* Five arguments are the text's form. Six to twelve are four of which one is a literal in braces, with commas. */
#define HEDDLE_OCR_THIRTEENTH(a, b, c, d, e, f, g, h, i, j, k, l, name, ...) name
#define ocrEventCreateParams(...)                                                                               \
  HEDDLE_OCR_THIRTEENTH(__VA_ARGS__, ocrEventCreateParams, ocrEventCreateParams, ocrEventCreateParams,          \
                        ocrEventCreateParams, ocrEventCreateParams, ocrEventCreateParams, ocrEventCreateParams, \
                        heddleOcrEventCreateParamsHint, ocrEventCreateParams, end)                              \
  (__VA_ARGS__)
#endif
#endif

#endif

/* ocr-reduction-event.h: what collective events compute. The values are Heddle's own: XSOCR's do not tell ADD from
 * MULT.
 */
#ifndef HEDDLE_OCR_REDUCTION_EVENT_H
#define HEDDLE_OCR_REDUCTION_EVENT_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_COLLECTIVE_EVT

/** An operation on data of one type. Hexadecimal digits from the right: operator (1 to 7), type (1 unsigned, 2 signed,
 *  3 floating), bytes of a datum. */
typedef u16 redOp_t;

/** Who gets the result. */
typedef enum {
  COL_REDUCE,    /**< combined data, for the ranks that add a dependence */
  COL_ALLREDUCE, /**< combined data, for all ranks */
  COL_BROADCAST  /**< rank 0's data, for all ranks */
} collectiveType_t;

#define REDOP_F8_ADD ((redOp_t)0x831)    /**< double: sum */
#define REDOP_F8_MULT ((redOp_t)0x832)   /**< double: product */
#define REDOP_F8_MIN ((redOp_t)0x833)    /**< double: least */
#define REDOP_F8_MAX ((redOp_t)0x834)    /**< double: greatest */
#define REDOP_U8_ADD ((redOp_t)0x811)    /**< u64: sum */
#define REDOP_U8_MULT ((redOp_t)0x812)   /**< u64: product */
#define REDOP_U8_MIN ((redOp_t)0x813)    /**< u64: least */
#define REDOP_U8_MAX ((redOp_t)0x814)    /**< u64: greatest */
#define REDOP_U8_BITAND ((redOp_t)0x815) /**< u64: and */
#define REDOP_U8_BITOR ((redOp_t)0x816)  /**< u64: or */
#define REDOP_U8_BITXOR ((redOp_t)0x817) /**< u64: exclusive or */
#define REDOP_S8_MIN ((redOp_t)0x823)    /**< s64: least; sums and products are those of u64 */
#define REDOP_S8_MAX ((redOp_t)0x824)    /**< s64: greatest */
#define REDOP_F4_ADD ((redOp_t)0x431)    /**< float: sum */
#define REDOP_F4_MULT ((redOp_t)0x432)   /**< float: product */
#define REDOP_F4_MIN ((redOp_t)0x433)    /**< float: least */
#define REDOP_F4_MAX ((redOp_t)0x434)    /**< float: greatest */
#define REDOP_U4_ADD ((redOp_t)0x411)    /**< u32: sum */
#define REDOP_U4_MULT ((redOp_t)0x412)   /**< u32: product */
#define REDOP_U4_MIN ((redOp_t)0x413)    /**< u32: least */
#define REDOP_U4_MAX ((redOp_t)0x414)    /**< u32: greatest */
#define REDOP_U4_BITAND ((redOp_t)0x415) /**< u32: and */
#define REDOP_U4_BITOR ((redOp_t)0x416)  /**< u32: or */
#define REDOP_U4_BITXOR ((redOp_t)0x417) /**< u32: exclusive or */
#define REDOP_S4_MIN ((redOp_t)0x423)    /**< s32: least; sums and products are those of u32 */
#define REDOP_S4_MAX ((redOp_t)0x424)    /**< s32: greatest */

#ifdef __cplusplus
extern "C" {
#endif

/** Contributes rank `islot`'s data to that rank's next generation; nbDatum data are copied. OCR_EINVAL: no such event
 * or rank, dataPtr NULL. */
u8 ocrEventCollectiveSatisfySlot(ocrGuid_t eventGuid, void* dataPtr, u32 islot);

#ifdef __cplusplus
}
#endif

#endif

#endif

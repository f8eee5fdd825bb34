/* ocr-db-info.h: facts about a data block. */
#ifndef HEDDLE_OCR_DB_INFO_H
#define HEDDLE_OCR_DB_INFO_H

#include "../ocr-types.h"

#ifdef ENABLE_EXTENSION_DB_INFO

#ifdef __cplusplus
extern "C" {
#endif

/** The bytes that a block the caller holds was created with. OCR_EACCES: not held; OCR_EINVAL. */
u8 ocrDbGetSize(ocrGuid_t db, u64* size);

#ifdef __cplusplus
}
#endif

#endif

#endif

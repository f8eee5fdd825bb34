/* ocr-db.h: data blocks. */
#ifndef HEDDLE_OCR_DB_H
#define HEDDLE_OCR_DB_H

#include "ocr-types.h"
#include "ocr-version.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a block of `len` bytes, not zeroed, aligned to 64 bytes from 64 bytes on, else to 16. The caller holds it in
 * RW and finds its bytes in *addr; with DB_PROP_NO_ACQUIRE *addr is NULL. OCR_EINVAL: len 0, unknown flags, an
 * allocator; OCR_ENOMEM; with a label also OCR_EGUIDEXISTS. */
u8 ocrDbCreate(ocrGuid_t* db, void** addr, u64 len, u16 flags, ocrHint_t* hint, ocrInDbAllocator_t allocator);

/** Releases what the caller holds; the block is freed when all EDTs that were runnable before have let go of it.
 *  NULL_GUID: 0. OCR_EPERM: the second time; OCR_EINVAL. */
u8 ocrDbDestroy(ocrGuid_t db);

/** Lets go of a block before the EDT's end; what was written is visible to who depends on a later satisfaction.
 *  NULL_GUID: 0. OCR_EACCES: not held, or released already; OCR_EINVAL. */
u8 ocrDbRelease(ocrGuid_t db);

/** Makes what was written visible as ocrDbRelease does and keeps the block in RO. May be repeated; nothing happens in
 *  modes that only read. OCR_EACCES: not held; OCR_EINVAL. */
u8 ocrDbDowngradeRelease(ocrGuid_t db);

/** No block has an allocator inside: OCR_EINVAL. */
u8 ocrDbMalloc(ocrGuid_t guid, u64 size, void** addr);
/** No block has an allocator inside: OCR_EINVAL. */
u8 ocrDbMallocOffset(ocrGuid_t guid, u64 size, u64* offset);
/** No block has an allocator inside: OCR_EINVAL. */
u8 ocrDbFree(ocrGuid_t guid, void* addr);
/** No block has an allocator inside: OCR_EINVAL. */
u8 ocrDbFreeOffset(ocrGuid_t guid, u64 offset);
/** Not there, as in XSOCR: OCR_EINVAL. */
u8 ocrDbCopy(ocrGuid_t destination, u64 destinationOffset, ocrGuid_t source, u64 sourceOffset, u64 size, u64 copyType,
             ocrGuid_t* completionEvt);

#ifdef __cplusplus
}
#endif

#endif

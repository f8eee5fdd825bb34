// Data blocks.
#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "front/ocr/hint.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

extern "C" {

u8 HEDDLE_OCR_EXPORT(ocrDbCreate)(ocrGuid_t* db, void** addr, u64 len, u16 flags, ocrHint_t* hint,
                                  ocrInDbAllocator_t allocator) {
  constexpr u16 k_flags = DB_PROP_NO_ACQUIRE | DB_PROP_SINGLE_ASSIGNMENT | DB_PROP_NO_HINT;
  if (addr != nullptr) *addr = nullptr;
  if (db == nullptr) return OCR_EINVAL;
  const bool acquire = (flags & DB_PROP_NO_ACQUIRE) == 0;
  if (len == 0 || !flags_fit(flags, k_flags) || allocator != NO_ALLOC || (acquire && addr == nullptr)) {
    if ((flags & GUID_PROP_IS_LABELED) == 0) *db = NULL_GUID;
    return OCR_EINVAL;
  }
  Call call("ocrDbCreate");
  if (!call) return OCR_EINVAL;
  NewLabel label(call, db, flags);
  if (label.code() != k_ok) return static_cast<u8>(label.code());
  heddle::ocr::Hints* hints = nullptr;
  if (const int code = hints_of(hint, OCR_HINT_DB_T, hints); code != k_ok)
    return static_cast<u8>(label.done(code, k_null));
  Guid made = k_null;
  void* data = nullptr;
  const int code = call.engine().create_block(
      call.thread(), made, data,
      {.bytes = len,
       .acquire = acquire,
       .flags = (flags & DB_PROP_SINGLE_ASSIGNMENT) != 0 ? k_single_assignment : std::uint16_t{0},
       .hints = hints,
       .origin = __builtin_return_address(0),
       .label = label.label()});
  if (code != k_ok) delete_hints(hints);
  if (addr != nullptr) *addr = data;
  return static_cast<u8>(label.done(code, made));
}

u8 HEDDLE_OCR_EXPORT(ocrDbDestroy)(ocrGuid_t db) {
  Call call("ocrDbDestroy");
  return call ? static_cast<u8>(call.engine().destroy_block(call.thread(), value_of(db))) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrDbRelease)(ocrGuid_t db) {
  Call call("ocrDbRelease");
  return call ? static_cast<u8>(call.engine().release_block(call.thread(), value_of(db))) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrDbDowngradeRelease)(ocrGuid_t db) {
  Call call("ocrDbDowngradeRelease");
  return call ? static_cast<u8>(call.engine().downgrade_block(call.thread(), value_of(db))) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrDbGetSize)(ocrGuid_t db, u64* size) {
  if (size == nullptr) return OCR_EINVAL;
  Call call("ocrDbGetSize");
  return call ? static_cast<u8>(call.engine().block_bytes(call.thread(), value_of(db), *size)) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrDbMalloc)(ocrGuid_t /*guid*/, u64 /*size*/, void** /*addr*/) { return OCR_EINVAL; }
u8 HEDDLE_OCR_EXPORT(ocrDbMallocOffset)(ocrGuid_t /*guid*/, u64 /*size*/, u64* /*offset*/) { return OCR_EINVAL; }
u8 HEDDLE_OCR_EXPORT(ocrDbFree)(ocrGuid_t /*guid*/, void* /*addr*/) { return OCR_EINVAL; }
u8 HEDDLE_OCR_EXPORT(ocrDbFreeOffset)(ocrGuid_t /*guid*/, u64 /*offset*/) { return OCR_EINVAL; }
u8 HEDDLE_OCR_EXPORT(ocrDbCopy)(ocrGuid_t /*destination*/, u64 /*destinationOffset*/, ocrGuid_t /*source*/,
                                u64 /*sourceOffset*/, u64 /*size*/, u64 /*copyType*/, ocrGuid_t* /*completionEvt*/) {
  return OCR_EINVAL;
}

}  // extern "C"

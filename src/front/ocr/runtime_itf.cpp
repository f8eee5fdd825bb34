// Who runs here: the calls of the extension RTITF, and affinities' and pause's.
#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "ocr/waiting.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

constexpr u8 k_locals = 4;

Guid shown(Call& call) noexcept {
  const Frame<P>* const frame = call.thread().frame;
  if (frame == nullptr) return k_null;
  return frame->edt->label != k_null ? frame->edt->label : frame->guid;
}

}  // namespace

extern "C" {

ocrGuid_t HEDDLE_OCR_EXPORT(ocrElsUserGet)(u8 offset) {
  Call call("ocrElsUserGet");
  if (!call || call.thread().frame == nullptr || offset >= k_locals) return NULL_GUID;
  return guid_of(call.thread().frame->locals[offset]);
}

void HEDDLE_OCR_EXPORT(ocrElsUserSet)(u8 offset, ocrGuid_t data) {
  Call call("ocrElsUserSet");
  if (!call || call.thread().frame == nullptr || offset >= k_locals) return;
  call.thread().frame->locals[offset] = value_of(data);
}

u8 HEDDLE_OCR_EXPORT(ocrEdtLocalStorageGet)(void** ptr, u64* elsSize) {
  Call call("ocrEdtLocalStorageGet");
  if (!call || ptr == nullptr || elsSize == nullptr || call.thread().frame == nullptr) return OCR_EINVAL;
  *ptr = call.thread().frame->locals;
  *elsSize = sizeof call.thread().frame->locals;
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrCurrentEdtGet)(ocrGuid_t* curEdt) {
  if (curEdt == nullptr) return OCR_EINVAL;
  *curEdt = NULL_GUID;
  Call call("ocrCurrentEdtGet");
  if (!call) return OCR_EINVAL;
  *curEdt = guid_of(shown(call));
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrCurrentEdtOutputGet)(ocrGuid_t* outputEvent) {
  if (outputEvent == nullptr) return OCR_EINVAL;
  *outputEvent = NULL_GUID;
  Call call("ocrCurrentEdtOutputGet");
  if (!call) return OCR_EINVAL;
  if (call.thread().frame != nullptr) *outputEvent = guid_of(call.thread().frame->edt->output);
  return 0;
}

u64 HEDDLE_OCR_EXPORT(ocrNbWorkers)() {
  Call call("ocrNbWorkers");
  return call ? call.session().workers() : 0;
}

u64 HEDDLE_OCR_EXPORT(heddleOcrSession)() {
  Call call("heddleOcrSession");
  return call ? call.session().number() : 0;
}

void HEDDLE_OCR_EXPORT(ocrCurrentWorkerGuid)(ocrGuid_t* guid) {
  if (guid == nullptr) return;
  *guid = NULL_GUID;
  Call call("ocrCurrentWorkerGuid");
  // No object: a number behind all lines, of the kind that names nothing.
  if (call) *guid = guid_of(heddle::ocr::guid::make(Kind::none, 1, heddle::ocr::guid::k_line_mask - call.worker().id));
}

u8 HEDDLE_OCR_EXPORT(ocrInformLegacyCodeBlocking)() {
  Call call("ocrInformLegacyCodeBlocking");
  if (!call) return OCR_EINVAL;
  let_another_run(call.session());
  return 0;
}

}  // extern "C"

// Stopping the workers, and looking at what there is.
#include <cstring>
#include <vector>

#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "ocr/pause.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

extern "C" {

u32 HEDDLE_OCR_EXPORT(ocrPause)(bool isBlocking) {
  Call call("ocrPause");
  return call && call.session().pause().stop_others(call.worker(), isBlocking) ? 1 : 0;
}

void HEDDLE_OCR_EXPORT(ocrResume)(u32 flag) {
  Call call("ocrResume");
  if (call && flag != 0) call.session().pause().go_on(call.worker());
}

ocrGuid_t HEDDLE_OCR_EXPORT(ocrQuery)(ocrQueryType_t query, ocrGuid_t guid, void** result, u32* size, u8 flags) {
  if (result != nullptr) *result = nullptr;
  if (size != nullptr) *size = 0;
  Call call("ocrQuery");
  if (!call || flags != 0 || query < OCR_QUERY_READY_EDTS || query > OCR_QUERY_ALL_EDTS) return ERROR_GUID;
  // While others run, what is looked at may go meanwhile.
  if (!call.session().pause().is_stopped_by(call.worker())) return ERROR_GUID;
  const std::vector<Guid> found = look(call.engine(), static_cast<Question>(query), value_of(guid));
  if (found.empty()) return NULL_GUID;
  Guid made = k_null;
  void* data = nullptr;
  const std::size_t bytes = found.size() * sizeof(Guid);
  if (call.engine().create_block(call.thread(), made, data,
                                 {.bytes = bytes,
                                  .acquire = true,
                                  .flags = 0,
                                  .hints = nullptr,
                                  .origin = __builtin_return_address(0),
                                  .label = k_null}) != k_ok)
    return ERROR_GUID;
  std::memcpy(data, found.data(), bytes);
  if (result != nullptr) *result = data;
  if (size != nullptr) *size = static_cast<u32>(bytes);
  return guid_of(made);
}

}  // extern "C"

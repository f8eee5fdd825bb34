// Labels: ranges, maps, kinds.
#include <vector>

#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "ocr/maps.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

bool is_kind(ocrGuidUserKind kind) noexcept {
  switch (kind) {
    case GUID_USER_DB:
    case GUID_USER_EDT:
    case GUID_USER_EDT_TEMPLATE:
    case GUID_USER_EVENT_ONCE:
    case GUID_USER_EVENT_COUNTED:
    case GUID_USER_EVENT_IDEM:
    case GUID_USER_EVENT_STICKY:
    case GUID_USER_EVENT_LATCH:
    case GUID_USER_EVENT_CHANNEL:
    case GUID_USER_EVENT_COLLECTIVE:
      return true;
    default:
      return false;
  }
}

u8 make(ocrGuid_t* guid, const Maps::Request& what, ocrGuidUserKind kind) noexcept {
  if (guid == nullptr) return OCR_EINVAL;
  *guid = NULL_GUID;
  Call call("ocrGuidMapCreate");
  if (!call || !is_kind(kind) || what.count == 0) return OCR_EINVAL;
  Guid made = k_null;
  const int code = call.session().maps().create(call.engine(), call.thread(), what, made);
  *guid = guid_of(made);
  return static_cast<u8>(code);
}

ocrGuidUserKind kind_of_event(EventKind kind) noexcept {
  switch (kind) {
    case EventKind::once:
      return GUID_USER_EVENT_ONCE;
    case EventKind::idem:
      return GUID_USER_EVENT_IDEM;
    case EventKind::sticky:
      return GUID_USER_EVENT_STICKY;
    case EventKind::latch:
      return GUID_USER_EVENT_LATCH;
    case EventKind::counted:
      return GUID_USER_EVENT_COUNTED;
    case EventKind::channel:
      return GUID_USER_EVENT_CHANNEL;
    case EventKind::collective:
      return GUID_USER_EVENT_COLLECTIVE;
  }
  return GUID_USER_NONE;
}

}  // namespace

extern "C" {

ocrGuid_t HEDDLE_OCR_EXPORT(addValueToGuid)(ocrGuid_t input, u64 value) { return guid_of(value_of(input) + value); }

u8 HEDDLE_OCR_EXPORT(ocrGuidRangeCreate)(ocrGuid_t* rangeGuid, u64 numberGuid, ocrGuidUserKind kind) {
  return make(rangeGuid, {.count = numberGuid}, kind);
}

u8 HEDDLE_OCR_EXPORT(ocrGuidMapCreate)(ocrGuid_t* mapGuid, u32 numParams, heddleOcrMapFunction mapFunc, s64* params,
                                       u64 numberGuid, ocrGuidUserKind kind) {
  if (mapFunc == nullptr || (numParams != 0 && params == nullptr)) {
    if (mapGuid != nullptr) *mapGuid = NULL_GUID;
    return OCR_EINVAL;
  }
  return make(mapGuid,
              {.count = numberGuid,
               .function = reinterpret_cast<Maps::Function>(reinterpret_cast<void*>(mapFunc)),
               .parameter_count = numParams,
               .parameters = params},
              kind);
}

u8 HEDDLE_OCR_EXPORT(ocrGuidMapSetDefaultMap)(u32 numParams, heddleOcrMapFunction mapFunc, s64* params, u64 numberGuid,
                                              ocrGuidUserKind kind) {
  ocrGuid_t made = NULL_GUID;
  if (const u8 code = heddle_ocrGuidMapCreate(&made, numParams, mapFunc, params, numberGuid, kind); code != 0)
    return code;
  Call call("ocrGuidMapSetDefaultMap");
  if (!call) return OCR_EINVAL;
  call.session().maps().make_default(value_of(made));
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrGuidMapDestroy)(ocrGuid_t mapGuid) {
  Call call("ocrGuidMapDestroy");
  return call ? static_cast<u8>(call.session().maps().destroy(call.engine(), call.thread(), value_of(mapGuid)))
              : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrGuidRangeDestroy)(ocrGuid_t rangeGuid) { return heddle_ocrGuidMapDestroy(rangeGuid); }

u8 HEDDLE_OCR_EXPORT(ocrGuidFromLabel)(ocrGuid_t* outGuid, ocrGuid_t mapGuid, s64* tuple) {
  if (outGuid == nullptr) return OCR_EINVAL;
  *outGuid = NULL_GUID;
  Call call("ocrGuidFromLabel");
  if (!call) return OCR_EINVAL;
  Guid label = k_null;
  const int code = call.session().maps().label(call.engine(), value_of(mapGuid), tuple, label);
  *outGuid = guid_of(label);
  return static_cast<u8>(code);
}

u8 HEDDLE_OCR_EXPORT(ocrGuidFromIndex)(ocrGuid_t* outGuid, ocrGuid_t rangeGuid, u64 idx) {
  if (outGuid == nullptr) return OCR_EINVAL;
  *outGuid = NULL_GUID;
  Call call("ocrGuidFromIndex");
  if (!call) return OCR_EINVAL;
  Guid label = k_null;
  const int code = call.session().maps().at(call.engine(), value_of(rangeGuid), idx, label);
  *outGuid = guid_of(label);
  return static_cast<u8>(code);
}

u8 HEDDLE_OCR_EXPORT(ocrGetGuidKind)(ocrGuidUserKind* outKind, ocrGuid_t guid) {
  if (outKind == nullptr) return OCR_EINVAL;
  *outKind = GUID_USER_NONE;
  Call call("ocrGetGuidKind");
  if (!call) return OCR_EINVAL;
  const Guid real = call.engine().real(value_of(guid));
  switch (call.engine().kind_of(real)) {
    case Kind::block:
      *outKind = GUID_USER_DB;
      break;
    case Kind::edt:
      *outKind = GUID_USER_EDT;
      break;
    case Kind::edt_template:
      *outKind = GUID_USER_EDT_TEMPLATE;
      break;
    case Kind::event:
      if (const auto* const event = call.engine().alive<Event<P>>(real, Kind::event))
        *outKind = kind_of_event(event->event_kind());
      break;
    default:
      break;
  }
  return 0;
}

}  // extern "C"

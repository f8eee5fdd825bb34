// Affinities: places of the machine, one for each locality that the session knows.
#include <algorithm>

#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

bool is_kind(ocrAffinityKind kind) noexcept { return kind >= AFFINITY_CURRENT && kind <= AFFINITY_GUID; }

u64 count_of(Call& call, ocrAffinityKind kind) noexcept {
  return kind == AFFINITY_PD ? call.session().localities() : kind == AFFINITY_SIM ? 0 : 1;
}

Guid at(Call& call, ocrAffinityKind kind, u64 index) noexcept {
  if (kind == AFFINITY_PD) return call.session().affinity(static_cast<std::uint32_t>(index));
  return kind == AFFINITY_PD_MASTER ? call.session().affinity(0)
                                    : call.session().affinity(call.session().locality_of(call.worker()));
}

// Where an object is: what a block's data were placed for, where an EDT is to run; else where the caller is.
u32 place_of(Call& call, Guid object) noexcept {
  u32 place = k_no_locality;
  if (const auto* const block = call.engine().alive<Block<P>>(object, Kind::block)) place = block->locality;
  if (const auto* const edt = call.engine().alive<Edt<P>>(object, Kind::edt)) place = edt->locality;
  return place == k_no_locality ? call.session().locality_of(call.worker()) : place;
}

}  // namespace

extern "C" {

u8 HEDDLE_OCR_EXPORT(ocrAffinityCount)(ocrAffinityKind kind, u64* count) {
  Call call("ocrAffinityCount");
  if (!call || count == nullptr || !is_kind(kind)) return OCR_EINVAL;
  *count = count_of(call, kind);
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrAffinityGet)(ocrAffinityKind kind, u64* count, ocrGuid_t* affinities) {
  Call call("ocrAffinityGet");
  if (!call || count == nullptr || affinities == nullptr || *count == 0 || !is_kind(kind)) return OCR_EINVAL;
  *count = std::min(*count, count_of(call, kind));
  for (u64 index = 0; index < *count; ++index) affinities[index] = guid_of(at(call, kind, index));
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrAffinityGetAt)(ocrAffinityKind kind, u64 idx, ocrGuid_t* affinity) {
  if (affinity == nullptr) return OCR_EINVAL;
  *affinity = NULL_GUID;
  Call call("ocrAffinityGetAt");
  if (!call || !is_kind(kind) || idx >= count_of(call, kind)) return OCR_EINVAL;
  *affinity = guid_of(at(call, kind, idx));
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrAffinityGetCurrent)(ocrGuid_t* affinity) {
  return heddle_ocrAffinityGetAt(AFFINITY_CURRENT, 0, affinity);
}

u8 HEDDLE_OCR_EXPORT(ocrAffinityQuery)(ocrGuid_t guid, u64* count, ocrGuid_t* affinities) {
  Call call("ocrAffinityQuery");
  if (!call || count == nullptr || affinities == nullptr || *count == 0) return OCR_EINVAL;
  const Guid real = call.engine().real(value_of(guid));
  if (real != k_null && call.engine().kind_of(real) == Kind::none) return OCR_EINVAL;
  *count = 1;
  affinities[0] = guid_of(call.session().affinity(place_of(call, real)));
  return 0;
}

u64 HEDDLE_OCR_EXPORT(ocrAffinityToHintValue)(ocrGuid_t affinity) { return value_of(affinity); }

}  // extern "C"

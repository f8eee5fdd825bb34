// Events.
#include <new>

#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "ocr/collective.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

constexpr u32 k_most_ranks = 1U << 20;

// @returns null: the parameters name no operation, or there is no memory
Collective* collective_of(const ocrEventCollectiveParams_t& params) noexcept {
  const unsigned op = params.op & 15;
  const unsigned type = params.op >> 4 & 15;
  const unsigned bytes = params.op >> 8;
  constexpr Datum k_eight[] = {Datum::u8, Datum::s8, Datum::f8};
  constexpr Datum k_four[] = {Datum::u4, Datum::s4, Datum::f4};
  if (params.nbContribs == 0 || params.nbContribs > k_most_ranks || params.nbDatum == 0 || params.maxGen == 0)
    return nullptr;
  if (params.type < COL_REDUCE || params.type > COL_BROADCAST) return nullptr;
  if (type < 1 || type > 3 || (bytes != 8 && bytes != 4) || op < 1 || op > (type == 1 ? 7U : 4U)) return nullptr;
  try {
    auto* const state = new Collective;
    state->datum = (bytes == 8 ? k_eight : k_four)[type - 1];
    state->combine = static_cast<Combine>(op - 1);
    state->kind = static_cast<CollectiveKind>(params.type);
    state->ranks = params.nbContribs;
    state->count = params.nbDatum;
    state->contributed.resize(params.nbContribs);
    state->asked.resize(params.nbContribs);
    return state;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

int request_of(ocrEventTypes_t type, const ocrEventParams_t* params, EventRequest& what) noexcept {
  what.kind = static_cast<EventKind>(type);
  switch (type) {
    case OCR_EVENT_ONCE_T:
    case OCR_EVENT_IDEM_T:
    case OCR_EVENT_STICKY_T:
      return k_ok;
    case OCR_EVENT_LATCH_T:
      if (params != nullptr) what.count = static_cast<std::int64_t>(params->EVENT_LATCH.counter);
      return k_ok;
    case OCR_EVENT_COUNTED_T:
      if (params == nullptr || params->EVENT_COUNTED.nbDeps == 0) return k_invalid;
      what.count = static_cast<std::int64_t>(params->EVENT_COUNTED.nbDeps);
      return k_ok;
    case OCR_EVENT_CHANNEL_T: {
      if (params == nullptr) return k_invalid;
      const ocrEventChannelParams_t& channel = params->EVENT_CHANNEL;
      if (channel.maxGen == 0 || channel.nbSat != 1 || channel.nbDeps != 1) return k_invalid;
      what.bound = channel.maxGen == EVENT_CHANNEL_UNBOUNDED ? 0 : static_cast<std::int64_t>(channel.maxGen);
      return k_ok;
    }
    case OCR_EVENT_COLLECTIVE_T:
      if (params == nullptr) return k_invalid;
      what.collective = collective_of(params->EVENT_COLLECTIVE);
      return what.collective == nullptr ? k_invalid : k_ok;
    default:
      return k_invalid;
  }
}

struct NewEvent {
  ocrEventTypes_t type;
  u16 properties;
  const ocrHint_t* hint;
  const ocrEventParams_t* params;
  void* origin;
};

// Events have no properties; a hint of another type is a mistake.
bool is_of_events(const ocrHint_t* hint) noexcept {
  return hint == nullptr || hint->type == OCR_HINT_UNDEF_T || hint->type == OCR_HINT_EVT_T;
}

[[gnu::always_inline]] inline u8 create(ocrGuid_t* guid, const NewEvent& wanted) noexcept {
  if (guid == nullptr) return OCR_EINVAL;
  const bool labelled = (wanted.properties & GUID_PROP_IS_LABELED) != 0;
  EventRequest what{};
  what.origin = wanted.origin;
  what.takes_argument = (wanted.properties & EVT_PROP_TAKES_ARG) != 0;
  Call call("ocrEventCreate", wanted.origin);
  if (!call || !flags_fit(wanted.properties, EVT_PROP_TAKES_ARG) || !is_of_events(wanted.hint) ||
      request_of(wanted.type, wanted.params, what) != k_ok) {
    if (!labelled) *guid = NULL_GUID;
    return OCR_EINVAL;
  }
  NewLabel label(call, guid, wanted.properties);
  if (label.code() != k_ok) {
    delete what.collective;
    return static_cast<u8>(label.code());
  }
  what.label = label.label();
  Guid made = k_null;
  const int code = call.engine().create_event(call.thread(), made, what);
  if (code != k_ok) delete what.collective;
  return static_cast<u8>(label.done(code, made));
}

u8 satisfy(Call& call, ocrGuid_t event, ocrGuid_t data, u32 slot) noexcept {
  if (!call) return OCR_EINVAL;
  if (value_of(event) == k_null && value_of(data) == k_null) return 0;
  return static_cast<u8>(call.engine().satisfy(call.thread(), value_of(event), value_of(data), slot));
}

}  // namespace

extern "C" {

u8 HEDDLE_OCR_EXPORT(ocrEventCreate)(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties) {
  return create(guid, {eventType, properties, nullptr, nullptr, __builtin_return_address(0)});
}

u8 HEDDLE_OCR_EXPORT(ocrEventCreateParams)(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties,
                                           ocrEventParams_t* params) {
  return create(guid, {eventType, properties, nullptr, params, __builtin_return_address(0)});
}

u8 HEDDLE_OCR_EXPORT(heddleOcrEventCreateParamsHint)(ocrGuid_t* guid, ocrEventTypes_t eventType, u16 properties,
                                                     ocrHint_t* hint, ocrEventParams_t* params) {
  return create(guid, {eventType, properties, hint, params, __builtin_return_address(0)});
}

u8 HEDDLE_OCR_EXPORT(ocrEventDestroy)(ocrGuid_t guid) {
  Call call("ocrEventDestroy");
  return call ? static_cast<u8>(call.engine().destroy_event(call.thread(), value_of(guid))) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrEventSatisfySlot)(ocrGuid_t eventGuid, ocrGuid_t dataGuid, u32 slot) {
  Call call("ocrEventSatisfySlot");
  return satisfy(call, eventGuid, dataGuid, slot);
}

u8 HEDDLE_OCR_EXPORT(ocrEventSatisfy)(ocrGuid_t eventGuid, ocrGuid_t dataGuid) {
  Call call("ocrEventSatisfy");
  return satisfy(call, eventGuid, dataGuid, 0);
}

u8 HEDDLE_OCR_EXPORT(ocrEventCollectiveSatisfySlot)(ocrGuid_t eventGuid, void* dataPtr, u32 islot) {
  Call call("ocrEventCollectiveSatisfySlot");
  return call ? static_cast<u8>(call.engine().contribute(call.thread(), value_of(eventGuid), dataPtr, islot))
              : OCR_EINVAL;
}

}  // extern "C"

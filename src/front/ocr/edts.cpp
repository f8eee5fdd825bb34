// Templates, EDTs, dependences.
#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "front/ocr/hint.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

bool is_mode(ocrDbAccessMode_t mode) noexcept {
  switch (static_cast<int>(mode)) {
    case DB_MODE_NULL:
    case DB_MODE_CONST:
    case DB_MODE_RW:
    case DB_MODE_EW:
    case DB_MODE_RO:
      return true;
    default:
      return false;
  }
}

// Whether nobody could fill a slot of an EDT whose GUID is not asked for.
bool leaves_open(const ocrGuid_t* dependences, u32 count) noexcept {
  if (count == 0) return false;
  if (dependences == nullptr) return true;
  for (u32 index = 0; index < count; ++index)
    if (value_of(dependences[index]) == k_uninitialized) return true;
  return false;
}

u32 slots_of(Call& call, ocrGuid_t from, u32 count) noexcept {
  if (count != EDT_PARAM_DEF) return count;
  const auto* const found = call.engine().alive<Template<P>>(call.engine().real(value_of(from)), Kind::edt_template);
  return found == nullptr ? 0 : found->slot_count;
}

u8 add(Call& call, ocrGuid_t source, u32 source_slot, ocrGuid_t destination, u32 slot,
       ocrDbAccessMode_t mode) noexcept {
  if (value_of(source) == k_null && value_of(destination) == k_null) return 0;
  if (!is_mode(mode)) return OCR_EINVAL;
  return static_cast<u8>(call.engine().add_dependence(call.thread(), value_of(source), source_slot,
                                                      value_of(destination), slot, static_cast<Mode>(mode)));
}

}  // namespace

extern "C" {

u8 HEDDLE_OCR_EXPORT(ocrEdtTemplateCreate_internal)(ocrGuid_t* guid, ocrEdt_t funcPtr, u32 paramc, u32 depc,
                                                    const char* funcName) {
  if (guid == nullptr) return OCR_EINVAL;
  *guid = NULL_GUID;
  if (funcPtr == nullptr || paramc == EDT_PARAM_DEF || depc == EDT_PARAM_DEF) return OCR_EINVAL;
  Call call("ocrEdtTemplateCreate");
  if (!call) return OCR_EINVAL;
  Template<P> what{};
  what.body = reinterpret_cast<Body>(reinterpret_cast<void*>(funcPtr));
  what.parameter_count = paramc;
  what.slot_count = depc;
  what.title = funcName;
  what.origin = __builtin_return_address(0);
  Guid made = k_null;
  const int code = call.engine().create_template(call.thread(), made, what);
  *guid = guid_of(made);
  return static_cast<u8>(code);
}

u8 HEDDLE_OCR_EXPORT(ocrEdtTemplateDestroy)(ocrGuid_t guid) {
  Call call("ocrEdtTemplateDestroy");
  return call ? static_cast<u8>(call.engine().destroy_template(call.thread(), value_of(guid))) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrEdtCreate)(ocrGuid_t* guid, ocrGuid_t templateGuid, u32 paramc, u64* paramv, u32 depc,
                                   ocrGuid_t* depv, u16 properties, ocrHint_t* hint, ocrGuid_t* outputEvent) {
  constexpr u16 k_flags = EDT_PROP_FINISH | EDT_PROP_NO_HINT | EDT_PROP_LONG | EDT_PROP_OEVT_VALID;
  Call call("ocrEdtCreate");
  if (!call) return OCR_EINVAL;
  const bool labelled = (properties & GUID_PROP_IS_LABELED) != 0;
  const bool given = (properties & EDT_PROP_OEVT_VALID) != 0;
  ocrGuid_t unwanted = NULL_GUID;
  const auto refuse = [&](int code) {
    if (guid != nullptr && !labelled) *guid = NULL_GUID;
    if (outputEvent != nullptr && !given) *outputEvent = NULL_GUID;
    return static_cast<u8>(code);
  };
  if (!flags_fit(properties, k_flags) || (given && outputEvent == nullptr)) return refuse(k_invalid);
  if (labelled && (guid == nullptr || depv != nullptr || outputEvent != nullptr)) return refuse(k_invalid);
  if (guid == nullptr && leaves_open(depv, slots_of(call, templateGuid, depc))) return refuse(k_not_permitted);
  ocrGuid_t* const place = guid == nullptr ? &unwanted : guid;
  NewLabel label(call, place, properties);
  if (label.code() != k_ok) return static_cast<u8>(label.code());
  Hints* hints = nullptr;
  if (const int code = hints_of(hint, OCR_HINT_EDT_T, hints); code != k_ok) return refuse(code);
  const Guid real = call.engine().real(value_of(templateGuid));
  if (auto* const from = call.engine().alive<Template<P>>(real, Kind::edt_template);
      from != nullptr && from->hints != nullptr && from->lock(real)) {  // hints once set stay; they may be changed
    Hints merged = *from->hints;
    from->unlock(real);
    if (hints != nullptr) merged.merge(*hints);
    delete_hints(hints);
    hints = new_hints(merged);
  }
  Guid output = outputEvent != nullptr ? value_of(*outputEvent) : k_null;
  Guid made = k_null;
  const int code = call.engine().create_edt(call.thread(), made,
                                            {.from = value_of(templateGuid),
                                             .parameter_count = paramc,
                                             .parameters = paramv,
                                             .slot_count = depc,
                                             .dependences = reinterpret_cast<const Guid*>(depv),
                                             .finish = (properties & EDT_PROP_FINISH) != 0,
                                             .output_given = given,
                                             .output = outputEvent != nullptr ? &output : nullptr,
                                             .hints = hints,
                                             .origin = __builtin_return_address(0),
                                             .label = label.label()},
                                            [&](Guid named) {
                                              // Before the EDT can run: the program may look at them in its body.
                                              *place = guid_of(named);
                                              if (outputEvent != nullptr && !given) *outputEvent = guid_of(output);
                                            });
  if (code != k_ok) {
    delete_hints(hints);
    return refuse(code);
  }
  label.keep();
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrEdtDestroy)(ocrGuid_t guid) {
  Call call("ocrEdtDestroy");
  return call ? static_cast<u8>(call.engine().destroy_edt(call.thread(), value_of(guid))) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrAddDependence)(ocrGuid_t source, ocrGuid_t destination, u32 slot, ocrDbAccessMode_t mode) {
  Call call("ocrAddDependence");
  return call ? add(call, source, 0, destination, slot, mode) : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrAddDependenceSlot)(ocrGuid_t source, u32 sslot, ocrGuid_t destination, u32 dslot,
                                           ocrDbAccessMode_t mode) {
  Call call("ocrAddDependenceSlot");
  return call ? add(call, source, sslot, destination, dslot, mode) : OCR_EINVAL;
}

}  // extern "C"

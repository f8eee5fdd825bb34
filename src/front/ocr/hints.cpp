// Hints: sets of properties, and what objects keep of them.
#include <cstring>

#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "front/ocr/hint.hpp"

namespace heddle::ocr::door {

namespace {

constexpr unsigned k_edt_properties = OCR_HINT_EDT_PROP_END - OCR_HINT_EDT_PROP_START - 1;
constexpr unsigned k_db_properties = OCR_HINT_DB_PROP_END - OCR_HINT_DB_PROP_START - 1;
static_assert(k_edt_properties <= Hints::k_most && k_db_properties <= Hints::k_most);

bool is_nothing(const ocrHint_t* hint) noexcept { return hint == nullptr || hint->type == OCR_HINT_UNDEF_T; }

u64* values_of(ocrHint_t& hint) noexcept { return hint.type == OCR_HINT_EDT_T ? hint.args.propEDT : hint.args.propDB; }
const u64* values_of(const ocrHint_t& hint) noexcept {
  return hint.type == OCR_HINT_EDT_T ? hint.args.propEDT : hint.args.propDB;
}
unsigned properties_of(ocrHintType_t type) noexcept {
  return type == OCR_HINT_EDT_T ? k_edt_properties : type == OCR_HINT_DB_T ? k_db_properties : 0;
}

/// An object that is locked while this lives, so that it stays: where it keeps its hints, and of which type they are.
class HintsOfObject {
 public:
  HintsOfObject(Call& call, ocrGuid_t guid) noexcept : real_(call.engine().real(value_of(guid))) {
    Engine<P>& engine = call.engine();
    if (auto* const edt = engine.alive<Edt<P>>(real_, Kind::edt)) {
      hold(*edt, OCR_HINT_EDT_T, &edt->hints);
    } else if (auto* const from = engine.alive<Template<P>>(real_, Kind::edt_template)) {
      hold(*from, OCR_HINT_EDT_T, &from->hints);
    } else if (auto* const block = engine.alive<Block<P>>(real_, Kind::block)) {
      hold(*block, OCR_HINT_DB_T, &block->hints);
    } else if (auto* const event = engine.alive<Event<P>>(real_, Kind::event)) {
      hold(*event, OCR_HINT_EVT_T, nullptr);
    }
  }
  HintsOfObject(const HintsOfObject&) = delete;
  HintsOfObject& operator=(const HintsOfObject&) = delete;
  ~HintsOfObject() {
    if (object_ != nullptr) object_->unlock(real_);
  }

  bool takes(ocrHintType_t type) const noexcept { return object_ != nullptr && type == type_; }
  const Hints* get() const noexcept { return place_ == nullptr ? nullptr : *place_; }
  /// @returns what is not kept, for delete_hints()
  Hints* merge(Hints* hints) noexcept {
    if (hints == nullptr || place_ == nullptr) return hints;
    if (*place_ == nullptr) {
      *place_ = hints;
      return nullptr;
    }
    (*place_)->merge(*hints);
    return hints;
  }

 private:
  void hold(Object<P>& object, ocrHintType_t type, Hints** place) noexcept {
    if (!object.lock(real_)) return;
    object_ = &object;
    type_ = type;
    place_ = place;
  }

  const Guid real_;
  Object<P>* object_ = nullptr;  // null: nothing that has hints
  ocrHintType_t type_ = OCR_HINT_UNDEF_T;
  Hints** place_ = nullptr;  // null: an event's, of which no property is known
};

}  // namespace

bool property_of(ocrHintType_t type, ocrHintProp_t property, unsigned& index) noexcept {
  const int start = type == OCR_HINT_EDT_T ? OCR_HINT_EDT_PROP_START : OCR_HINT_DB_PROP_START;
  const int number = static_cast<int>(property) - start - 1;
  if (number < 0 || static_cast<unsigned>(number) >= properties_of(type)) return false;
  index = static_cast<unsigned>(number);
  return true;
}

int hints_set_in(const ocrHint_t& hint, ocrHintType_t type, Hints*& hints) noexcept {
  if (is_nothing(&hint)) return k_ok;
  if (hint.type != type) return k_invalid;
  if (hint.propMask == 0) return k_ok;
  Hints found;
  for (unsigned index = 0; index < properties_of(type); ++index)
    if ((hint.propMask >> index & 1) != 0) {
      found.set |= 1U << index;
      found.values[index] = values_of(hint)[index];
    }
  hints = new_hints(found);
  return hints == nullptr ? k_no_memory : k_ok;
}

}  // namespace heddle::ocr::door

using namespace heddle::ocr;
using namespace heddle::ocr::door;

extern "C" {

u8 HEDDLE_OCR_EXPORT(ocrHintInit)(ocrHint_t* hint, ocrHintType_t hintType) {
  if (hintType < OCR_HINT_UNDEF_T || hintType > OCR_HINT_GROUP_T) return OCR_EINVAL;
  if (hint == nullptr) return 0;
  std::memset(hint, 0, sizeof *hint);
  hint->type = hintType;
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrSetHintValue)(ocrHint_t* hint, ocrHintProp_t hintProp, u64 value) {
  if (is_nothing(hint)) return 0;
  unsigned index = 0;
  if (!property_of(hint->type, hintProp, index)) return OCR_EINVAL;
  hint->propMask |= u64{1} << index;
  values_of(*hint)[index] = value;
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrUnsetHintValue)(ocrHint_t* hint, ocrHintProp_t hintProp) {
  if (is_nothing(hint)) return 0;
  unsigned index = 0;
  if (!property_of(hint->type, hintProp, index)) return OCR_EINVAL;
  if ((hint->propMask >> index & 1) == 0) return OCR_ENOENT;
  hint->propMask &= ~(u64{1} << index);
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrGetHintValue)(ocrHint_t* hint, ocrHintProp_t hintProp, u64* value) {
  if (is_nothing(hint)) return 0;
  unsigned index = 0;
  if (value == nullptr || !property_of(hint->type, hintProp, index)) return OCR_EINVAL;
  if ((hint->propMask >> index & 1) == 0) return OCR_ENOENT;
  *value = values_of(*hint)[index];
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrHintSetValue)(ocrHint_t* hint, ocrHintProp_t hintProp, ocrHintVal_t value) {
  return heddle_ocrSetHintValue(hint, hintProp, static_cast<u64>(value.s64Value));
}
u8 HEDDLE_OCR_EXPORT(ocrHintUnsetValue)(ocrHint_t* hint, ocrHintProp_t hintProp) {
  return heddle_ocrUnsetHintValue(hint, hintProp);
}
u8 HEDDLE_OCR_EXPORT(ocrHintGetValue)(ocrHint_t* hint, ocrHintProp_t hintProp, ocrHintVal_t* value) {
  u64 number = 0;
  if (value == nullptr) return OCR_EINVAL;
  const u8 code = heddle_ocrGetHintValue(hint, hintProp, &number);
  if (code == 0 && !is_nothing(hint)) value->s64Value = static_cast<s64>(number);
  return code;
}

u8 HEDDLE_OCR_EXPORT(ocrSetHint)(ocrGuid_t guid, ocrHint_t* hint) {
  if (is_nothing(hint)) return 0;
  Call call("ocrSetHint");
  if (!call) return OCR_EINVAL;
  Hints* hints = nullptr;
  if (const int code = hints_of(hint, hint->type, hints); code != k_ok) return static_cast<u8>(code);
  bool taken = false;
  {
    HintsOfObject object(call, guid);
    taken = object.takes(hint->type);
    if (taken) hints = object.merge(hints);
  }
  delete_hints(hints);
  return taken ? 0 : OCR_EINVAL;
}

u8 HEDDLE_OCR_EXPORT(ocrGetHint)(ocrGuid_t guid, ocrHint_t* hint) {
  if (is_nothing(hint)) return 0;
  Call call("ocrGetHint");
  if (!call) return OCR_EINVAL;
  const HintsOfObject object(call, guid);
  if (!object.takes(hint->type)) return OCR_EINVAL;
  const Hints* const hints = object.get();
  for (unsigned index = 0; hints != nullptr && index < properties_of(hint->type); ++index)
    if (hints->has(index)) {
      hint->propMask |= u64{1} << index;
      values_of(*hint)[index] = hints->values[index];
    }
  return 0;
}

}  // extern "C"

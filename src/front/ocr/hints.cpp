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

// Where the object keeps its hints, and of which type they are.
Hints** place_of(Call& call, ocrGuid_t guid, ocrHintType_t& type) noexcept {
  const Guid real = call.engine().real(value_of(guid));
  type = OCR_HINT_EDT_T;
  if (auto* const edt = call.engine().alive<Edt<P>>(real, Kind::edt)) return &edt->hints;
  if (auto* const from = call.engine().alive<Template<P>>(real, Kind::edt_template)) return &from->hints;
  type = OCR_HINT_DB_T;
  if (auto* const block = call.engine().alive<Block<P>>(real, Kind::block)) return &block->hints;
  return nullptr;
}

}  // namespace

bool property_of(ocrHintType_t type, ocrHintProp_t property, unsigned& index) noexcept {
  const int start = type == OCR_HINT_EDT_T ? OCR_HINT_EDT_PROP_START : OCR_HINT_DB_PROP_START;
  const int number = static_cast<int>(property) - start - 1;
  if (number < 0 || static_cast<unsigned>(number) >= properties_of(type)) return false;
  index = static_cast<unsigned>(number);
  return true;
}

int hints_of(const ocrHint_t* hint, ocrHintType_t type, Hints*& hints) noexcept {
  if (is_nothing(hint)) return k_ok;
  if (hint->type != type) return k_invalid;
  if (hint->propMask == 0) return k_ok;
  Hints found;
  for (unsigned index = 0; index < properties_of(type); ++index)
    if ((hint->propMask >> index & 1) != 0) {
      found.set |= 1U << index;
      found.values[index] = values_of(*hint)[index];
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
  ocrHintType_t type = OCR_HINT_UNDEF_T;
  Hints** const place = place_of(call, guid, type);
  Hints* hints = nullptr;
  if (place == nullptr) return OCR_EINVAL;
  if (const int code = hints_of(hint, type, hints); code != k_ok) return static_cast<u8>(code);
  if (hints == nullptr) return 0;
  if (*place == nullptr) {
    *place = hints;
  } else {
    (*place)->merge(*hints);
    delete_hints(hints);
  }
  return 0;
}

u8 HEDDLE_OCR_EXPORT(ocrGetHint)(ocrGuid_t guid, ocrHint_t* hint) {
  if (is_nothing(hint)) return 0;
  Call call("ocrGetHint");
  if (!call) return OCR_EINVAL;
  ocrHintType_t type = OCR_HINT_UNDEF_T;
  Hints** const place = place_of(call, guid, type);
  if (place == nullptr || hint->type != type) return OCR_EINVAL;
  if (*place == nullptr) return 0;
  for (unsigned index = 0; index < properties_of(type); ++index)
    if ((*place)->has(index)) {
      hint->propMask |= u64{1} << index;
      values_of(*hint)[index] = (*place)->values[index];
    }
  return 0;
}

}  // extern "C"

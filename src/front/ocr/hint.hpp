// Hints between a program's form and ours. Used by the files of front/ocr only.
#pragma once

#include "front/ocr/abi.hpp"
#include "ocr/codes.hpp"
#include "ocr/hints.hpp"

namespace heddle::ocr::door {

/// Whether the type has the property. @param index  gets its number within the type
bool property_of(ocrHintType_t type, ocrHintProp_t property, unsigned& index) noexcept;

int hints_set_in(const ocrHint_t& hint, ocrHintType_t type, Hints*& hints) noexcept;
/// The hints that are set in *hint, which may be null or of no type: then `hints` stays null.
/// @returns k_ok, k_invalid: of another type, k_no_memory
inline int hints_of(const ocrHint_t* hint, ocrHintType_t type, Hints*& hints) noexcept {
  return hint == nullptr ? k_ok : hints_set_in(*hint, type, hints);
}

}  // namespace heddle::ocr::door

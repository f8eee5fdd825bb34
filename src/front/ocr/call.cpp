#include "front/ocr/call.hpp"

#include "base/message.hpp"
#include "front/ocr/export.hpp"
#include "ocr/waiting.hpp"

namespace heddle::ocr::door {

void Call::tell_no_session(const char* name) noexcept {
  static base::OnceGate gate;
  base::warn_once(
      gate,
      {name, " was called while OCR is not running: before mainEdt or ocrLegacyInit, or after the end; such calls ",
       "return OCR_EINVAL"});
}

void NewLabel::claim(Call& call, u16 flags) noexcept {
  using Claim = Labels<P>::Claim;
  const Guid label = value_of(*guid_);
  for (;;) {
    const Claim claim = engine_.labels().claim(label);
    if (claim == Claim::mine) {
      claimed_ = true;
      label_ = label;
      return;
    }
    if (claim == Claim::no_label) {
      code_ = k_invalid;
      *guid_ = NULL_GUID;
      return;
    }
    const bool blocks = (flags & GUID_PROP_BLOCK) == GUID_PROP_BLOCK && (flags & GUID_PROP_CHECK) != GUID_PROP_CHECK;
    if (!blocks) {
      code_ = k_guid_exists;
      return;
    }
    if (!wait_for_label(call.session(), label, LabelState::is_free) && call.session().stopping()) {
      code_ = k_not_permitted;  // nobody will free it
      *guid_ = NULL_GUID;
      return;
    }
  }
}

}  // namespace heddle::ocr::door

extern "C" [[noreturn, gnu::visibility("hidden")]] void heddle_ocr_not_implemented(const char* name) {
  heddle::base::fatal({name, " is not implemented by Heddle"});
}

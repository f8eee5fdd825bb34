// What a session says: errors that no call could return, and why it cannot go on.
#pragma once

#include "ocr/engine.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

/// On stderr. @param edt  whose affair it is; may be null
void tell_late_error(const char* what, Guid guid, int code, Edt<process::P>* edt) noexcept;
void tell_exception(const Edt<process::P>& edt) noexcept;
/// Which EDTs wait, and for what; circles are named. While nothing moves.
void tell_what_waits(Engine<process::P>& engine) noexcept;

/// A priority hint, as the engine has priorities.
std::int32_t priority_of(const Hints& hints) noexcept;

}  // namespace heddle::ocr

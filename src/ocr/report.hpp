// What a session says: errors that no call could return, and why it cannot go on.
#pragma once

#include <string>

#include "ocr/engine.hpp"
#include "ocr/worker_data.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

/// On stderr. @param edt  whose affair it is; may be null
void tell_late_error(const char* what, Guid guid, int code, Edt<process::P>* edt) noexcept;
/// "EDT reduce (made at sum.c:41)".
std::string name_of_edt(const Edt<process::P>& edt);
/// As the specification abbreviates it: "RW".
const char* name_of(Mode mode) noexcept;
/// "sum.c:41". @param origin  where the call returns to; not null
std::string place_of_call(const void* origin);
void tell_exception(const Edt<process::P>& edt) noexcept;
/// Which EDTs wait, and for what; circles are named. While nothing moves.
/// @param threads  all that have been in the session, linked
void tell_what_waits(Engine<process::P>& engine, const WorkerData* threads) noexcept;

/// A priority hint, as the engine has priorities.
std::int32_t priority_of(const Hints& hints) noexcept;

}  // namespace heddle::ocr

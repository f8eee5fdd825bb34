// Calls of code that is not ours and may crash: the one who calls it is back afterwards, and knows the signal.
//
// For a tool's own start (OpenMP 5.2, chapter 19.2): a tool that crashes there is left out, and the program runs. What
// the crashed call held stays held. Never around the loader, whose locks would stay taken.
#pragma once

namespace heddle::ompt {

/// Calls function(argument). Handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT are ours meanwhile, and are put
/// back unless the call has installed its own. A crash of another thread goes the way it would have gone.
/// @returns the signal that ended it, or 0. One thread at a time.
int attempt(void (*function)(void*), void* argument) noexcept;

/// The same for anything that can be called.
template <class Call>
int attempt(const Call& call) noexcept {
  return attempt([](void* it) { (*static_cast<const Call*>(it))(); }, const_cast<Call*>(&call));
}

}  // namespace heddle::ompt

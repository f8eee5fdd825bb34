// Functions that the process may have or not: of ThreadSanitizer, without linking it.
#pragma once

#include <dlfcn.h>

namespace heddle::ompt {

/// @returns whether the process has a function of that name; `function` is it then, else null.
template <class Function>
bool find_loaded(Function& function, const char* name) noexcept {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

}  // namespace heddle::ompt

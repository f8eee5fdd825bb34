// Who watches the workers of this process, if anybody does.
//
// Invariant: set while the library is loaded, before the Process is made; read only from then on.
#pragma once

#include "platform/threads/threads.hpp"
#include "runtime/watcher.hpp"

namespace heddle::process {

inline runtime::Watcher<platform::Threads>* watcher = nullptr;

}  // namespace heddle::process

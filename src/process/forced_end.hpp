// A thread that is made to leave code which it may not leave: by pthread_exit() or cancellation inside a parallel
// region or a task, the others of which would wait for it for ever (on libgomp and libomp they do).
#pragma once

namespace heddle::process {

/// From now on such a thread ends the process with words that say why. An exception of the program's ends it as ever.
/// While the library is loaded.
void explain_forced_ends() noexcept;

}  // namespace heddle::process

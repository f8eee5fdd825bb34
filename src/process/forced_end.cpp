#include "process/forced_end.hpp"

#include <exception>

#include "base/message.hpp"

namespace heddle::process {

// The library has a C++ library of its own. What is thrown by the program's brings its own handler, so this one is
// called only where the C library unwinds a thread's stack and comes to a function of ours that nothing may leave.
void explain_forced_ends() noexcept {
  std::set_terminate([] {
    base::fatal(
        {"a thread has called pthread_exit(), or was cancelled, inside a parallel region or a task. The other threads "
         "would wait for it for ever; let it come to the region's end first, or end the process by exit()"});
  });
}

}  // namespace heddle::process

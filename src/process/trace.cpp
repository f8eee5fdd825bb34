// See trace.hpp.
#include "process/trace.hpp"

#include <pthread.h>

#include "base/message.hpp"

namespace heddle::process {

namespace {

probe::Recording* recording = nullptr;  // never destroyed: threads of the program may outlive every destructor

// When the library is unloaded, that is: behind the program's own exit handlers.
[[gnu::destructor]] void end_trace() {
  if (recording != nullptr) recording->end();
}

}  // namespace

probe::Recording* start_trace(const std::string& path) noexcept {
  auto started = probe::Recording::start(path);
  if (!started.ok()) {
    base::warn({started.error().what, "; ", started.error().hint, "; the program runs without a trace"});
    return nullptr;
  }
  recording = started.value().release();
  pthread_atfork([] { recording->before_fork(); }, [] { recording->after_fork_in_parent(); },
                 [] { recording->after_fork_in_child(); });
  return recording;
}

}  // namespace heddle::process

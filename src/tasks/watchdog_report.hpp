// What a team says that sleeps for long (runtime/watchdog.hpp), in the words of heddle.hpp: which task waits for what.
#pragma once

namespace heddle::tasks {

/// From now on teams in which something is waited for by name are told of here. Any thread, any number of times.
void tell_standstills() noexcept;

}  // namespace heddle::tasks

// The end of the process, as far as tasks by name are concerned.
#pragma once

namespace heddle::tasks {

/// Whether the process is ending. The first call sees to it that its end waits for tasks. Cold: outermost calls only.
bool ending() noexcept;

/// Enters this room with the process, while the library is loaded.
void enter_process() noexcept;

}  // namespace heddle::tasks

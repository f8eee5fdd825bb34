// Tools and ThreadSanitizer, from the load of the library on: workers are watched from the first one on, where there
// may be somebody who looks.
#pragma once

namespace heddle::ompt {

/// Whether they are. A front then puts its watched functions into its table.
bool watched() noexcept;

}  // namespace heddle::ompt

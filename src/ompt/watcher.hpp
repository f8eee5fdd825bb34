// Tools and ThreadSanitizer, from the load of the library on.
#pragma once

namespace heddle::ompt {

/// Has workers watched from the first one on, where there may be somebody who looks. While the library is loaded,
/// before the Process is made.
void watch_if_asked() noexcept;

/// Whether they are. A front then puts its watched functions into its table.
bool watched() noexcept;

}  // namespace heddle::ompt

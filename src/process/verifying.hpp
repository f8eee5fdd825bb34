// Whether HEDDLE_VERIFY looks at accesses (verify.hpp). Written while no second thread is there; any thread.
#pragma once

namespace heddle::process {

inline bool verify_depends = false;
inline bool verifying() noexcept { return verify_depends; }

}  // namespace heddle::process

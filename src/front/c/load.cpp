// What happens when libheddle.so.1 is loaded: the environment is read, as OpenMP wants it; what the program sets later
// does not count. Threads start with the first region.
//
// The library's only constructor beside those by which rooms enter themselves and the unwinder is made ready. A program
// that HEDDLE_DISABLE=1 hands to another OpenMP may still call heddle.h: then the first call reads the environment.
#include "process/load.hpp"

#include "process/disable.hpp"
#include "process/forced_end.hpp"

namespace {

[[gnu::constructor]] void loaded() noexcept {
  if (heddle::process::disabled()) return;
  heddle::process::explain_forced_ends();
  heddle::process::load();
}

}  // namespace

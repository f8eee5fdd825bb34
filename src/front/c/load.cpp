// What happens when libheddle.so.1 is loaded: the environment is read, as OpenMP wants it; what the program sets later
// does not count. Threads start with the first region.
//
// The library's only constructor. A program that HEDDLE_DISABLE=1 hands to another OpenMP may still call heddle.h: then
// the first call reads the environment.
#include "omp/dialect.hpp"
#include "omp/settings.hpp"
#include "ompt/watcher.hpp"
#include "process/forced_end.hpp"

namespace {

[[gnu::constructor]] void loaded() noexcept {
  if (heddle::omp::disabled()) return;
  heddle::process::explain_forced_ends();
  heddle::ompt::watch_if_asked();
  heddle::omp::load(heddle::omp::dialect_of_process());
  // Where front/kmpc is being loaded, too, it shows the settings when it has read its own.
  if (!heddle::omp::stands_for_libomp()) heddle::omp::show_settings();
}

}  // namespace

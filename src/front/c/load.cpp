// What happens when libheddle.so.1 is loaded: the environment is read, as OpenMP wants it; what the program sets later
// does not count. Threads start with the first region.
//
// The library's only constructor. A program that HEDDLE_DISABLE=1 hands to another OpenMP may still call heddle.h: then
// the first call reads the environment.
#include "omp/settings.hpp"
#include "ompt/watcher.hpp"

// Whether front/kmpc is being loaded, too, which then shows the settings.
extern "C" [[gnu::visibility("hidden")]] bool heddle_kmpc_is_mapped() noexcept;
// Whether the process's users know libomp.
extern "C" [[gnu::visibility("hidden")]] bool heddle_kmpc_speaks() noexcept;

namespace {

[[gnu::constructor]] void loaded() noexcept {
  if (heddle::omp::disabled()) return;
  heddle::ompt::watch_if_asked();
  heddle::omp::load(heddle_kmpc_speaks() ? heddle::omp::Dialect::llvm : heddle::omp::Dialect::gnu);
  if (!heddle_kmpc_is_mapped()) heddle::omp::show_settings();
}

}  // namespace

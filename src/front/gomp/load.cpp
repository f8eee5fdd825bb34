// What happens when libgomp.so.1 is loaded: nothing, or, with HEDDLE_DISABLE=1, the real libgomp takes over.
//
// The only constructor of the stubs' library, written into it by cmake/exports.py. Runs on the thread that loads it,
// after libheddle has been initialised and before any exported function can be called.
#include "front/gomp/real_libgomp.hpp"
#include "omp/process.hpp"

extern "C" [[gnu::visibility("default")]] void heddle_gomp_loaded() noexcept {
  if (heddle::omp::disabled()) heddle::gomp::hand_over_to_real_libgomp();
}

// What happens when libgomp.so.1 is loaded: nothing, or, with HEDDLE_DISABLE=1, the real libgomp takes over.
//
// The only constructor of the stubs' library, written into it by cmake/exports.py. Runs on the thread that loads it,
// after libheddle has been initialised and before any exported function can be called.
#include "front/gomp/export.hpp"
#include "front/gomp/watched.hpp"
#include "ompt/watcher.hpp"
#include "process/disable.hpp"
#include "process/real_library.hpp"

namespace {

constexpr const char* k_usual_files[] = {"/usr/lib/*-linux-gnu*/libgomp.so.1", "/usr/lib64/libgomp.so.1",
                                         "/usr/lib/libgomp.so.1", "/usr/lib/gcc/*/*/libgomp.so",
                                         "/usr/local/lib*/libgomp.so.1"};

constinit heddle::process::Replacements watched[] = {
    {heddle::gomp::watched_functions}, {heddle::gomp::watched_loops}, {heddle::gomp::watched_unsigned_loops}};

// Before the constructors of the stubs' libraries, of which either may need them.
[[gnu::constructor(1000)]] void enter() noexcept {
  for (heddle::process::Replacements& each : watched) heddle::process::enter_replacements(each);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] void heddle_gomp_loaded() noexcept {
  const heddle::process::ExportTable door{"libgomp.so.1", "HEDDLE_REAL_LIBGOMP", k_usual_files, heddle_gomp_slots,
                                          heddle_gomp_names};
  if (heddle::process::disabled()) return heddle::process::hand_over(door);
  if (heddle::ompt::watched()) heddle::process::replace(door);
}

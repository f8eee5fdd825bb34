// What happens when libomp.so.5 is loaded: KMP_* variables are read, or, with HEDDLE_DISABLE=1, the real libomp takes
// over.
//
// The only constructor of the stubs' library, written into it by cmake/exports.py. Runs on the thread that loads it,
// after libheddle has been initialised and before any exported function can be called.
#include <algorithm>

#include "front/kmpc/kmp_settings.hpp"
#include "front/kmpc/watched.hpp"
#include "omp/settings.hpp"
#include "ompt/watcher.hpp"
#include "process/real_library.hpp"

extern "C" [[gnu::visibility("hidden")]] bool heddle_kmpc_is_mapped() noexcept;
extern "C" [[gnu::visibility("hidden")]] bool heddle_kmpc_speaks() noexcept;
// Of the routines that both fronts export, and of GCC's functions, which stand here for objects of GCC's.
extern "C" [[gnu::visibility("hidden")]] void heddle_watch_routines(const heddle::process::Door& door) noexcept;
extern "C" [[gnu::visibility("hidden")]] void heddle_watch_gcc_loops(const heddle::process::Door& door) noexcept;

// Made by cmake/exports.py.
extern "C" {
extern void* heddle_kmpc_slots[] __attribute__((visibility("hidden")));
extern const char heddle_kmpc_names[] __attribute__((visibility("hidden")));
}

namespace {

constexpr const char* k_usual_files[] = {"/usr/lib/llvm-*/lib/libomp.so.5", "/usr/lib/*-linux-gnu*/libomp.so.5",
                                         "/usr/lib64/libomp.so", "/usr/lib/libomp.so",
                                         "/opt/intel/oneapi/compiler/*/lib/libiomp5.so"};

// The links to it (libiomp5.so) count, too: the loader may know it by the name that it was asked for.
constexpr const char* k_names[] = {"libomp.so.5", "libomp.so", "libiomp5.so"};

}  // namespace

extern "C" bool heddle_kmpc_is_mapped() noexcept {
  return std::ranges::any_of(k_names, heddle::process::stubs_are_mapped);
}

// Where libgomp.so.1 is there, too, what the program itself was linked with says whose ways its users know.
extern "C" bool heddle_kmpc_speaks() noexcept {
  using heddle::process::program_needs;
  if (!heddle_kmpc_is_mapped()) return false;
  if (!heddle::process::stubs_are_mapped("libgomp.so.1")) return true;
  return std::ranges::any_of(k_names, program_needs) && !program_needs("libgomp.so.1");
}

extern "C" [[gnu::visibility("default")]] void heddle_kmpc_loaded() noexcept {
  const heddle::process::Door door{"libomp.so.5", "HEDDLE_REAL_LIBOMP", k_usual_files, heddle_kmpc_slots,
                                   heddle_kmpc_names};
  if (heddle::omp::disabled()) return heddle::process::hand_over(door);
  if (heddle::ompt::watched()) {
    heddle::process::replace(door, heddle::kmpc::watched_functions());
    heddle_watch_routines(door);
    heddle_watch_gcc_loops(door);
  }
  heddle::omp::Settings& openmp = heddle::omp::Settings::get();
  // A program that uses libheddle itself may load this library later.
  if (openmp.environment.global.dialect == heddle::omp::Dialect::gnu && heddle_kmpc_speaks())
    openmp.read_environment(heddle::omp::Dialect::llvm);
  heddle::kmpc::read_settings();
  openmp.front_reads(heddle::kmpc::read_settings);
  heddle::omp::show_settings();
}

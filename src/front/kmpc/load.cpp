// What happens when libomp.so.5 is loaded: KMP_* variables are read, or, with HEDDLE_DISABLE=1, the real libomp takes
// over.
//
// The only constructor of the stubs' library, written into it by cmake/exports.py. Runs on the thread that loads it,
// after libheddle has been initialised and before any exported function can be called.
#include "front/kmpc/export.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "front/kmpc/watched.hpp"
#include "omp/dialect.hpp"
#include "omp/settings.hpp"
#include "ompt/watcher.hpp"
#include "process/disable.hpp"
#include "process/real_library.hpp"

using heddle::omp::Dialect;

namespace {

constexpr const char* k_usual_files[] = {"/usr/lib/llvm-*/lib/libomp.so.5", "/usr/lib/*-linux-gnu*/libomp.so.5",
                                         "/usr/lib64/libomp.so", "/usr/lib/libomp.so",
                                         "/opt/intel/oneapi/compiler/*/lib/libiomp5.so"};

constinit heddle::process::Replacements watched = {heddle::kmpc::watched_functions};

// Before the constructors of the stubs' libraries.
[[gnu::constructor(1000)]] void enter() noexcept { heddle::process::enter_replacements(watched); }

}  // namespace

extern "C" [[gnu::visibility("default")]] void heddle_kmpc_loaded() noexcept {
  const heddle::process::ExportTable door{"libomp.so.5", "HEDDLE_REAL_LIBOMP", k_usual_files, heddle_kmpc_slots,
                                          heddle_kmpc_names};
  if (heddle::process::disabled()) return heddle::process::hand_over(door);
  if (heddle::ompt::watched()) heddle::process::replace(door);
  heddle::omp::Settings& openmp = heddle::omp::Settings::get();
  // A program that uses libheddle itself may load this library later.
  if (openmp.environment.global.dialect == Dialect::gnu && heddle::omp::dialect_of_process() == Dialect::llvm)
    openmp.read_environment(Dialect::llvm);
  heddle::kmpc::read_settings();
  openmp.front_reads(heddle::kmpc::read_settings);
  heddle::omp::show_settings();
}

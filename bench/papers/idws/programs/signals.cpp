// The works of this folder as the paper's own programs have them: the macros of heddle/idws.h, by signals. Threads are
// those of the OpenMP runtime that is loaded. SCHEDULE is "signals".
#define IDWS_SIGNALS
#include <heddle/idws.h>
#include <omp.h>

#include "papers/idws/programs/work.hpp"

namespace {

constexpr const char* k_schedules = "signals";

struct BySignals {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
    const int nthreads = omp_get_max_threads();
#pragma omp parallel reduction(+ : total)
    {
      const int tid = omp_get_thread_num();
      IDWS_prologue(long, i, size) total += value(i);
      IDWS_epilogue
    }
    return total;
  }
  static void each(long size, auto body) {
    const int nthreads = omp_get_max_threads();
#pragma omp parallel
    {
      const int tid = omp_get_thread_num();
      IDWS_prologue(long, i, size) body(i);
      IDWS_epilogue
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const idws::Request request = idws::parse(argc, argv, k_schedules);
  if (request.schedule != k_schedules) return idws::unknown_schedule(request, k_schedules);
  IDWS::IDWS_Initialize();
  const int status = idws::measure_named(BySignals(), request);
  IDWS::IDWS_Finalize();
  return status;
}

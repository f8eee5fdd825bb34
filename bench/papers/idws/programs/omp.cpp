// The works of this folder as OpenMP loops. SCHEDULE names the clause as it is written:
//   runtime     schedule(runtime): OMP_SCHEDULE decides
//   static      the compiler divides the loop itself; no call of the runtime but the region's
//   static1     schedule(static, 1), divided by the compiler, too
//   dynamic, dynamic64, guided, auto    as they are in programs; GCC calls the entry points for nonmonotonic loops
//   serial      no OpenMP at all
#include "papers/idws/programs/work.hpp"

namespace {

constexpr const char* k_schedules = "runtime, static, static1, dynamic, dynamic64, guided, auto and serial";

struct Runtime {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : total)
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  static void each(long size, auto body) {
#pragma omp parallel for schedule(runtime)
    for (long i = 0; i < size; ++i) body(i);
  }
};

struct Static {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  static void each(long size, auto body) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < size; ++i) body(i);
  }
};

struct Static1 {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
#pragma omp parallel for schedule(static, 1) reduction(+ : total)
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  static void each(long size, auto body) {
#pragma omp parallel for schedule(static, 1)
    for (long i = 0; i < size; ++i) body(i);
  }
};

template <long k_chunk>
struct Dynamic {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
#pragma omp parallel for schedule(dynamic, k_chunk) reduction(+ : total)
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  static void each(long size, auto body) {
#pragma omp parallel for schedule(dynamic, k_chunk)
    for (long i = 0; i < size; ++i) body(i);
  }
};

struct Guided {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
#pragma omp parallel for schedule(guided) reduction(+ : total)
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  static void each(long size, auto body) {
#pragma omp parallel for schedule(guided)
    for (long i = 0; i < size; ++i) body(i);
  }
};

struct Auto {
  static uint64_t sum(long size, auto value) {
    uint64_t total = 0;
#pragma omp parallel for schedule(auto) reduction(+ : total)
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  static void each(long size, auto body) {
#pragma omp parallel for schedule(auto)
    for (long i = 0; i < size; ++i) body(i);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const idws::Request request = idws::parse(argc, argv, k_schedules);
  const std::string& schedule = request.schedule;
  if (schedule == "runtime") return idws::measure_named(Runtime(), request);
  if (schedule == "static") return idws::measure_named(Static(), request);
  if (schedule == "static1") return idws::measure_named(Static1(), request);
  if (schedule == "dynamic") return idws::measure_named(Dynamic<1>(), request);
  if (schedule == "dynamic64") return idws::measure_named(Dynamic<64>(), request);
  if (schedule == "guided") return idws::measure_named(Guided(), request);
  if (schedule == "auto") return idws::measure_named(Auto(), request);
  if (schedule == "serial") return idws::measure_named(idws::Serially(), request);
  return idws::unknown_schedule(request, k_schedules);
}

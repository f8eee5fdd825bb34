// The works of bench/papers/idws as oneTBB loops. SCHEDULE names the partitioner: auto, affinity, or simple, whose
// ranges are split down to a grain of 1000 iterations (with the grain of 1 that is its default, every iteration would
// be a task). OMP_NUM_THREADS is the number of threads.
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/task_arena.h>

#include "papers/idws/programs/work.hpp"

namespace {

constexpr const char* k_schedules = "auto, affinity and simple";
constexpr long k_simple_grain = 1000;

using Range = tbb::blocked_range<long>;

/// An affinity partitioner lives as long as the loops that it learns from: one for each program.
template <class Partitioner>
class Loops {
 public:
  uint64_t sum(long size, auto value) {
    const auto add = [value](const Range& range, uint64_t total) {
      for (long i = range.begin(); i < range.end(); ++i) total += value(i);
      return total;
    };
    return tbb::parallel_reduce(whole(size), uint64_t{0}, add, std::plus<uint64_t>(), partitioner_);
  }
  void each(long size, auto body) {
    const auto run = [body](const Range& range) {
      for (long i = range.begin(); i < range.end(); ++i) body(i);
    };
    tbb::parallel_for(whole(size), run, partitioner_);
  }

 private:
  static Range whole(long size) {
    return {0, size, std::is_same_v<Partitioner, tbb::simple_partitioner> ? k_simple_grain : 1};
  }

  Partitioner partitioner_;
};

int run(const idws::Request& request) {
  if (request.schedule == "auto") return idws::measure_named(Loops<tbb::auto_partitioner>(), request);
  if (request.schedule == "affinity") return idws::measure_named(Loops<tbb::affinity_partitioner>(), request);
  if (request.schedule == "simple") return idws::measure_named(Loops<tbb::simple_partitioner>(), request);
  return idws::unknown_schedule(request, k_schedules);
}

}  // namespace

int main(int argc, char** argv) {
  const idws::Request request = idws::parse(argc, argv, k_schedules);
  const char* given = std::getenv("OMP_NUM_THREADS");
  const int threads = given != nullptr ? std::atoi(given) : tbb::this_task_arena::max_concurrency();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(threads);
  return arena.execute([&request] { return run(request); });
}

// The rows of micro/api_algorithms.cpp on oneTBB. OMP_NUM_THREADS is the number of threads.
#include <oneapi/tbb/combinable.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/parallel_scan.h>
#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/task_arena.h>

#include "micro/algorithms.hpp"

namespace {

using Numbers = std::vector<std::uint64_t>;

int threads_asked() {
  const char* given = std::getenv("OMP_NUM_THREADS");
  return given != nullptr ? std::atoi(given) : tbb::this_task_arena::max_concurrency();
}

struct OneTbb {
  static void sort(Numbers& values) { tbb::parallel_sort(values.begin(), values.end()); }
  static void scan(const Numbers& from, Numbers& to) {
    const auto body = [&](const tbb::blocked_range<std::size_t>& range, std::uint64_t sum, bool is_final) {
      for (std::size_t at = range.begin(); at != range.end(); ++at) {
        sum += from[at];
        if (is_final) to[at] = sum;
      }
      return sum;
    };
    tbb::parallel_scan(tbb::blocked_range<std::size_t>(0, from.size()), std::uint64_t{0}, body, std::plus<>());
  }
  static std::uint64_t squares(long count, unsigned tokens) {
    long next = 0;
    std::uint64_t sum = 0;
    tbb::parallel_pipeline(
        tokens, tbb::make_filter<void, std::uint64_t>(tbb::filter_mode::serial_in_order,
                                                      [&](tbb::flow_control& control) -> std::uint64_t {
                                                        if (next < count) return static_cast<std::uint64_t>(next++);
                                                        control.stop();
                                                        return 0;
                                                      }) &
                    tbb::make_filter<std::uint64_t, std::uint64_t>(tbb::filter_mode::parallel,
                                                                   [](std::uint64_t item) { return item * item; }) &
                    tbb::make_filter<std::uint64_t, void>(tbb::filter_mode::serial_in_order,
                                                          [&](std::uint64_t item) { sum = bench::mix(sum, item); }));
    return sum;
  }
  static std::uint64_t count(long size) {
    tbb::combinable<std::uint64_t> counts([] { return std::uint64_t{0}; });
    tbb::parallel_for(0L, size, [&](long) { ++counts.local(); });
    return counts.combine(std::plus<>());
  }
  static long enter(long times) {
    static tbb::task_arena arena(threads_asked());
    arena.initialize();
    long entered = 0;
    for (long time = 0; time < times; ++time) arena.execute([&] { ++entered; });
    return entered;
  }
};

}  // namespace

int main(int argc, char** argv) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads_asked());
  return bench::run_command(argc, argv, bench::k_algorithms<OneTbb>);
}

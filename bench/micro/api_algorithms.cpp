// Algorithms by name (heddle.hpp): `api_sort` and `api_scan` of 64-bit numbers, `api_pipeline` (a parallel stage that
// squares, a serial one that adds up in order, 16 items under way), `api_per_worker` (a count of its own for each), and
// `api_arena` (a call into an arena that makes nothing). Values are wall time per element, item or call, in ns.
#include <heddle/heddle.hpp>

#include "micro/algorithms.hpp"

namespace {

using Numbers = std::vector<std::uint64_t>;

struct Heddle {
  static void sort(Numbers& values) { heddle::parallel_sort(values); }
  static void scan(const Numbers& from, Numbers& to) {
    heddle::parallel_inclusive_scan(from, to, heddle::sum<std::uint64_t>());
  }
  static std::uint64_t squares(long count, unsigned tokens) {
    long next = 0;
    std::uint64_t sum = 0;
    heddle::parallel_pipeline(
        tokens, [&] { return next < count ? std::optional(static_cast<std::uint64_t>(next++)) : std::nullopt; },
        heddle::parallel_stage([](std::uint64_t item) { return item * item; }),
        heddle::serial_in_order([&](std::uint64_t item) { sum = bench::mix(sum, item); }));
    return sum;
  }
  static std::uint64_t count(long size) {
    heddle::per_worker<std::uint64_t> counts;
    heddle::parallel_for(0L, size, [&](long) { ++counts.local(); });
    return counts.combine(std::plus<>());
  }
  static long enter(long times) {
    static heddle::arena arena;
    long entered = 0;
    for (long time = 0; time < times; ++time) arena.execute([&] { ++entered; });
    return entered;
  }
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, bench::k_algorithms<Heddle>); }

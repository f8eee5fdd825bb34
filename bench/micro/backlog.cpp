// A producer of ten million tasks that can run at once but take longer than creating them.
//   backlog_mib   peak resident memory above that before the first task, in MiB
//   backlog       wall time per task, in ns
#include "hash.hpp"
#include "measure.hpp"
#include "micro/produce.hpp"
#include "resident.hpp"

namespace {

struct alignas(64) Sum {
  uint64_t value = 0;
  long tasks = 0;
};

// A thread-local per thread: no line is shared.
thread_local Sum local;

// About 100 ns: twice what a fast runtime needs to create a task, so an unbounded queue grows.
void work(long seed) {
  constexpr int k_steps = 64;
  uint64_t hash = static_cast<uint64_t>(seed);
  for (int i = 0; i < k_steps; ++i) hash = bench::mix(hash, 1);
  local.value += hash;
  ++local.tasks;
}

Sum take_sums() {
  uint64_t value = 0;
  long tasks = 0;
#pragma omp parallel reduction(+ : value, tasks)
  {
    value += local.value;
    tasks += local.tasks;
    local = Sum{};
  }
  return {value, tasks};
}

void create(long n) {
  for (long i = 0; i < n; ++i) {
#pragma omp task firstprivate(i)
    work(i);
  }
}

Sum serial_sum(long n) {
  local = Sum{};
  for (long i = 0; i < n; ++i) work(i);
  const Sum sum = local;
  local = Sum{};
  return sum;
}

void backlog(const std::string& name, long n) {
  const Sum serial = serial_sum(n);
  bench::produce_ns([] { create(64); });
  take_sums();
  const double before = bench::resident_bytes();
  const double ns = bench::produce_ns([&] { create(n); });
  const double mib = (bench::peak_resident_bytes() - before) / (1 << 20);
  const Sum sum = take_sums();
  const bench::Check check = bench::check_that(sum.value == serial.value && sum.tasks == n);
  bench::print_row(name + "_mib", mib, "MiB", check);
  bench::print_row(name, ns / static_cast<double>(n), "ns", check);
}

constexpr bench::Command k_commands[] = {{"backlog", 10'000'000, backlog}};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

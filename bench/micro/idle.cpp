// What a process does while its master sleeps: `idle` prints
//   idle     processor time of the whole process, in ms, during 1 s of sleep after a region
//   wakeup   time of the region after that second, in µs
// Medians of `size` seconds.
#include <ctime>

#include "measure.hpp"

namespace {

int region() {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  return threads;
}

void sleep_one_second() {
  timespec second{1, 0};
  while (nanosleep(&second, &second) != 0) {
  }
}

void idle(const std::string& name, long seconds) {
  std::vector<double> burnt_ms;
  std::vector<double> wakeup_us;
  const int threads = region();
  bool same = true;
  for (long i = 0; i < seconds; ++i) {
    same = region() == threads && same;
    const double burnt = bench::clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    sleep_one_second();
    burnt_ms.push_back((bench::clock_ns(CLOCK_PROCESS_CPUTIME_ID) - burnt) / 1e6);
    const double start = bench::now_ns();
    same = region() == threads && same;
    wakeup_us.push_back((bench::now_ns() - start) / 1e3);
  }
  bench::print_row(name, bench::median(burnt_ms), "ms", bench::check_that(same));
  bench::print_row("wakeup", bench::median(wakeup_us), "us", bench::check_that(same));
}

constexpr bench::Command k_commands[] = {{"idle", 3, idle}};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

// Two prices of the machine itself, without OpenMP: run before, between and after the rows, they
// show whether the host slowed down or moved the virtual cores apart.
//   step       one step of a dependent multiply-add chain, in ns: the speed of a core
//   transfer   a cache line from one core to another, one way, in ns: ping-pong of two threads
#include <atomic>
#include <thread>

#include "measure.hpp"

namespace {

void step(const std::string& name, long steps) {
  std::vector<double> each;
  volatile double sink = 1;
  for (int batch = 0; batch < 7; ++batch) {
    double value = sink;
    const double start = bench::now_ns();
    for (long i = 0; i < steps; ++i) value = value * 0.999 + 0.5;
    sink = value;
    each.push_back((bench::now_ns() - start) / static_cast<double>(steps));
  }
  bench::print_row(name, bench::median(each), "ns", bench::check_that(sink > 0));
}

// `ball` counts the passes; the thread whose parity it has may pass it on. Yields after a while:
// another process may hold the partner's core.
void play(std::atomic<long>& ball, long parity, long passes) {
  for (long turn = parity; turn < passes; turn += 2) {
    // order: acquire, pairs with the partner's release store below
    for (int spins = 0; ball.load(std::memory_order_acquire) != turn; ++spins)
      if (spins > 100'000) std::this_thread::yield();
    ball.store(turn + 1, std::memory_order_release);  // order: release, pairs with the acquire load above
  }
}

void transfer(const std::string& name, long passes) {
  alignas(64) std::atomic<long> ball{0};
  const double start = bench::now_ns();
  std::thread partner(play, std::ref(ball), 1, passes);
  play(ball, 0, passes);
  partner.join();
  const double ns = (bench::now_ns() - start) / static_cast<double>(passes);
  bench::print_row(name, ns, "ns", bench::check_that(ball.load() == passes));
}

constexpr bench::Command k_commands[] = {
    {"step", 1'000'000, step},
    {"transfer", 200'000, transfer},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

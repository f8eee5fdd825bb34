#include "tools/heddle/calibrate_memory.hpp"

#include <unistd.h>
#include <algorithm>
#include <barrier>
#include <cstddef>
#include <thread>

#include "platform/threads/threads.hpp"
#include "platform/topology/available.hpp"

namespace heddle::tools {

namespace {

using platform::Threads;

constexpr std::size_t k_runs = 7;
constexpr std::size_t k_bytes_of_element = 3 * sizeof(double);  // two are read and one is written

/// Elements of all parts of an array: four times the last cache (STREAM's rule), within what a host has to spare.
std::size_t elements() {
  constexpr long k_least = 64L << 20;
  constexpr long k_most = 512L << 20;
  const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return static_cast<std::size_t>(std::clamp(4 * cache, k_least, k_most)) / sizeof(double);
}

/// One thread's part of the three arrays: touched first by that thread, so that it lies near.
class Part {
 public:
  explicit Part(std::size_t count) : sum_(count, 0), one_(count, 1), other_(count, 2) {}
  void triad(double factor) {
    const double* const one = one_.data();
    const double* const other = other_.data();
    double* const sum = sum_.data();
    const std::size_t count = sum_.size();
    for (std::size_t at = 0; at < count; ++at) sum[at] = one[at] + factor * other[at];
    __asm__ volatile("" ::"r"(sum) : "memory");  // it counts as read
  }

 private:
  std::vector<double> sum_, one_, other_;
};

}  // namespace

double measure_triad(const std::vector<std::uint32_t>& cpus) {
  const std::size_t count = elements() / cpus.size();
  std::vector<std::uint64_t> ends;  // of runs; before the first one, its beginning
  const auto note = [&ends]() noexcept { ends.push_back(Threads::now_ns()); };
  ends.reserve(k_runs + 1);
  std::barrier runs(static_cast<std::ptrdiff_t>(cpus.size()), note);
  std::vector<std::thread> threads;
  for (const std::uint32_t cpu : cpus) {
    threads.emplace_back([&runs, count, cpu] {
      platform::topology::CpuSet own;
      own.add(cpu);
      platform::topology::bind_current_thread(own);
      Part part(count);
      runs.arrive_and_wait();
      for (std::size_t run = 0; run < k_runs; ++run) {
        part.triad(static_cast<double>(run));
        runs.arrive_and_wait();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<std::uint64_t> took;
  for (std::size_t run = 0; run < k_runs; ++run) took.push_back(ends[run + 1] - ends[run]);
  std::nth_element(took.begin(), took.begin() + k_runs / 2, took.end());
  const auto bytes = static_cast<double>(count * cpus.size() * k_bytes_of_element);
  return bytes * 1000 / static_cast<double>(std::max<std::uint64_t>(took[k_runs / 2], 1));
}

}  // namespace heddle::tools

#include "tools/heddle/calibrate_memory.hpp"

#include <fmt/core.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <thread>

#include "platform/threads/threads.hpp"
#include "platform/topology/available.hpp"
#include "tools/heddle/calibrate_memory_size.hpp"

namespace heddle::tools {

namespace {

using base::Code;
using base::Error;
using platform::Threads;
using platform::topology::CpuSet;

constexpr std::size_t k_runs = 7;
constexpr std::size_t k_bytes_of_element = 3 * sizeof(double);  // two are read and one is written

/// By the kernel's files, else by sysconf, which tells the maker's size: a virtual machine may have a part of it.
TriadSize triad_size(const std::vector<std::uint32_t>& cpus) {
  CpuSet used;
  for (const std::uint32_t cpu : cpus) used.add(cpu);
  const std::uint64_t seen = last_cache_bytes(used, {});
  const auto told = static_cast<std::uint64_t>(std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L));
  return choose_triad_size(seen != 0 ? seen : told, spare_bytes());
}

/// One thread's part of the three arrays: touched first by that thread, so that it lies near.
class Part {
 public:
  Part(std::uint32_t cpu, std::size_t count)
      : count_(count), sum_(take(count)), one_(take(count)), other_(take(count)) {
    cpu_.add(cpu);
  }
  bool refused() const noexcept { return !sum_ || !one_ || !other_; }
  /// Called first, by the thread that is to run it.
  void settle() noexcept {
    platform::topology::bind_current_thread(cpu_);
    std::fill_n(sum_.get(), count_, 0);
    std::fill_n(one_.get(), count_, 1);
    std::fill_n(other_.get(), count_, 2);
  }
  void triad(double factor) noexcept {
    const double* const one = one_.get();
    const double* const other = other_.get();
    double* const sum = sum_.get();
    const std::size_t count = count_;
    for (std::size_t at = 0; at < count; ++at) sum[at] = one[at] + factor * other[at];
    __asm__ volatile("" ::"r"(sum) : "memory");  // it counts as read
  }

 private:
  using Array = std::unique_ptr<double[]>;
  static Array take(std::size_t count) noexcept { return Array(new (std::nothrow) double[count]); }  // not touched yet

  CpuSet cpu_;
  std::size_t count_;
  Array sum_, one_, other_;
};

/// A thread for each part, which run the triad together once all of them are there.
class Crowd {
 public:
  explicit Crowd(std::vector<Part>& parts) : runs_(static_cast<std::ptrdiff_t>(parts.size()), Note{&ends_}) {
    ends_.reserve(k_runs + 1);
    threads_.reserve(parts.size());
    try {
      for (Part& part : parts) threads_.emplace_back([this, &part] { work(part); });
    } catch (const std::exception&) {
      go(Word::leave);  // else those that are there would wait for ever
      throw;
    }
    go(Word::run);
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// When the runs ended; before the first one, its beginning.
  const std::vector<std::uint64_t>& ends() const noexcept { return ends_; }

 private:
  enum class Word : unsigned char { wait, run, leave };
  struct Note {
    std::vector<std::uint64_t>* ends;
    void operator()() noexcept { ends->push_back(Threads::now_ns()); }
  };

  void go(Word word) {
    word_.store(word);
    word_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  /// Takes no memory: nobody could be told of a refusal here.
  void work(Part& part) noexcept {
    word_.wait(Word::wait);
    if (word_.load() == Word::leave) return;
    part.settle();
    runs_.arrive_and_wait();
    for (std::size_t run = 0; run < k_runs; ++run) {
      part.triad(static_cast<double>(run));
      runs_.arrive_and_wait();
    }
  }

  std::atomic<Word> word_{Word::wait};
  std::vector<std::uint64_t> ends_;
  std::barrier<Note> runs_;
  std::vector<std::thread> threads_;
};

double median_ns(const std::vector<std::uint64_t>& ends) {
  std::vector<std::uint64_t> took;
  for (std::size_t run = 0; run < k_runs; ++run) took.push_back(ends[run + 1] - ends[run]);
  std::nth_element(took.begin(), took.begin() + k_runs / 2, took.end());
  return static_cast<double>(std::max<std::uint64_t>(took[k_runs / 2], 1));
}

}  // namespace

base::Result<TriadRate> measure_triad(const std::vector<std::uint32_t>& cpus) {
  const TriadSize size = triad_size(cpus);
  if (size.array_bytes == 0)
    return Error{Code::memory,
                 fmt::format("there is too little memory to spare for arrays larger than {} MiB of caches",
                             size.cache_bytes / k_mib),
                 "end other programs, or raise the cgroup's limit"};
  const std::size_t count = size.array_bytes / sizeof(double) / cpus.size();
  std::vector<Part> parts;
  parts.reserve(cpus.size());
  for (const std::uint32_t cpu : cpus) {
    if (!parts.emplace_back(cpu, count).refused()) continue;
    return Error{Code::memory, fmt::format("three arrays of {} MiB were refused", size.array_bytes / k_mib),
                 "raise the limit of ulimit -v"};
  }
  try {
    const Crowd crowd(parts);
    const auto bytes = static_cast<double>(count * cpus.size() * k_bytes_of_element);
    return TriadRate{bytes * 1000 / median_ns(crowd.ends()), remark_on(size)};
  } catch (const std::exception& refused) {
    return Error{Code::thread, fmt::format("a thread for each of {} cpus was refused: {}", cpus.size(), refused.what()),
                 "raise the limits of ulimit -u and -v, or of the cgroup's pids.max"};
  }
}

}  // namespace heddle::tools

// Clock, repetition and output of every benchmark program.
//
// A program prints one line per measured row:   row <name> <value> <unit> <ok|wrong>
// `ok` means that the result of the measured work equals that of a serial computation.
// Nothing here touches an OpenMP runtime, so the same object code measures all of them.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <span>
#include <string>
#include <vector>

namespace bench {

inline double clock_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

inline double now_ns() { return clock_ns(CLOCK_MONOTONIC); }

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

enum class Check { wrong, ok };

inline Check check_that(bool holds) { return holds ? Check::ok : Check::wrong; }

inline void print_row(const std::string& name, double value, const char* unit, Check check) {
  std::printf("row %s %.6g %s %s\n", name.c_str(), value, unit, check == Check::ok ? "ok" : "wrong");
  std::fflush(stdout);
}

/// Nanoseconds per repetition of `batch(count)`: grows `count` until a batch takes 5 ms, then takes
/// the median of 15 batches, or of as many as fit into 2 s. Short batches grown in small steps keep a
/// construct that collapses (milliseconds each, as with more threads than cores) from taking minutes.
template <class Batch>
double ns_each(Batch batch) {
  constexpr double k_batch_ns = 5e6;
  constexpr double k_enough_ns = 2e9;
  constexpr size_t k_batches = 15;
  const auto timed = [&](long count) {
    const double start = now_ns();
    batch(count);
    return now_ns() - start;
  };
  const double start = now_ns();
  long count = 16;
  for (double ns = timed(count); ns < k_batch_ns; ns = timed(count)) {
    const double growth = std::clamp(1.25 * k_batch_ns / std::max(ns, 1.0), 1.5, 4.0);
    count = static_cast<long>(static_cast<double>(count) * growth);
  }
  std::vector<double> each;
  do each.push_back(timed(count) / static_cast<double>(count));
  while (each.size() < k_batches && now_ns() - start < k_enough_ns);
  return median(each);
}

/// One sub-command of a benchmark program. `size` is the command line's second argument, or
/// `default_size`.
struct Command {
  const char* name;
  long default_size;
  void (*run)(const std::string& name, long size);
};

inline int usage(const char* program, std::span<const Command> commands) {
  std::fprintf(stderr, "usage: %s ROW [SIZE]\nrows (default size):\n", program);
  for (const Command& command : commands) std::fprintf(stderr, "  %s (%ld)\n", command.name, command.default_size);
  return 2;
}

inline int run_command(int argc, char** argv, std::span<const Command> commands) {
  if (argc < 2) return usage(argv[0], commands);
  for (const Command& command : commands) {
    if (std::strcmp(command.name, argv[1]) != 0) continue;
    const long size = argc > 2 ? std::atol(argv[2]) : command.default_size;
    if (size < 0) return usage(argv[0], commands);
    command.run(command.name, size);
    return 0;
  }
  return usage(argv[0], commands);
}

}  // namespace bench

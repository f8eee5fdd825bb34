// What the programs of this folder share: the works, arguments, clock, comparison with the serial run, output.
//
//   PROGRAM WORK SCHEDULE SIZE [--expect DIGEST]
//
// A program brings its schedules as types with two members:
//   sum(size, value)    the sum of value(i), i in [0, size), as an unsigned integer
//   each(size, body)    body(i) for every i in [0, size)
// Each work is timed at least three times in one process, as an application runs a loop again and again, after a short
// loop that starts the threads. Printed:
//   row time <median, ms> ms <ok|wrong>    row first <of the first, ms> ms <ok|wrong>    digest <16 hexadecimal digits>
// "ok": every repetition had the digest that is expected; without --expect the serial run gives it.
#pragma once

#include <algorithm>
#include <cinttypes>
#include <memory>
#include <optional>

#include "measure.hpp"
#include "papers/idws/programs/mesh_works.hpp"
#include "papers/idws/programs/states.hpp"

namespace idws {

struct Serially {
  uint64_t sum(long size, auto value) const {
    uint64_t total = 0;
    for (long i = 0; i < size; ++i) total += value(i);
    return total;
  }
  void each(long size, auto body) const {
    for (long i = 0; i < size; ++i) body(i);
  }
};

/// The synthetic benchmark: one loop over the states.
class Synthetic {
 public:
  explicit Synthetic(States states) : states_(std::move(states)) {}
  void reset() {}
  void run(auto& loops) {
    const int32_t* states = states_.data();
    sum_ = loops.sum(std::ssize(states_), [states](long i) { return contribution(states[i], i); });
  }
  uint64_t digest() const { return sum_; }

 private:
  States states_;
  uint64_t sum_ = 0;
};

/// A call, so that all compilers' loops are alike: around a body of no instruction GCC writes a static loop with two
/// iterations to a jump and the others with one, which takes twice as long.
[[gnu::noinline]] inline void nothing(long i) { asm volatile("" ::"r"(i)); }

/// What a loop costs by itself.
class Empty {
 public:
  explicit Empty(long size) : size_(size) {}
  void reset() {}
  void run(auto& loops) {
    loops.each(size_, [](long i) { nothing(i); });
  }
  uint64_t digest() const { return 0; }

 private:
  long size_;
};

struct Request {
  std::string work;
  std::string schedule;
  long size = 0;
  std::optional<uint64_t> expected = std::nullopt;
};

/// The times of the repetitions, and whether all of them left the digest that was expected.
struct Timed {
  std::vector<double> ms;
  uint64_t digest = 0;
  bool right = true;
};

template <class Work, class Loops>
Timed repeat(Work& work, Loops& loops, std::optional<uint64_t> expected) {
  constexpr size_t k_least = 5, k_most = 50;
  constexpr double k_enough_ms = 120;
  Timed timed;
  for (double total = 0; timed.ms.size() < k_least || (total < k_enough_ms && timed.ms.size() < k_most);) {
    work.reset();
    const double start = bench::now_ns();
    work.run(loops);
    timed.ms.push_back((bench::now_ns() - start) / 1e6);
    total += timed.ms.back();
    timed.digest = work.digest();
    timed.right = timed.right && (!expected || timed.digest == *expected);
  }
  return timed;
}

template <class Work>
uint64_t serial_digest(Work& work) {
  Serially serially;
  work.reset();
  work.run(serially);
  return work.digest();
}

template <class Work, class Loops>
int measure(Work work, Loops& loops, const Request& request) {
  if constexpr (!std::is_same_v<Loops, Serially>) loops.each(1 << 10, [](long i) { nothing(i); });
  const Timed timed = repeat(work, loops, request.expected);
  const bool right = timed.right && (request.expected || timed.digest == serial_digest(work));
  bench::print_row("time", bench::median(timed.ms), "ms", bench::check_that(right));
  bench::print_row("best", *std::min_element(timed.ms.begin(), timed.ms.end()), "ms", bench::check_that(right));
  bench::print_row("first", timed.ms.front(), "ms", bench::check_that(right));
  std::printf("digest %016" PRIx64 "\n", timed.digest);
  return right ? 0 : 1;
}

/// Runs the work of that name; 2 when there is none.
template <class Loops>
int measure_named(Loops loops, const Request& request) {
  if (request.work == "empty") return measure(Empty(request.size), loops, request);
  if (request.work == "coarsen") return measure(Coarsen(request.size), loops, request);
  if (request.work == "refine") return measure(Refine(request.size), loops, request);
  if (request.work == "swap") return measure(Swap(request.size), loops, request);
  if (request.work == "smooth") return measure(Smooth(request.size), loops, request);
  if (States states = states_of(request.work, request.size); !states.empty())
    return measure(Synthetic(std::move(states)), loops, request);
  std::fprintf(
      stderr,
      "no work is called '%s'; there are regular, random, dense_end, dense_begin, periodic, empty, coarsen, refine, "
      "swap and smooth\n",
      request.work.c_str());
  return 2;
}

/// `schedules` names those of the program, for the message.
inline Request parse(int argc, char** argv, const char* schedules) {
  Request request;
  const bool expects = argc == 6 && std::strcmp(argv[4], "--expect") == 0;
  const long size = argc > 3 ? std::atol(argv[3]) : 0;
  if ((argc != 4 && !expects) || size < 1) {
    std::fprintf(stderr,
                 "usage: %s WORK SCHEDULE SIZE [--expect DIGEST]\n  SCHEDULE is one of %s\n"
                 "  SIZE is the number of iterations, for a kernel on a mesh that of points on a side\n",
                 argv[0], schedules);
    std::exit(2);
  }
  request = {argv[1], argv[2], size};
  if (expects) request.expected = std::strtoull(argv[5], nullptr, 16);
  return request;
}

inline int unknown_schedule(const Request& request, const char* schedules) {
  std::fprintf(stderr, "no schedule is called '%s'; there are %s\n", request.schedule.c_str(), schedules);
  return 2;
}

}  // namespace idws

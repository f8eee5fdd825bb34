// What the programs of this folder share: arguments, clock, comparison with the serial run, and the ways of OpenMP to
// run a loop.
//
//   PROGRAM APPLICATION WAY SIZE GRAIN [--expect DIGEST]
//
// An application has
//   reset()          everything as it was before the first run
//   run(loops)       the work: loops.each(n, grain, body(first, last)) for its loops, loops.once(body) in between
//   describe(plan)   the same as a plan for one lap; laps() of them are the work
//   depend()         the same as OpenMP tasks with depend clauses, where that is another program (k_depends)
//   digest()         of the result
// What chunks compute stands in functions that are not inlined: all ways run the same instructions. Results do not
// depend on the order in which chunks run: each is compared with the serial one bit for bit.
//
// A process repeats the work at least three times, as an application calls it again and again. Printed:
//   row time <median, ms> ms <ok|wrong>    row first <of the first, ms> ms <ok|wrong>    row best <fastest> ms
//   <ok|wrong> digest <16 hexadecimal digits>
#pragma once

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hash.hpp"
#include "measure.hpp"

namespace switches {

struct Request {
  std::string application;
  std::string way;
  long size = 0;
  long grain = 0;
  std::optional<uint64_t> expected = std::nullopt;
};

struct Serially {
  void region(auto work) const { work(); }
  void once(auto body) const { body(); }
  void each(long n, long grain, auto body) const {
    for (long first = 0; first < n; first += grain) body(first, std::min(n, first + grain));
  }
};

inline uint64_t digest_of(const auto& values) {
  uint64_t hash = 1;
  for (const double value : values) hash = bench::mix(hash, std::bit_cast<uint64_t>(value));
  return hash;
}

/// Numbers in [0, 1).
class Uniform {
 public:
  explicit Uniform(uint64_t seed) : dice_(seed) {}
  double next() { return static_cast<double>(dice_.next() >> 11) * 0x1p-53; }

 private:
  bench::Dice dice_;
};

inline std::vector<double> random_values(long count, uint64_t seed) {
  Uniform uniform(seed);
  std::vector<double> values(static_cast<size_t>(count));
  for (double& value : values) value = uniform.next();
  return values;
}

/// `work()` does the work once, however it is done.
template <class Application>
int measure(Application& application, const Request& request, auto work) {
  constexpr size_t k_least = 3, k_most = 15;
  constexpr double k_enough_ms = 300;
  std::vector<double> ms;
  bool right = true;
  uint64_t digest = 0;
  for (double total = 0; ms.size() < k_least || (total < k_enough_ms && ms.size() < k_most);) {
    application.reset();
    const double start = bench::now_ns();
    work();
    ms.push_back((bench::now_ns() - start) / 1e6);
    total += ms.back();
    digest = application.digest();
    right = right && digest == request.expected.value_or(digest);
  }
  if (!request.expected && request.way != "serial") {
    application.reset();
    application.run(Serially());
    right = digest == application.digest();
  }
  bench::print_row("time", bench::median(ms), "ms", bench::check_that(right));
  bench::print_row("first", ms.front(), "ms", bench::check_that(right));
  bench::print_row("best", *std::min_element(ms.begin(), ms.end()), "ms", bench::check_that(right));
  std::printf("digest %016" PRIx64 "\n", digest);
  return right ? 0 : 1;
}

inline Request parse(int argc, char** argv, const char* ways) {
  const bool expects = argc == 7 && std::strcmp(argv[5], "--expect") == 0;
  const long size = argc > 4 ? std::atol(argv[3]) : 0;
  const long grain = argc > 4 ? std::atol(argv[4]) : 0;
  if ((argc != 5 && !expects) || size < 8 || grain < 1) {
    std::fprintf(stderr,
                 "usage: %s APPLICATION WAY SIZE GRAIN [--expect DIGEST]\n  WAY is one of %s\n"
                 "  SIZE is 8 or more, GRAIN the iterations that are one task\n",
                 argv[0], ways);
    std::exit(2);
  }
  Request request{argv[1], argv[2], size, grain};
  if (expects) request.expected = std::strtoull(argv[6], nullptr, 16);
  return request;
}

inline int unknown(const char* what, const std::string& word, const char* known) {
  std::fprintf(stderr, "no %s is called '%s'; there are %s\n", what, word.c_str(), known);
  return 2;
}

}  // namespace switches

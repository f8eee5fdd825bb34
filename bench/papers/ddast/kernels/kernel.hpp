// What the three kernels of the DDAST paper share: arguments, clock, comparison with the serial run, output.
//
//   PROGRAM SIZE BLOCK [STEPS] [--serial | --expect DIGEST]
//
// The clock runs from the end of the serial initialisation to the end of the last taskwait, as in section 4.2 of the
// paper, inside a region whose threads exist already. Each block sees its updates in program order whatever the
// schedule, so the result of the tasks equals the serial one bit for bit, and a digest of it tells whether it does:
//   --serial          the same block kernels in the same order without a runtime; checks the result by mathematics too
//   --expect DIGEST   compares with the digest that the serial run printed; without it the program runs serially itself
// Printed:   row time <seconds> s <ok|wrong>     row tasks <number> count <ok|wrong>     digest <16 hexadecimal digits>
#pragma once

#include <bit>
#include <cinttypes>
#include <optional>
#include <utility>

#include "hash.hpp"
#include "measure.hpp"
#include "micro/produce.hpp"

namespace ddast {

struct Arguments {
  long size = 0;
  long block = 0;
  long steps = 1;
  bool serial = false;
  std::optional<uint64_t> expected = std::nullopt;

  long blocks() const { return size / block; }
};

// The block is a constant in the innermost loops, as in the libraries that the paper's kernels call.
using BlockSizes = std::integer_sequence<long, 4, 8, 16, 32, 64, 128, 256>;

[[noreturn]] inline void usage(const char* program, const char* mistake) {
  std::fprintf(stderr,
               "%s: %s\nusage: %s SIZE BLOCK [STEPS] [--serial | --expect DIGEST]\n"
               "  BLOCK is 4, 8, 16, 32, 64, 128 or 256 and divides SIZE\n",
               program, mistake, program);
  std::exit(2);
}

template <long... sizes>
bool is_block_size(long block, std::integer_sequence<long, sizes...>) {
  return ((block == sizes) || ...);
}

inline Arguments parse(int argc, char** argv) {
  Arguments given;
  std::vector<long> numbers;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--serial")
      given.serial = true;
    else if (word == "--expect" && i + 1 < argc)
      given.expected = std::strtoull(argv[++i], nullptr, 16);
    else
      numbers.push_back(std::atol(argv[i]));
  }
  if (numbers.size() < 2 || numbers.size() > 3) usage(argv[0], "two or three numbers are needed");
  given.size = numbers[0];
  given.block = numbers[1];
  if (numbers.size() == 3) given.steps = numbers[2];
  if (!is_block_size(given.block, BlockSizes())) usage(argv[0], "this block size has no kernel");
  if (given.size < given.block || given.size % given.block != 0) usage(argv[0], "the block does not divide the size");
  if (given.steps < 1) usage(argv[0], "at least one step");
  return given;
}

class Digest {
 public:
  void add(double value) { hash_ = bench::mix(hash_, std::bit_cast<uint64_t>(value)); }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 1;
};

/// Numbers in [-0.5, 0.5), the same on every machine.
class Uniform {
 public:
  explicit Uniform(uint64_t seed) : dice_(seed) {}
  double next() { return static_cast<double>(dice_.below(1'000'000)) / 1e6 - 0.5; }

 private:
  bench::Dice dice_;
};

/// How a kernel's generator hands over a block operation.
struct Serially {};
struct AsTasks {};

inline double timed_s(AsTasks, auto generate) {
#pragma omp parallel
  {
  }
  return bench::produce_ns(generate) / 1e9;
}

inline double timed_s(Serially, auto generate) {
  const double start = bench::now_ns();
  generate();
  return (bench::now_ns() - start) / 1e9;
}

struct Outcome {
  double seconds;
  uint64_t digest;
  long tasks;
  bool sound;  // what the kernel itself can say of its result, beyond the digest
};

/// Runs a Problem (its constructor is the serial initialisation; `generate(way)`, `digest()`, `tasks()`, `sound()`).
template <class Problem, class Way>
Outcome outcome(const Arguments& given, Way way) {
  Problem problem(given);
  const double seconds = timed_s(way, [&] { problem.generate(way); });
  return {seconds, problem.digest(), problem.tasks(), !given.serial || problem.sound()};
}

template <class Problem>
bool is_right(const Arguments& given, const Outcome& run) {
  if (!run.sound) return false;
  if (given.serial) return true;
  return run.digest == (given.expected ? *given.expected : outcome<Problem>(given, Serially()).digest);
}

template <class Problem>
int run(const Arguments& given) {
  const Outcome run = given.serial ? outcome<Problem>(given, Serially()) : outcome<Problem>(given, AsTasks());
  const bench::Check check = bench::check_that(is_right<Problem>(given, run));
  bench::print_row("time", run.seconds, "s", check);
  std::printf("row tasks %ld count %s\n", run.tasks, check == bench::Check::ok ? "ok" : "wrong");
  std::printf("digest %016" PRIx64 "\n", run.digest);
  return check == bench::Check::ok ? 0 : 1;
}

template <template <long> class Problem, long... sizes>
int dispatch(const Arguments& given, std::integer_sequence<long, sizes...>) {
  int status = 2;
  ((given.block == sizes && (status = run<Problem<sizes>>(given), true)) || ...);
  return status;
}

/// The main function of a kernel.
template <template <long> class Problem>
int main_of(int argc, char** argv) {
  return dispatch<Problem>(parse(argc, argv), BlockSizes());
}

}  // namespace ddast

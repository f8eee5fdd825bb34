// What a loop schedule costs when there is nothing to balance: loops as a program writes them, with bodies of a few
// nanoseconds, in ns per iteration of wall time. With a chunk size of 1 an iteration is a chunk.
//
// Rows: `empty_<schedule>` a body of one addition, SIZE iterations; `light_<schedule>` a body of about 30 ns, a tenth
// of them; `short_<schedule>` loops of 64 such iterations each, one after the other. `runtime` does what OMP_SCHEDULE
// says.
#include <string>

#include "hash.hpp"
#include "measure.hpp"

namespace {

using bench::Check;
using bench::check_that;

/// Ten rounds of mixing: about 30 ns.
inline uint64_t light(uint64_t i) {
  uint64_t value = i;
  for (int round = 0; round < 10; ++round) value = bench::mix(value, i);
  return value;
}

struct Empty {
  static uint64_t body(uint64_t i) { return i; }
};
struct Light {
  static uint64_t body(uint64_t i) { return light(i); }
};

template <class Body>
uint64_t serial(uint64_t trip) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < trip; ++i) sum += Body::body(i);
  return sum;
}

// A loop's schedule is a clause, so each has a loop of its own.
struct Static {
  template <class Body>
  static uint64_t sum(uint64_t trip) {
    uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (uint64_t i = 0; i < trip; ++i) sum += Body::body(i);
    return sum;
  }
};
struct Dynamic {
  template <class Body>
  static uint64_t sum(uint64_t trip) {
    uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : sum)
    for (uint64_t i = 0; i < trip; ++i) sum += Body::body(i);
    return sum;
  }
};
struct Guided {
  template <class Body>
  static uint64_t sum(uint64_t trip) {
    uint64_t sum = 0;
#pragma omp parallel for schedule(guided) reduction(+ : sum)
    for (uint64_t i = 0; i < trip; ++i) sum += Body::body(i);
    return sum;
  }
};
struct Auto {
  template <class Body>
  static uint64_t sum(uint64_t trip) {
    uint64_t sum = 0;
#pragma omp parallel for schedule(auto) reduction(+ : sum)
    for (uint64_t i = 0; i < trip; ++i) sum += Body::body(i);
    return sum;
  }
};
struct Runtime {
  template <class Body>
  static uint64_t sum(uint64_t trip) {
    uint64_t sum = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (uint64_t i = 0; i < trip; ++i) sum += Body::body(i);
    return sum;
  }
};

template <class Schedule, class Body>
void measure(const std::string& name, uint64_t trip) {
  const uint64_t expected = serial<Body>(trip);
  Check check = Check::ok;
  const double ns = bench::ns_each([&](long count) {
    for (long i = 0; i < count; ++i) {
      if (Schedule::template sum<Body>(trip) != expected) check = Check::wrong;
    }
  });
  bench::print_row(name, ns / static_cast<double>(trip), "ns", check);
}

template <class Schedule>
void empty(const std::string& name, long size) {
  measure<Schedule, Empty>(name, static_cast<uint64_t>(size));
}
template <class Schedule>
void light(const std::string& name, long size) {
  measure<Schedule, Light>(name, static_cast<uint64_t>(size));
}

constexpr bench::Command k_commands[] = {
    {"empty_static", 1'000'000, empty<Static>},   {"empty_dynamic", 1'000'000, empty<Dynamic>},
    {"empty_guided", 1'000'000, empty<Guided>},   {"empty_auto", 1'000'000, empty<Auto>},
    {"empty_runtime", 1'000'000, empty<Runtime>}, {"light_static", 100'000, light<Static>},
    {"light_dynamic", 100'000, light<Dynamic>},   {"light_guided", 100'000, light<Guided>},
    {"light_auto", 100'000, light<Auto>},         {"light_runtime", 100'000, light<Runtime>},
    {"short_static", 64, light<Static>},          {"short_dynamic", 64, light<Dynamic>},
    {"short_guided", 64, light<Guided>},          {"short_auto", 64, light<Auto>},
    {"short_runtime", 64, light<Runtime>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

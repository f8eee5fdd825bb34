// What every application shares: its variants, its clock and its output.
//
// A program takes the name of a variant, does its work once in parallel (the timed part) and checks
// the result against a serial computation. It prints
//   app=<kernel> variant=<variant> time_s=<seconds> check=<ok|wrong>
//   row app.<kernel>.<variant> <seconds> s <ok|wrong>
#pragma once

#include "measure.hpp"

namespace bench {

struct App {
  const char* kernel;
  const char* variant;
};

/// The entry of `table` (anything with a `variant` name) that the command line asks for.
template <class Variant, size_t size>
const Variant& chosen_variant(int argc, char** argv, const Variant (&table)[size]) {
  for (const Variant& entry : table)
    if (argc == 2 && std::strcmp(argv[1], entry.variant) == 0) return entry;
  std::fprintf(stderr, "usage: %s VARIANT\nvariants:\n", argv[0]);
  for (const Variant& entry : table) std::fprintf(stderr, "  %s\n", entry.variant);
  std::exit(2);
}

/// Seconds that `work` takes, after a first region has brought the runtime up.
template <class Work>
double timed_s(Work work) {
#pragma omp parallel
  {
  }
  const double start = now_ns();
  work();
  return (now_ns() - start) / 1e9;
}

/// The same for work that one thread starts and all threads of a team share as tasks.
template <class Work>
double timed_team_s(Work work) {
  return timed_s([&] {
#pragma omp parallel
#pragma omp single
    work();
  });
}

/// Prints the result; returns the exit status.
inline int report(const App& app, double seconds, bool right) {
  std::printf("app=%s variant=%s time_s=%.6f check=%s\n", app.kernel, app.variant, seconds, right ? "ok" : "wrong");
  print_row(std::string("app.") + app.kernel + "." + app.variant, seconds, "s", check_that(right));
  return right ? 0 : 1;
}

}  // namespace bench

// The ways in which the paper's OpenMP programs run a loop. region(work): on every thread for the loop directives, on
// one for tasks. All cut a loop into the same chunks; each() ends when the loop is over, for whoever calls it.
#pragma once

#include <algorithm>

namespace switches {

/// A block of chunks for each thread.
struct StaticFor {
  static void region(auto work) {
#pragma omp parallel
    work();
  }
  static void once(auto body) {
#pragma omp single
    body();
  }
  static void each(long n, long grain, auto body) {
#pragma omp for schedule(static)
    for (long first = 0; first < n; first += grain) body(first, std::min(n, first + grain));
  }
};

/// Chunks in turn: Figure 1's static loop.
struct CyclicFor : StaticFor {
  static void each(long n, long grain, auto body) {
#pragma omp for schedule(static, 1)
    for (long first = 0; first < n; first += grain) body(first, std::min(n, first + grain));
  }
};

struct DynamicFor : StaticFor {
  static void each(long n, long grain, auto body) {
#pragma omp for schedule(dynamic, 1)
    for (long first = 0; first < n; first += grain) body(first, std::min(n, first + grain));
  }
};

struct Tasks {
  static void region(auto work) {
#pragma omp parallel
#pragma omp single
    work();
  }
  static void once(auto body) { body(); }
  static void each(long n, long grain, auto body) {
    for (long first = 0; first < n; first += grain) {
#pragma omp task firstprivate(first)
      body(first, std::min(n, first + grain));
    }
#pragma omp taskwait
  }
};

struct Taskloop : Tasks {
  static void each(long n, long grain, auto body) {
    const long chunks = (n + grain - 1) / grain;
#pragma omp taskloop grainsize(1)
    for (long chunk = 0; chunk < chunks; ++chunk) body(chunk * grain, std::min(n, chunk * grain + grain));
  }
};

}  // namespace switches

// Tasks held back by a first task until all are submitted: what outstanding tasks cost (micro/gate.hpp).
// `gate`: every task reads what the gate writes. `gatechain`: 64 chains whose first tasks do.
// Rows: <name>_<n> is wall time per task in ns, <name>_<n>_bytes peak resident memory per task.
#include "micro/gate.hpp"

#include "micro/produce.hpp"

namespace {

using bench::GatedCells;
using bench::mix;

/// Creates the gate task and returns once another thread runs it.
void close_gate(bench::Gate& gate) {
  bench::Gate* held = &gate;
  uint64_t* value = &gate.value();  // gcc takes no member in a depend clause
#pragma omp task depend(out : *value) firstprivate(held)
  held->hold();
  gate.await_running();
}

struct Independent : bench::Independent {
  static void tasks(GatedCells& cells, const uint64_t* passed) {
    for (uint64_t& slot : cells) {
      uint64_t* cell = &slot;
#pragma omp task depend(in : *passed) firstprivate(passed, cell)
      *cell = next(*passed);
    }
  }
};

struct Chained : bench::Chained {
  static void tasks(GatedCells& cells, const uint64_t* passed) {
    for (size_t i = 0; i < cells.size(); ++i) {
      uint64_t* cell = &cells[i % k_chains];
      if (i < k_chains) {
#pragma omp task depend(in : *passed) depend(inout : *cell) firstprivate(passed, cell)
        *cell = *passed;
      } else {
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
        *cell = mix(*cell, i);
      }
    }
  }
};

template <class Pattern>
double held_ns(GatedCells& cells) {
  bench::Gate gate;
  return bench::produce_ns([&] {
    close_gate(gate);
    Pattern::tasks(cells, &gate.value());
    gate.open();
  });
}

template <class Pattern>
void measure(const std::string& name, long n) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  bench::need_two_threads(name, threads);
  bench::measure_gate<Pattern>(name, n, held_ns<Pattern>);
}

constexpr bench::Command k_commands[] = {
    {"gate", 200'000, measure<Independent>},
    {"gatechain", 200'000, measure<Chained>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

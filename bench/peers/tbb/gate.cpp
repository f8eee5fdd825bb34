// The rows of micro/gate.cpp on oneTBB; the order is resolved by graph.hpp within the timed region, and its memory
// counts as the tasks' memory.
#include "micro/gate.hpp"

#include "peers/tbb/graph.hpp"

namespace {

using bench::GatedCells;
using bench::mix;
using tbb_peer::Graph;

struct Independent : bench::Independent {
  static void tasks(Graph& graph, GatedCells& cells, const uint64_t* passed) {
    for (uint64_t& cell : cells) graph.task({passed}, {}, [passed, to = &cell] { *to = next(*passed); });
  }
};

struct Chained : bench::Chained {
  static void tasks(Graph& graph, GatedCells& cells, const uint64_t* passed) {
    for (size_t i = 0; i < cells.size(); ++i) {
      uint64_t* cell = &cells[i % k_chains];
      if (i < k_chains)
        graph.task({passed}, {cell}, [passed, cell] { *cell = *passed; });
      else
        graph.task({}, {cell}, [cell, i] { *cell = mix(*cell, i); });
    }
  }
};

template <class Pattern>
double held_ns(GatedCells& cells) {
  bench::Gate gate;
  return tbb_peer::produce_ns([&](Graph& graph) {
    bench::Gate* held = &gate;
    graph.task({}, {&gate.value()}, [held] { held->hold(); });
    gate.await_running();
    Pattern::tasks(graph, cells, &gate.value());
    gate.open();
  });
}

template <class Pattern>
void measure(const std::string& name, long n) {
  bench::need_two_threads(name, static_cast<int>(tbb_peer::threads()));
  bench::measure_gate<Pattern>(name, n, held_ns<Pattern>);
}

constexpr bench::Command k_commands[] = {
    {"gate", 200'000, measure<Independent>},
    {"gatechain", 200'000, measure<Chained>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

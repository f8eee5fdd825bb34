// METG(50 %) of the stencil on oneTBB; the order is resolved by graph.hpp within the timed region.
#include "micro/metg.hpp"

#include "peers/tbb/graph.hpp"

namespace {

using bench::metg::Grid;
using bench::metg::k_width;
using bench::metg::next;

void create_step(tbb_peer::Graph& graph, Grid& grid, long step, long length) {
  for (long point = 0; point < k_width; ++point) {
    const double *left = grid.at(step, point - 1), *middle = grid.at(step, point), *right = grid.at(step, point + 1);
    double* to = grid.at(step + 1, point);
    graph.task({left, middle, right}, {to}, [=] { *to = next(left, middle, right, length); });
  }
}

double graph_ns(Grid& grid, long steps, long length) {
  return tbb_peer::produce_ns([&](tbb_peer::Graph& graph) {
    for (long step = 0; step < steps; ++step) create_step(graph, grid, step, length);
  });
}

void metg(const std::string& name, long) {
  bench::metg::measure(name, static_cast<int>(tbb_peer::threads()), graph_ns);
}

constexpr bench::Command k_commands[] = {{"metg", 0, metg}};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

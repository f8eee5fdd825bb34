// METG(50 %) of the stencil (micro/metg.hpp).
#include "micro/metg.hpp"

#include "micro/produce.hpp"

namespace {

using bench::metg::Grid;
using bench::metg::k_width;
using bench::metg::next;

void create_step(Grid& grid, long step, long length) {
  for (long point = 0; point < k_width; ++point) {
    const double* left = grid.at(step, point - 1);
    const double* middle = grid.at(step, point);
    const double* right = grid.at(step, point + 1);
    double* to = grid.at(step + 1, point);
#pragma omp task depend(in : *left, *middle, *right) depend(out : *to) firstprivate(left, middle, right, to, length)
    *to = next(left, middle, right, length);
  }
}

double graph_ns(Grid& grid, long steps, long length) {
  return bench::produce_ns([&] {
    for (long step = 0; step < steps; ++step) create_step(grid, step, length);
  });
}

int team_size() {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  return threads;
}

void metg(const std::string& name, long) { bench::metg::measure(name, team_size(), graph_ns); }

constexpr bench::Command k_commands[] = {{"metg", 0, metg}};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

// The graphs of micro/dependences.cpp on oneTBB; the order is resolved by graph.hpp within the timed region.
#include "measure.hpp"
#include "micro/patterns.hpp"
#include "peers/tbb/graph.hpp"

namespace {

using bench::mix;
using tbb_peer::Graph;

template <class Pattern>
void measure(const std::string& name, long size) {
  bench::measure_pattern<Pattern>(
      name, size, [](Pattern& pattern) { return tbb_peer::produce_ns([&](Graph& graph) { pattern.tasks(graph); }); });
}

template <long k_addresses>
class Chains : public bench::ChainsOf<k_addresses> {
 public:
  using bench::ChainsOf<k_addresses>::ChainsOf;
  void tasks(Graph& graph) {
    for (long i = 0; i < this->n_; ++i) {
      uint64_t* cell = this->at(i);
      graph.task({}, {cell}, [cell, i] { *cell = mix(*cell, i); });
    }
  }
};

class Stencil : public bench::StencilOf {
 public:
  using StencilOf::StencilOf;
  void tasks(Graph& graph) {
    for (long step = 0; step < steps_; ++step)
      for (long point = 0; point < k_width; ++point) {
        const uint64_t *left = at(step, point - 1), *middle = at(step, point), *right = at(step, point + 1);
        uint64_t* to = at(step + 1, point);
        graph.task({left, middle, right}, {to}, [=] { *to = next(left, middle, right); });
      }
  }
};

class Random : public bench::RandomOf {
 public:
  using RandomOf::RandomOf;
  void tasks(Graph& graph) {
    for (long i = 0; i < count(); ++i) task(graph, i);
  }

 private:
  // As many addresses as the work has, in each role.
  void task(Graph& graph, long i) {
    const uint64_t *a = work(i).cell[0], *b = work(i).cell[1], *c = work(i).cell[2];
    const auto run = [this, i] { body(i); };
    switch (work(i).ins * 4 + work(i).writes) {
      case 0:
        return graph.task({}, {}, run);
      case 1:
        return graph.task({}, {a}, run);
      case 2:
        return graph.task({}, {a, b}, run);
      case 3:
        return graph.task({}, {a, b, c}, run);
      case 4:
        return graph.task({a}, {}, run);
      case 5:
        return graph.task({a}, {b}, run);
      case 6:
        return graph.task({a}, {b, c}, run);
      case 8:
        return graph.task({a, b}, {}, run);
      case 9:
        return graph.task({a, b}, {c}, run);
      case 12:
        return graph.task({a, b, c}, {}, run);
      default:
        std::abort();
    }
  }
};

class Cholesky : public bench::CholeskyOf {
 public:
  using CholeskyOf::CholeskyOf;
  void tasks(Graph& graph) {
    for (long k = 0; k < size_; ++k) {
      uint64_t* diagonal = at(k, k);
      graph.task({}, {diagonal}, [diagonal, k] { *diagonal = mix(*diagonal, k); });
      for (long i = k + 1; i < size_; ++i) update(graph, at(i, k), diagonal);
      for (long i = k + 1; i < size_; ++i) {
        update(graph, at(i, i), at(i, k));
        for (long j = k + 1; j < i; ++j) gemm(graph, at(i, j), at(i, k), at(j, k));
      }
    }
  }

 private:
  static void update(Graph& graph, uint64_t* tile, const uint64_t* by) {
    graph.task({by}, {tile}, [tile, by] { *tile = mix(*tile, *by); });
  }
  static void gemm(Graph& graph, uint64_t* tile, const uint64_t* left, const uint64_t* right) {
    graph.task({left, right}, {tile}, [=] { *tile = mix(mix(*tile, *left), *right); });
  }
};

constexpr bench::Command k_commands[] = {
    {"chain", 300'000, measure<Chains<1>>},     {"chains64", 300'000, measure<Chains<64>>},
    {"indep", 300'000, measure<Chains<0>>},     {"stencil", 320'000, measure<Stencil>},
    {"random", 200'000, measure<Random>},       {"cholesky", 96, measure<Cholesky>},
    {"api_chain", 300'000, measure<Chains<1>>}, {"api_stencil", 320'000, measure<Stencil>},  // for micro/api_tasks.cpp
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

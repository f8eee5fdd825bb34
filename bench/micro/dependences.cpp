// Dependent tasks with a body of a few ns, one producer: `chain`, `chains64`, `indep`, `stencil`,
// `random`, `cholesky` (micro/patterns.hpp). Values are wall time per task, in ns.
#include "measure.hpp"
#include "micro/patterns.hpp"
#include "micro/produce.hpp"

namespace {

using bench::mix;

template <class Pattern>
void measure(const std::string& name, long size) {
  bench::measure_pattern<Pattern>(name, size,
                                  [](Pattern& pattern) { return bench::produce_ns([&] { pattern.tasks(); }); });
}

template <long k_addresses>
class Chains : public bench::ChainsOf<k_addresses> {
 public:
  using bench::ChainsOf<k_addresses>::ChainsOf;
  void tasks() {
    for (long i = 0; i < this->n_; ++i) {
      uint64_t* cell = this->at(i);
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
      *cell = mix(*cell, i);
    }
  }
};

class Stencil : public bench::StencilOf {
 public:
  using StencilOf::StencilOf;
  void tasks() {
    for (long step = 0; step < steps_; ++step)
      for (long point = 0; point < k_width; ++point) task(step, point);
  }

 private:
  void task(long step, long point) {
    const uint64_t* left = at(step, point - 1);
    const uint64_t* middle = at(step, point);
    const uint64_t* right = at(step, point + 1);
    uint64_t* to = at(step + 1, point);
#pragma omp task depend(in : *left, *middle, *right) depend(out : *to) firstprivate(left, middle, right, to)
    *to = next(left, middle, right);
  }
};

class Random : public bench::RandomOf {
 public:
  using RandomOf::RandomOf;
  void tasks() {
    for (long i = 0; i < count(); ++i) task(i);
  }

 private:
  // A depend clause is fixed at compile time, so each shape has its own directive. `out` and
  // `inout` order tasks alike.
  void task(long i) {
    const uint64_t *a = work(i).cell[0], *b = work(i).cell[1], *c = work(i).cell[2];
    switch (work(i).ins * 4 + work(i).writes) {
      case 0:
#pragma omp task firstprivate(i)
        body(i);
        break;
      case 1:
#pragma omp task depend(inout : *a) firstprivate(i)
        body(i);
        break;
      case 2:
#pragma omp task depend(inout : *a, *b) firstprivate(i)
        body(i);
        break;
      case 3:
#pragma omp task depend(inout : *a, *b, *c) firstprivate(i)
        body(i);
        break;
      case 4:
#pragma omp task depend(in : *a) firstprivate(i)
        body(i);
        break;
      case 5:
#pragma omp task depend(in : *a) depend(inout : *b) firstprivate(i)
        body(i);
        break;
      case 6:
#pragma omp task depend(in : *a) depend(inout : *b, *c) firstprivate(i)
        body(i);
        break;
      case 8:
#pragma omp task depend(in : *a, *b) firstprivate(i)
        body(i);
        break;
      case 9:
#pragma omp task depend(in : *a, *b) depend(inout : *c) firstprivate(i)
        body(i);
        break;
      case 12:
#pragma omp task depend(in : *a, *b, *c) firstprivate(i)
        body(i);
        break;
      default:
        std::abort();
    }
  }
};

class Cholesky : public bench::CholeskyOf {
 public:
  using CholeskyOf::CholeskyOf;
  void tasks() {
    for (long k = 0; k < size_; ++k) {
      uint64_t* diagonal = at(k, k);
#pragma omp task depend(inout : *diagonal) firstprivate(diagonal, k)
      *diagonal = mix(*diagonal, k);
      for (long i = k + 1; i < size_; ++i) update_task(at(i, k), diagonal);
      for (long i = k + 1; i < size_; ++i) {
        update_task(at(i, i), at(i, k));
        for (long j = k + 1; j < i; ++j) gemm_task(at(i, j), at(i, k), at(j, k));
      }
    }
  }

 private:
  static void update_task(uint64_t* tile, const uint64_t* by) {  // trsm and syrk
#pragma omp task depend(in : *by) depend(inout : *tile) firstprivate(tile, by)
    *tile = mix(*tile, *by);
  }
  static void gemm_task(uint64_t* tile, const uint64_t* left, const uint64_t* right) {
#pragma omp task depend(in : *left, *right) depend(inout : *tile) firstprivate(tile, left, right)
    *tile = mix(mix(*tile, *left), *right);
  }
};

constexpr bench::Command k_commands[] = {
    {"chain", 300'000, measure<Chains<1>>}, {"chains64", 300'000, measure<Chains<64>>},
    {"indep", 300'000, measure<Chains<0>>}, {"stencil", 320'000, measure<Stencil>},
    {"random", 200'000, measure<Random>},   {"cholesky", 96, measure<Cholesky>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

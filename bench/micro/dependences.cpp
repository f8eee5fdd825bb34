// Dependent tasks with a body of a few ns, one producer: `chain`, `chains64`, `indep`, `stencil`,
// `random`, `cholesky`. Values are wall time per task, in ns. Every task folds its inputs into an
// order-sensitive hash; the final cells must equal those of the serial loop.
#include "hash.hpp"
#include "measure.hpp"
#include "micro/produce.hpp"

namespace {

using bench::mix;

using Cells = std::vector<uint64_t>;

// Cells that different threads write lie a cache line apart.
constexpr long k_line_cells = 8;

uint64_t fold(const Cells& cells) {
  uint64_t hash = 0;
  for (const uint64_t cell : cells) hash = mix(hash, cell);
  return hash;
}

/// Runs `pattern` as tasks (a tenth of the size first, to warm up) and serially; prints the row.
template <class Pattern>
void measure(const std::string& name, long size) {
  Pattern warm(std::max(size / 10, Pattern::k_least));
  bench::produce_ns([&] { warm.tasks(); });
  Pattern parallel(size);
  const double ns = bench::produce_ns([&] { parallel.tasks(); });
  Pattern serial(size);
  serial.serial();
  bench::print_row(name, ns / static_cast<double>(parallel.count()), "ns",
                   bench::check_that(parallel.result() == serial.result()));
}

/// n tasks, each inout on one of `k_addresses` cells in turn (0: each its own cell).
template <long k_addresses>
class Chains {
 public:
  static constexpr long k_least = 64;
  explicit Chains(long n) : n_(n), cells_(k_addresses == 0 ? n : k_addresses * k_line_cells) {}
  long count() const { return n_; }
  uint64_t result() const { return fold(cells_); }

  void tasks() {
    for (long i = 0; i < n_; ++i) {
      uint64_t* cell = at(i);
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
      *cell = mix(*cell, i);
    }
  }
  void serial() {
    for (long i = 0; i < n_; ++i) *at(i) = mix(*at(i), i);
  }

 private:
  uint64_t* at(long i) {
    if constexpr (k_addresses == 0)
      return &cells_[i];
    else
      return &cells_[i % k_addresses * k_line_cells];
  }
  long n_;
  Cells cells_;
};

/// 64 points on a ring, two buffers, three in and one out per task.
class Stencil {
 public:
  static constexpr long k_least = 128;
  explicit Stencil(long n) : steps_(n / k_width), cells_(2 * k_width * k_line_cells) {}
  long count() const { return steps_ * k_width; }
  uint64_t result() const { return fold(cells_); }

  void tasks() {
    for (long step = 0; step < steps_; ++step)
      for (long point = 0; point < k_width; ++point) task(step, point);
  }
  void serial() {
    for (long step = 0; step < steps_; ++step)
      for (long point = 0; point < k_width; ++point)
        *at(step + 1, point) = next(at(step, point - 1), at(step, point), at(step, point + 1));
  }

 private:
  static constexpr long k_width = 64;

  uint64_t* at(long step, long point) {
    return &cells_[(step % 2 * k_width + (point + k_width) % k_width) * k_line_cells];
  }
  static uint64_t next(const uint64_t* left, const uint64_t* middle, const uint64_t* right) {
    return mix(mix(mix(1, *left), *middle), *right);
  }
  void task(long step, long point) {
    const uint64_t* left = at(step, point - 1);
    const uint64_t* middle = at(step, point);
    const uint64_t* right = at(step, point + 1);
    uint64_t* to = at(step + 1, point);
#pragma omp task depend(in : *left, *middle, *right) depend(out : *to) firstprivate(left, middle, right, to)
    *to = next(left, middle, right);
  }
  long steps_;
  Cells cells_;
};

/// Tasks with 0 to 3 accesses (in, out or inout) to distinct cells out of 256.
class Random {
 public:
  static constexpr long k_least = 64;
  explicit Random(long n) : cells_(k_cells * k_line_cells), seen_(n) {
    bench::Dice dice(42);
    for (long i = 0; i < n; ++i) works_.push_back(roll(dice));
  }
  long count() const { return static_cast<long>(works_.size()); }
  uint64_t result() const { return mix(fold(cells_), fold(seen_)); }

  void tasks() {
    for (long i = 0; i < count(); ++i) task(i);
  }
  void serial() {
    for (long i = 0; i < count(); ++i) body(i);
  }

 private:
  static constexpr long k_cells = 256;

  struct Work {
    uint64_t* cell[3];  // the `ins` cells that are only read come first
    int ins;
    int writes;
    int overwrites;  // of the writes, the last so many are `out`: they do not read
  };

  Work roll(bench::Dice& dice) {
    Work work{};
    const int accesses = static_cast<int>(dice.below(4));
    uint64_t index = dice.below(k_cells);
    for (int k = 0; k < accesses; ++k) {
      const uint64_t mode = dice.below(3);
      (mode == 0 ? work.ins : work.writes) += 1;
      work.overwrites += mode == 1 ? 1 : 0;
      work.cell[k] = &cells_[index * k_line_cells];
      index = (index + 1 + dice.below(k_cells / 3)) % k_cells;  // less than a full turn: distinct
    }
    return work;
  }

  void body(long i) {
    const Work& work = works_[i];
    const int accesses = work.ins + work.writes;
    uint64_t hash = i;
    for (int k = 0; k < accesses - work.overwrites; ++k) hash = mix(hash, *work.cell[k]);
    for (int k = work.ins; k < accesses; ++k) *work.cell[k] = mix(hash, k);
    seen_[i] = hash;
  }

  // A depend clause is fixed at compile time, so each shape has its own directive. `out` and
  // `inout` order tasks alike.
  void task(long i) {
    const uint64_t *a = works_[i].cell[0], *b = works_[i].cell[1], *c = works_[i].cell[2];
    switch (works_[i].ins * 4 + works_[i].writes) {
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

  std::vector<Work> works_;
  Cells cells_;
  Cells seen_;  // what each task read: checks the readers too
};

/// The tile pattern of a Cholesky factorisation of size x size tiles; one cell stands for a tile.
class Cholesky {
 public:
  static constexpr long k_least = 8;
  explicit Cholesky(long size) : size_(size), cells_(size * size * k_line_cells) {}
  long count() const { return size_ + size_ * (size_ - 1) + size_ * (size_ - 1) * (size_ - 2) / 6; }
  uint64_t result() const { return fold(cells_); }

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
  void serial() {
    for (long k = 0; k < size_; ++k) {
      *at(k, k) = mix(*at(k, k), k);
      for (long i = k + 1; i < size_; ++i) *at(i, k) = mix(*at(i, k), *at(k, k));
      for (long i = k + 1; i < size_; ++i) {
        *at(i, i) = mix(*at(i, i), *at(i, k));
        for (long j = k + 1; j < i; ++j) *at(i, j) = mix(mix(*at(i, j), *at(i, k)), *at(j, k));
      }
    }
  }

 private:
  uint64_t* at(long row, long column) { return &cells_[(row * size_ + column) * k_line_cells]; }

  static void update_task(uint64_t* tile, const uint64_t* by) {  // trsm and syrk
#pragma omp task depend(in : *by) depend(inout : *tile) firstprivate(tile, by)
    *tile = mix(*tile, *by);
  }
  static void gemm_task(uint64_t* tile, const uint64_t* left, const uint64_t* right) {
#pragma omp task depend(in : *left, *right) depend(inout : *tile) firstprivate(tile, left, right)
    *tile = mix(mix(*tile, *left), *right);
  }
  long size_;
  Cells cells_;
};

constexpr bench::Command k_commands[] = {
    {"chain", 300'000, measure<Chains<1>>}, {"chains64", 300'000, measure<Chains<64>>},
    {"indep", 300'000, measure<Chains<0>>}, {"stencil", 320'000, measure<Stencil>},
    {"random", 200'000, measure<Random>},   {"cholesky", 96, measure<Cholesky>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }

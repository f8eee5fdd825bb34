// The graphs of the dependent rows: their cells, what a task does, and the serial run. How tasks are created is left to
// each runtime: micro/dependences.cpp for OpenMP, peers/tbb/dependences.cpp for oneTBB.
//
// Every task folds its inputs into an order-sensitive hash; the final cells must equal those of the serial loop.
#pragma once

#include <cstdint>
#include <vector>

#include "hash.hpp"
#include "measure.hpp"

namespace bench {

using Cells = std::vector<uint64_t>;

// Cells that different threads write lie a cache line apart.
constexpr long k_line_cells = 8;

inline uint64_t fold(const Cells& cells) {
  uint64_t hash = 0;
  for (const uint64_t cell : cells) hash = mix(hash, cell);
  return hash;
}

/// Runs `pattern` as tasks by `produce_ns` (a tenth of the size first, to warm up) and serially; prints the row.
template <class Pattern, class Produce>
void measure_pattern(const std::string& name, long size, Produce produce_ns) {
  Pattern warm(std::max(size / 10, Pattern::k_least));
  produce_ns(warm);
  Pattern parallel(size);
  const double ns = produce_ns(parallel);
  Pattern serial(size);
  serial.serial();
  print_row(name, ns / static_cast<double>(parallel.count()), "ns", check_that(parallel.result() == serial.result()));
}

/// n tasks, each inout on one of `k_addresses` cells in turn (0: each its own cell).
template <long k_addresses>
class ChainsOf {
 public:
  static constexpr long k_least = 64;
  explicit ChainsOf(long n) : n_(n), cells_(k_addresses == 0 ? n : k_addresses * k_line_cells) {}
  long count() const { return n_; }
  uint64_t result() const { return fold(cells_); }
  void serial() {
    for (long i = 0; i < n_; ++i) *at(i) = mix(*at(i), i);
  }

 protected:
  uint64_t* at(long i) {
    if constexpr (k_addresses == 0)
      return &cells_[i];
    else
      return &cells_[i % k_addresses * k_line_cells];
  }
  long n_;

 private:
  Cells cells_;
};

/// 64 points on a ring, two buffers, three in and one out per task.
class StencilOf {
 public:
  static constexpr long k_least = 128;
  explicit StencilOf(long n) : steps_(n / k_width), cells_(2 * k_width * k_line_cells) {}
  long count() const { return steps_ * k_width; }
  uint64_t result() const { return fold(cells_); }
  void serial() {
    for (long step = 0; step < steps_; ++step)
      for (long point = 0; point < k_width; ++point)
        *at(step + 1, point) = next(at(step, point - 1), at(step, point), at(step, point + 1));
  }

 protected:
  static constexpr long k_width = 64;

  uint64_t* at(long step, long point) {
    return &cells_[(step % 2 * k_width + (point + k_width) % k_width) * k_line_cells];
  }
  static uint64_t next(const uint64_t* left, const uint64_t* middle, const uint64_t* right) {
    return mix(mix(mix(1, *left), *middle), *right);
  }
  long steps_;

 private:
  Cells cells_;
};

/// Tasks with 0 to 3 accesses (in, out or inout) to distinct cells out of 256.
class RandomOf {
 public:
  static constexpr long k_least = 64;
  explicit RandomOf(long n) : cells_(k_cells * k_line_cells), seen_(n) {
    Dice dice(42);
    for (long i = 0; i < n; ++i) works_.push_back(roll(dice));
  }
  long count() const { return static_cast<long>(works_.size()); }
  uint64_t result() const { return mix(fold(cells_), fold(seen_)); }

  void serial() {
    for (long i = 0; i < count(); ++i) body(i);
  }

 protected:
  static constexpr long k_cells = 256;

  struct Work {
    uint64_t* cell[3];  // the `ins` cells that are only read come first
    int ins;
    int writes;
    int overwrites;  // of the writes, the last so many are `out`: they do not read
  };

  const Work& work(long i) const { return works_[i]; }

  void body(long i) {
    const Work& work = works_[i];
    const int accesses = work.ins + work.writes;
    uint64_t hash = i;
    for (int k = 0; k < accesses - work.overwrites; ++k) hash = mix(hash, *work.cell[k]);
    for (int k = work.ins; k < accesses; ++k) *work.cell[k] = mix(hash, k);
    seen_[i] = hash;
  }

 private:
  Work roll(Dice& dice) {
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

  std::vector<Work> works_;
  Cells cells_;
  Cells seen_;  // what each task read: checks the readers too
};

/// The tile pattern of a Cholesky factorisation of size x size tiles; one cell stands for a tile.
class CholeskyOf {
 public:
  static constexpr long k_least = 8;
  explicit CholeskyOf(long size) : size_(size), cells_(size * size * k_line_cells) {}
  long count() const { return size_ + size_ * (size_ - 1) + size_ * (size_ - 1) * (size_ - 2) / 6; }
  uint64_t result() const { return fold(cells_); }
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

 protected:
  uint64_t* at(long row, long column) { return &cells_[(row * size_ + column) * k_line_cells]; }
  long size_;

 private:
  Cells cells_;
};

}  // namespace bench

// A = L * transpose(L) in tiles, three times over: what oneTBB's example graph/cholesky does, written for Heddle.
//
//   cholesky [rows of a tile] [tiles in a row]
//
// 1 serially; 2 by tasks with accesses, left-looking: how many tiles a task reads hangs on where it stands, so its
// accesses are a list; 3 by a plan, described once and replayed. All must give the same bits.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include <heddle/heddle.hpp>

namespace {

class Matrix {
 public:
  Matrix(int rows, int tiles)
      : rows_(rows), tiles_(tiles), all_(static_cast<std::size_t>(rows * rows * tiles * tiles)) {
    for (int i = 0; i < rows * tiles; ++i)
      for (int j = 0; j < rows * tiles; ++j)
        tile(i / rows, j / rows)[i % rows * rows + j % rows] =
            i == j ? 2.0 * rows * tiles : 1.0 / (1 + std::abs(i - j));
  }

  int tiles() const { return tiles_; }
  double* tile(int i, int j) { return &all_[static_cast<std::size_t>(i * tiles_ + j) * rows_ * rows_]; }
  std::span<double> span(int i, int j) { return {tile(i, j), static_cast<std::size_t>(rows_) * rows_}; }
  bool operator==(const Matrix& other) const { return all_ == other.all_; }

  /// Tile (i, j) of L, from those left of it and, where it is not on the diagonal, the one on it.
  void compute(int i, int j) {
    double* const own = tile(i, j);
    for (int k = 0; k < j; ++k)
      for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < rows_; ++column)
          for (int at = 0; at < rows_; ++at)
            own[row * rows_ + column] -= tile(i, k)[row * rows_ + at] * tile(j, k)[column * rows_ + at];
    const double* const diagonal = tile(j, j);
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < (i == j ? row + 1 : rows_); ++column) {
        double& value = own[row * rows_ + column];
        for (int at = 0; at < column; ++at) value -= own[row * rows_ + at] * diagonal[column * rows_ + at];
        value = i == j && row == column ? std::sqrt(value) : value / diagonal[column * rows_ + column];
      }
  }

 private:
  int rows_;
  int tiles_;
  std::vector<double> all_;
};

/// What the task of a tile reads.
std::vector<heddle::access> reads(Matrix& matrix, int i, int j) {
  std::vector<heddle::access> list;
  for (int k = 0; k < j; ++k) {
    list.push_back(heddle::in(matrix.span(i, k)));
    if (i != j) list.push_back(heddle::in(matrix.span(j, k)));
  }
  if (i != j) list.push_back(heddle::in(matrix.span(j, j)));
  return list;
}

template <class Make>
void each_tile(Matrix& matrix, Make make) {
  for (int j = 0; j < matrix.tiles(); ++j)
    for (int i = j; i < matrix.tiles(); ++i) make(i, j);
}

}  // namespace

int main(int count, char** words) {
  const int rows = count > 1 ? std::atoi(words[1]) : 16;
  const int tiles = count > 2 ? std::atoi(words[2]) : 8;
  if (rows < 1 || tiles < 1 || rows > 1024 || tiles > 1024) return std::fprintf(stderr, "1 to 1024 of each\n"), 2;

  Matrix serial(rows, tiles);
  each_tile(serial, [&](int i, int j) { serial.compute(i, j); });

  Matrix by_tasks(rows, tiles);
  each_tile(by_tasks, [&](int i, int j) {
    heddle::spawn([&by_tasks, i, j] { by_tasks.compute(i, j); }, reads(by_tasks, i, j),
                  heddle::inout(by_tasks.span(i, j)));
  });
  heddle::wait();

  Matrix by_plan(rows, tiles);
  const Matrix given = by_plan;
  heddle::plan plan;
  each_tile(by_plan, [&](int i, int j) {
    plan.task([&by_plan, i, j] { by_plan.compute(i, j); }, reads(by_plan, i, j), heddle::inout(by_plan.span(i, j)));
  });
  for (int round = 0; round < 2; ++round) {
    by_plan = given;
    plan.replay();
  }
  const bool same = by_tasks == serial && by_plan == serial;
  std::printf("%d x %d tiles of %d x %d: %s\n", tiles, tiles, rows, rows, same ? "the same" : "DIFFERENT");
  return same ? 0 : 1;
}

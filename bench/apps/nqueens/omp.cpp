// Number of ways to place n queens on an n x n board. A task for each legal placement; fine: in
// every row, coarse: in the first rows only. The attacked squares are three bit sets.
#include "apps/app.hpp"

#include <cstdint>

namespace {

struct Size {
  const char* variant;
  int n;
  int task_rows;
};

constexpr Size k_sizes[] = {{"fine", 13, 13}, {"coarse", 14, 3}};

struct Board {
  uint32_t columns = 0;  // occupied
  uint32_t falling = 0;  // diagonals, seen from the next row
  uint32_t rising = 0;

  uint32_t open(int n) const { return ~(columns | falling | rising) & ((1U << n) - 1); }
  Board with(uint32_t square) const { return {columns | square, (falling | square) << 1, (rising | square) >> 1}; }
};

long serial(Board board, int n, int row) {
  if (row == n) return 1;
  long solutions = 0;
  for (uint32_t open = board.open(n); open != 0; open &= open - 1)
    solutions += serial(board.with(open & -open), n, row + 1);
  return solutions;
}

long tasks(Board board, const Size& size, int row) {
  constexpr int k_most_rows = 16;
  if (row >= size.task_rows) return serial(board, size.n, row);
  long found[k_most_rows] = {};
  int children = 0;
  for (uint32_t open = board.open(size.n); open != 0; open &= open - 1) {
    const Board next = board.with(open & -open);
    long* slot = &found[children++];
#pragma omp task firstprivate(next, row, slot) shared(size)
    *slot = tasks(next, size, row + 1);
  }
#pragma omp taskwait
  long solutions = 0;
  for (int i = 0; i < children; ++i) solutions += found[i];
  return solutions;
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  long solutions = 0;
  const double seconds = bench::timed_team_s([&] { solutions = tasks({}, size, 0); });
  return bench::report({"nqueens", size.variant}, seconds, solutions == serial({}, size.n, 0));
}

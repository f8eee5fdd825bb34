// Finds all solutions of a sudoku by trying: what oneTBB's example task_group/sudoku does, written for Heddle.
//
//   sudoku [board]    81 digits, 0 or . for an empty cell; without one, a board with many solutions
//
// Each try is a task with a board of its own. Where one cell has no digit left the try is over; a cell with the fewest
// digits left is tried next.
#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <functional>

#include <heddle/heddle.hpp>

namespace {

constexpr int k_cells = 81;
constexpr unsigned k_all = 0x1ff;  // a bit for each digit

struct Board {
  std::array<std::uint16_t, k_cells> open;    // digits that may still be put here
  std::array<std::uint8_t, k_cells> digit{};  // 0: none yet

  Board() { open.fill(k_all); }

  void put(int cell, int value) {
    const int row = cell / 9;
    const int column = cell % 9;
    for (int other = 0; other < k_cells; ++other) {
      const bool same_box = other / 27 == row / 3 && other % 9 / 3 == column / 3;
      if (other / 9 == row || other % 9 == column || same_box) open[other] &= ~(1U << (value - 1));
    }
    open[cell] = 1U << (value - 1);
    digit[cell] = static_cast<std::uint8_t>(value);
  }
  /// The empty cell with the fewest digits left; -1 when there is no empty one.
  int next() const {
    int best = -1;
    for (int cell = 0; cell < k_cells; ++cell)
      if (digit[cell] == 0 && (best < 0 || std::popcount(open[cell]) < std::popcount(open[best]))) best = cell;
    return best;
  }
};

class Search {
 public:
  void from(const Board& board) {
    const int cell = board.next();
    if (cell < 0) {
      if (solutions_.local()++ == 0) first_.local() = board;
      return;
    }
    for (int value = 1; value <= 9; ++value) {
      if ((board.open[cell] >> (value - 1) & 1) == 0) continue;
      Board tried = board;
      tried.put(cell, value);
      group_.run([this, tried] { from(tried); });
    }
  }
  long count() {
    group_.wait();
    return solutions_.combine(std::plus<>());
  }
  Board solution() {
    return first_.combine([](const Board& one, const Board&) { return one; });
  }

 private:
  heddle::per_worker<long> solutions_;
  heddle::per_worker<Board> first_;
  heddle::task_group group_;
};

Board read(const char* text) {
  Board board;
  for (int cell = 0; cell < k_cells && text[cell] != '\0'; ++cell)
    if (std::isdigit(static_cast<unsigned char>(text[cell])) != 0 && text[cell] != '0')
      board.put(cell, text[cell] - '0');
  return board;
}

}  // namespace

int main(int count, char** words) {
  const char* const usual = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....2......19..5....8..79";
  Search search;
  search.from(read(count > 1 ? words[1] : usual));
  const long solutions = search.count();
  std::printf("%ld solutions\n", solutions);
  if (solutions == 0) return 1;
  const Board first = search.solution();
  for (int cell = 0; cell < k_cells; ++cell) std::printf(cell % 9 == 8 ? "%d\n" : "%d ", first.digit[cell]);
  return 0;
}

// A row of cells in blocks, each averaged with its neighbours, step after step, without a barrier between steps: a
// block waits for what its ends touch, and for nothing else.
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include <heddle/heddle.hpp>

using heddle::in;
using heddle::out;

namespace {

constexpr int k_cells = 4000;
constexpr int k_block = 500;
constexpr int k_steps = 100;

using Row = std::vector<double>;

void step(const Row& from, Row& to, int first, int last) {
  for (int i = first; i < last; ++i) to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}

Row initial() {
  Row row(k_cells + 2);
  for (int i = 0; i < k_cells + 2; ++i) row[i] = std::sin(i);
  return row;
}

}  // namespace

int main() {
  Row rows[2] = {initial(), initial()};
  for (int k = 0; k < k_steps; ++k) {
    Row& from = rows[k % 2];
    Row& to = rows[(k + 1) % 2];
    for (int first = 1; first <= k_cells; first += k_block) {
      heddle::spawn(
          {.ranges = true}, [&from, &to, first] { step(from, to, first, first + k_block); },
          in(std::span(from).subspan(first - 1, k_block + 2)), out(std::span(to).subspan(first, k_block)));
    }
  }
  heddle::wait();

  Row expected[2] = {initial(), initial()};
  for (int k = 0; k < k_steps; ++k) step(expected[k % 2], expected[(k + 1) % 2], 1, k_cells + 1);
  std::printf("%d steps: %s\n", k_steps, rows[0] == expected[0] ? "right" : "wrong");
  return rows[0] == expected[0] ? 0 : 1;
}

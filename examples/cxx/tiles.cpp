// A matrix transposed in tiles that fit the cache, inside an outer loop over matrices.
// g++ -std=c++20 -O2 tiles.cpp -lheddle
#include <heddle/heddle.hpp>

#include <cstdio>
#include <vector>

int main() {
  const int n = 700, matrices = 3;
  std::vector<std::vector<int>> in(matrices, std::vector<int>(n * n)), out = in;
  heddle::parallel_for(0, matrices, [&](int m) {
    heddle::parallel_for(0, n * n, [&](int i) { in[m][i] = m + i; });  // inside another loop: idle threads help
    heddle::parallel_for(heddle::range2<int>({0, n}, {0, n}).tiles(64, 64), [&](heddle::block2<int> tile) {
      for (int row : tile.rows)
        for (int column : tile.columns) out[m][column * n + row] = in[m][row * n + column];
    });
  });
  const auto wrong = heddle::reduction(0, std::plus<>{});
  const int errors = heddle::parallel_reduce(0, matrices * n * n, wrong, [&](int i) {
    const int m = i / (n * n), row = i / n % n, column = i % n;
    return out[m][row * n + column] != m + column * n + row;
  });
  std::printf("%d matrices of %d x %d transposed, %d errors\n", matrices, n, n, errors);
  return errors;
}

// A = L * transpose(L) in tiles: the accesses are all that is said of the order.
#include <cmath>
#include <vector>

#include <heddle/heddle.hpp>

using heddle::in;
using heddle::inout;

namespace {

constexpr int k_n = 32, k_tiles = 6;  // rows of a tile, tiles in a row
struct Tile {
  double a[k_n][k_n];
};

void factor(Tile& d) {
  for (int j = 0; j < k_n; ++j)
    for (int i = j; i < k_n; ++i) {
      for (int k = 0; k < j; ++k) d.a[i][j] -= d.a[i][k] * d.a[j][k];
      d.a[i][j] = i == j ? std::sqrt(d.a[j][j]) : d.a[i][j] / d.a[j][j];
    }
}
void solve(const Tile& d, Tile& t) {
  for (auto& row : t.a)
    for (int j = 0; j < k_n; ++j) {
      for (int k = 0; k < j; ++k) row[j] -= row[k] * d.a[j][k];
      row[j] /= d.a[j][j];
    }
}
void update(const Tile& l, const Tile& r, Tile& t) {
  for (int i = 0; i < k_n; ++i)
    for (int j = 0; j < k_n; ++j)
      for (int k = 0; k < k_n; ++k) t.a[i][j] -= l.a[i][k] * r.a[j][k];
}

}  // namespace

int main() {
  std::vector<Tile> tiles(k_tiles * k_tiles);
  const auto at = [&](int i, int j) -> Tile& { return tiles[i * k_tiles + j]; };
  for (int i = 0; i < k_n * k_tiles; ++i)
    for (int j = 0; j < k_n * k_tiles; ++j)
      at(i / k_n, j / k_n).a[i % k_n][j % k_n] = i == j ? 400 : 1.0 / (1 + std::abs(i - j));
  for (int k = 0; k < k_tiles; ++k) {
    heddle::spawn([&d = at(k, k)] { factor(d); }, inout(at(k, k)));
    for (int i = k + 1; i < k_tiles; ++i)
      heddle::spawn([&d = at(k, k), &t = at(i, k)] { solve(d, t); }, in(at(k, k)), inout(at(i, k)));
    for (int i = k + 1; i < k_tiles; ++i)
      for (int j = k + 1; j <= i; ++j)
        heddle::spawn([&l = at(i, k), &r = at(j, k), &t = at(i, j)] { update(l, r, t); }, in(at(i, k)), in(at(j, k)),
                      inout(at(i, j)));
  }
  heddle::wait();
  double sum = 0;  // of the last row of L, squared: the last element of A
  for (int j = 0; j < k_tiles; ++j)
    for (const double x : at(k_tiles - 1, j).a[k_n - 1]) sum += x * x;
  return std::abs(sum - 400) < 1e-9 ? 0 : 1;
}

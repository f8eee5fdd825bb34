// Blocked matrix multiplication by taskloops: for each panel of k, a taskloop over the tiles of the
// product. fine: tiles of 16 x 16, coarse: of 128 x 128.
#include "apps/app.hpp"
#include "apps/dense.hpp"

namespace {

using bench::Matrix;
using bench::View;

struct Size {
  const char* variant;
  long n;
  long tile;
};

constexpr Size k_sizes[] = {{"fine", 1024, 16}, {"coarse", 1024, 128}};

void multiply(View c, View a, View b, long tile) {
  const size_t tiles = c.size / tile;
  for (size_t k = 0; k < tiles; ++k) {
#pragma omp taskloop collapse(2) grainsize(1) firstprivate(a, b, c, k, tile)
    for (size_t i = 0; i < tiles; ++i)
      for (size_t j = 0; j < tiles; ++j)
        bench::multiply_add(c.tile(i, j, tile), a.tile(i, k, tile), b.tile(k, j, tile));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Matrix a(size.n);
  Matrix b(size.n);
  Matrix c(size.n);
  a.fill(1);
  b.fill(2);
  const double seconds = bench::timed_team_s([&] { multiply(c.view(), a.view(), b.view(), size.tile); });
  return bench::report({"matmul", size.variant}, seconds, bench::is_product(c.view(), a.view(), b.view()));
}

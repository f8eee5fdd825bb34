// Merge sort with a parallel merge: halves are sorted by tasks, and merges are split at the median
// of the longer run. fine: leaves of 64 elements, coarse: of 32,768.
#include <cstdint>

#include "apps/app.hpp"
#include "hash.hpp"

namespace {

struct Size {
  const char* variant;
  long elements;
  long leaf;
};

constexpr Size k_sizes[] = {{"fine", 2'000'000, 64}, {"coarse", 5'000'000, 32'768}};

using Key = uint32_t;

struct Run {
  const Key* first;
  const Key* last;
  long length() const { return last - first; }
};

void merge(Run left, Run right, Key* to, long leaf) {
  if (left.length() < right.length()) std::swap(left, right);
  if (left.length() + right.length() <= 2 * leaf) {
    std::merge(left.first, left.last, right.first, right.last, to);
    return;
  }
  const Key* left_split = left.first + left.length() / 2;
  const Key* right_split = std::lower_bound(right.first, right.last, *left_split);
  Key* to_split = to + (left_split - left.first) + (right_split - right.first);
#pragma omp task firstprivate(left, right, left_split, right_split, to, leaf)
  merge({left.first, left_split}, {right.first, right_split}, to, leaf);
  merge({left_split, left.last}, {right_split, right.last}, to_split, leaf);
#pragma omp taskwait
}

enum class Where { in_place, in_scratch };

/// Sorts keys[0, n), leaving the result there or in `scratch`; the other array is working space.
void sort(Key* keys, Key* scratch, long n, Where where, long leaf) {
  if (n <= leaf) {
    std::sort(keys, keys + n);
    if (where == Where::in_scratch) std::copy(keys, keys + n, scratch);
    return;
  }
  const long half = n / 2;
  const Where halves = where == Where::in_place ? Where::in_scratch : Where::in_place;
#pragma omp task firstprivate(keys, scratch, half, halves, leaf)
  sort(keys, scratch, half, halves, leaf);
  sort(keys + half, scratch + half, n - half, halves, leaf);
#pragma omp taskwait
  const Key* from = where == Where::in_place ? scratch : keys;
  merge({from, from + half}, {from + half, from + n}, where == Where::in_place ? keys : scratch, leaf);
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  std::vector<Key> keys(size.elements);
  std::vector<Key> scratch(size.elements);
  bench::Dice dice(7);
  for (Key& key : keys) key = static_cast<Key>(dice.next());
  std::vector<Key> serial = keys;
  const double seconds =
      bench::timed_team_s([&] { sort(keys.data(), scratch.data(), size.elements, Where::in_place, size.leaf); });
  std::sort(serial.begin(), serial.end());
  return bench::report({"sort", size.variant}, seconds, keys == serial);
}

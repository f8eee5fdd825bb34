// All pairs of sequences of very different lengths, each aligned by dynamic programming (the score of
// the best local alignment): iterations whose work differs by two orders of magnitude.
//   fine, coarse   a parallel loop over the pairs, schedule(dynamic, 1); short or long sequences
//   tasks-fine     short sequences; every thread walks its share of the first sequences (a dynamic
//                  loop) and creates a task per pair
#include <cstdint>

#include "apps/app.hpp"
#include "hash.hpp"

namespace {

enum class Form { loop, tasks };

struct Size {
  const char* variant;
  long sequences;
  long longest;
  Form form;
};

constexpr Size k_sizes[] = {
    {"fine", 1500, 40, Form::loop},
    {"coarse", 60, 1600, Form::loop},
    {"tasks-fine", 1500, 40, Form::tasks},
};

constexpr long k_longest = 2048;
using Sequence = std::vector<uint8_t>;

/// Score of the best local alignment (Smith and Waterman) with match 2, mismatch -1, gap -1.
int align(const Sequence& a, const Sequence& b) {
  int row[k_longest + 1];
  if (a.size() > k_longest || b.size() > k_longest) std::abort();
  std::fill_n(row, b.size() + 1, 0);
  int best = 0;
  for (const uint8_t letter : a) {
    int diagonal = 0;
    for (size_t j = 1; j <= b.size(); ++j) {
      const int matched = diagonal + (letter == b[j - 1] ? 2 : -1);
      diagonal = row[j];
      row[j] = std::max({0, matched, row[j] - 1, row[j - 1] - 1});
      best = std::max(best, row[j]);
    }
  }
  return best;
}

std::vector<Sequence> random_sequences(const Size& size) {
  bench::Dice dice(13);
  std::vector<Sequence> sequences(size.sequences);
  for (Sequence& sequence : sequences) {
    // A square makes short ones common: lengths from a tenth of the longest to the longest.
    const uint64_t roll = dice.below(1000) * dice.below(1000);
    sequence.resize(size.longest / 10 + static_cast<long>(roll) * (size.longest - size.longest / 10) / 1'000'000);
    for (uint8_t& letter : sequence) letter = static_cast<uint8_t>(dice.below(4));
  }
  return sequences;
}

class Pairs {
 public:
  explicit Pairs(const Size& size) : sequences_(random_sequences(size)), n_(size.sequences), scores_(n_ * n_) {
    for (long i = 0; i < n_; ++i)
      for (long j = 0; j < i; ++j) pairs_.push_back({i, j});
  }
  bool operator==(const Pairs& other) const { return scores_ == other.scores_; }

  void serial() {
    for (const Pair& pair : pairs_) score(pair.first, pair.second);
  }
  void loop() {
    const long count = static_cast<long>(pairs_.size());
#pragma omp parallel for schedule(dynamic, 1)
    for (long k = 0; k < count; ++k) score(pairs_[k].first, pairs_[k].second);
  }
  void tasks() {
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < n_; ++i)
      for (long j = 0; j < i; ++j) {
#pragma omp task firstprivate(i, j)
        score(i, j);
      }
  }

 private:
  struct Pair {
    long first;
    long second;
  };

  void score(long i, long j) { scores_[i * n_ + j] = align(sequences_[i], sequences_[j]); }

  std::vector<Sequence> sequences_;
  long n_;
  std::vector<Pair> pairs_;
  std::vector<int> scores_;
};

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Pairs pairs(size);
  Pairs expected(size);
  const double seconds = bench::timed_s([&] { size.form == Form::loop ? pairs.loop() : pairs.tasks(); });
  expected.serial();
  return bench::report({"uneven", size.variant}, seconds, pairs == expected);
}

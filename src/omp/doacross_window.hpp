// Who has posted which iterations of a doacross loop (ordered(n), depend(source), depend(sink)).
//
// Iterations are told apart by their place in program order, a number: outer index times the inner loops' trip, plus
// the place within. A chunk of outer iterations is run by one thread, in order, so one word per chunk tells all: how
// many iterations, from the first of the loop on, lie at or before the last one posted in that chunk. The words form a
// window that slides over the chunks: chunk c uses word c mod k. Its owner first waits until chunk c - k is complete,
// then overwrites; as numbers only grow along the loop, a reader that waits for an iteration of chunk c - k then reads
// a larger number, which says that it is done. The owner of a chunk writes its word only to raise it: with the chunk's
// last iteration posted, the word may be somebody else's.
//
// No deadlock: every wait is for an earlier chunk, and of the chunks that are not complete the earliest is being run,
// because each thread runs its chunks in rising order. The owner of a chunk completes it when it asks for the next one,
// whether or not all its iterations were posted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "loop/static/static.hpp"

namespace heddle::omp {

template <class P>
class DoacrossWindow {
 public:
  /// Iterations up to here, without it, are posted.
  using Word = typename P::template atomic<std::uint64_t>;

  /// @param counts  trips of the loops, outermost first; `shape` is that of the outermost, chunk 0 meaning static
  /// blocks
  void open(const graph::LoopShape& shape, const std::uint64_t* counts, std::uint32_t dimensions) noexcept {
    shape_ = shape;
    counts_.assign(counts, counts + dimensions);
    inner_ = 1;
    for (std::uint32_t dimension = 1; dimension < dimensions; ++dimension) inner_ *= counts[dimension];
    const std::uint64_t words = std::bit_ceil(std::max<std::uint64_t>(16, std::uint64_t{shape.threads} * 4));
    if (words > words_) {
      lines_ = std::make_unique<Line[]>(words);
      words_ = words;
    }
    // order: relaxed — published with the loop itself.
    for (std::uint64_t word = 0; word < words_; ++word) lines_[word].posted.store(0, std::memory_order_relaxed);
  }

  std::uint32_t dimensions() const noexcept { return static_cast<std::uint32_t>(counts_.size()); }
  /// Trip of a loop, 0 being the outermost.
  std::uint64_t count(std::uint32_t dimension) const noexcept { return counts_[dimension]; }

  /// The chunk to which an iteration of the outermost loop belongs.
  std::uint64_t chunk_of(std::uint64_t outer) const noexcept {
    return shape_.chunk == 0 ? loop::static_block_owner(shape_.trip, shape_.threads, outer) : outer / shape_.chunk;
  }

  /// Where the posts of a chunk are seen.
  Word& word(std::uint64_t chunk) noexcept { return lines_[chunk & (words_ - 1)].posted; }

  /// What word(chunk) must have reached before the owner of `chunk` may write it.
  std::uint64_t needed_before(std::uint64_t chunk) const noexcept {
    return chunk < words_ ? 0 : std::min((chunk - words_ + 1) * shape_.chunk, shape_.trip) * inner_;
  }

  /// How many iterations of all loops there are up to outer iteration `outer`, without it.
  std::uint64_t places_before(std::uint64_t outer) const noexcept { return outer * inner_; }

 private:
  struct alignas(base::k_line_bytes) Line {  // each is written by the owner of a chunk, and waited for by others
    Word posted{0};
  };

  graph::LoopShape shape_;
  std::uint64_t inner_ = 1;
  std::uint64_t words_ = 0;  // a power of two
  std::vector<std::uint64_t> counts_;
  std::unique_ptr<Line[]> lines_;
};

}  // namespace heddle::omp

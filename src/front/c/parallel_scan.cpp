// heddle_parallel_scan: each block summed, the sums passed on from block to block, each block written.
#include <cstdint>

#include "front/c/options.hpp"
#include "front/c/partials.hpp"

namespace {

using heddle::c::FixedBlocks;
using heddle::c::Partials;

struct Scan {
  std::int64_t first;
  const heddle_scan& what;
  void* data;
  FixedBlocks blocks;
  Partials& partials;  // the sum of a block; then what comes before it
  void (*step)(int64_t, int64_t, void*, void*);

  void run(std::uint64_t block) const noexcept {
    const auto begin = static_cast<std::uint64_t>(first);
    step(static_cast<std::int64_t>(begin + blocks.first(block)), static_cast<std::int64_t>(begin + blocks.last(block)),
         partials.at(block), data);
  }
};

void run_share(void* argument, heddle_share* share) noexcept {
  const auto& scan = *static_cast<const Scan*>(argument);
  heddle_block numbers;
  while (heddle_loop_next(share, &numbers) != 0)
    for (std::uint64_t block = numbers.first; block != numbers.last; ++block) scan.run(block);
}

// Puts before each block what the blocks in front of it come to. The last two values serve as a place to work in.
void pass_on(const Scan& scan) noexcept {
  const std::uint64_t before = scan.blocks.count;
  scan.partials.start(before, scan.what.identity);
  for (std::uint64_t block = 0; block != scan.blocks.count; ++block) {
    scan.partials.start(before + 1, scan.partials.at(before));
    scan.what.join(scan.partials.at(before), scan.partials.at(block), scan.data);
    scan.partials.start(block, scan.partials.at(before + 1));
  }
}

bool complete(const heddle_scan* what) noexcept {
  return what != nullptr && what->bytes != 0 && what->identity != nullptr && what->sum != nullptr &&
         what->write != nullptr && what->join != nullptr;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int heddle_parallel_scan(heddle_range range, const heddle_scan* scan,
                                                                   void* data, const heddle_loop_options* options) {
  if (!complete(scan)) return HEDDLE_BAD_REDUCTION;
  if (range.step != 1) return HEDDLE_BAD_RANGE;
  const FixedBlocks blocks(heddle::c::trips_of(range).count);
  Partials partials(blocks.count + 2, scan->bytes);
  if (!partials.there()) return HEDDLE_NO_MEMORY;
  for (std::uint64_t block = 0; block != blocks.count; ++block) partials.start(block, scan->identity);
  heddle_loop_options apart = options == nullptr ? heddle_loop_options HEDDLE_LOOP_OPTIONS : *options;
  apart.grain = 0;  // it counts iterations, not blocks
  Scan run{
      .first = range.first, .what = *scan, .data = data, .blocks = blocks, .partials = partials, .step = scan->sum};
  if (const int refused = heddle_loop_run(blocks.count, run_share, &run, &apart); refused != HEDDLE_OK) return refused;
  pass_on(run);
  run.step = scan->write;
  return heddle_loop_run(blocks.count, run_share, &run, &apart);
}

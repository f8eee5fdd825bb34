// heddle_parallel_reduce: partial values, joined once the loop is over.
//
// In any order: one value for each thread that took part. Deterministic: one for each fixed block, joined as a tree of
// fixed shape, so that neither the number of threads nor who ran what shows in the result.
#include <cstdint>

#include "front/c/options.hpp"
#include "front/c/partials.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/current.hpp"

namespace {

using namespace heddle;
using c::FixedBlocks;
using c::Partials;

struct Reduce {
  std::int64_t first;
  const heddle_reduction& what;
  void* data;
  FixedBlocks blocks;  // deterministic
  Partials& partials;
  platform::Threads::atomic<std::uint32_t> seats{0};  // that have a value
  platform::Threads::atomic<int> ended_by{0};

  int add(std::uint64_t from, std::uint64_t to, void* value) const noexcept {
    const auto begin = static_cast<std::uint64_t>(first);
    return what.body(static_cast<std::int64_t>(begin + from), static_cast<std::int64_t>(begin + to), value, data);
  }
};

void stop(Reduce& reduce, heddle_share* share, int value) noexcept {
  // order: relaxed — read when the loop is over.
  reduce.ended_by.store(value, std::memory_order_relaxed);
  heddle_loop_stop(share);
}

void share_in_any_order(void* argument, heddle_share* share) noexcept {
  auto& reduce = *static_cast<Reduce*>(argument);
  heddle_block block;
  void* value = nullptr;
  while (heddle_loop_next(share, &block) != 0) {
    // order: relaxed — a number; the values are read when the loop is over.
    if (value == nullptr)
      value = reduce.partials.start(reduce.seats.fetch_add(1, std::memory_order_relaxed), reduce.what.identity);
    if (const int ended = reduce.add(block.first, block.last, value); ended != 0) return stop(reduce, share, ended);
  }
}

void share_of_blocks(void* argument, heddle_share* share) noexcept {
  auto& reduce = *static_cast<Reduce*>(argument);
  heddle_block numbers;
  while (heddle_loop_next(share, &numbers) != 0) {
    for (std::uint64_t block = numbers.first; block != numbers.last; ++block) {
      void* value = reduce.partials.start(block, reduce.what.identity);
      if (const int ended = reduce.add(reduce.blocks.first(block), reduce.blocks.last(block), value); ended != 0)
        return stop(reduce, share, ended);
    }
  }
}

// Neighbours first, then neighbours' neighbours: the shape hangs on the count alone.
void join_as_tree(Reduce& reduce, std::uint64_t count) noexcept {
  for (std::uint64_t apart = 1; apart < count; apart *= 2)
    for (std::uint64_t left = 0; left + apart < count; left += 2 * apart)
      reduce.what.join(reduce.partials.at(left), reduce.partials.at(left + apart), reduce.data);
}

int run(Reduce& reduce, std::uint64_t trips, const heddle_loop_options* options) noexcept {
  const bool fixed = reduce.what.deterministic != 0;
  heddle_loop_options apart = options == nullptr ? heddle_loop_options HEDDLE_LOOP_OPTIONS : *options;
  if (fixed) apart.grain = 0;  // it counts iterations, not blocks
  const int refused = fixed ? heddle_loop_run(reduce.blocks.count, share_of_blocks, &reduce, &apart)
                            : heddle_loop_run(trips, share_in_any_order, &reduce, &apart);
  // order: relaxed (both) — the loop is over.
  if (refused != HEDDLE_OK) return refused;
  if (const int ended = reduce.ended_by.load(std::memory_order_relaxed); ended != 0) return ended;
  join_as_tree(reduce, fixed ? reduce.blocks.count : reduce.seats.load(std::memory_order_relaxed));
  return HEDDLE_OK;
}

bool complete(const heddle_reduction* what) noexcept {
  return what != nullptr && what->bytes != 0 && what->identity != nullptr && what->body != nullptr &&
         what->join != nullptr;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int heddle_parallel_reduce(heddle_range range,
                                                                     const heddle_reduction* reduction, void* result,
                                                                     void* data, const heddle_loop_options* options) {
  if (!complete(reduction)) return HEDDLE_BAD_REDUCTION;
  if (result == nullptr) return HEDDLE_NULL_BODY;
  if (range.step != 1) return HEDDLE_BAD_RANGE;
  const std::uint64_t trips = c::trips_of(range).count;
  const FixedBlocks blocks(trips);
  // As many values as seats can come: no team is larger than the process allows or its region asks for.
  const std::uint64_t values = reduction->deterministic != 0 ? blocks.count : c::most_seats(options, trips);
  Partials partials(values == 0 ? 1 : values, reduction->bytes);
  if (!partials.there()) return HEDDLE_NO_MEMORY;
  partials.start(0, reduction->identity);
  Reduce reduce{.first = range.first, .what = *reduction, .data = data, .blocks = blocks, .partials = partials};
  const int code = run(reduce, trips, options);
  if (code == HEDDLE_OK) std::memcpy(result, partials.at(0), reduction->bytes);
  return code;
}

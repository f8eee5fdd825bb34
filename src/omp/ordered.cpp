// The turn of an ordered loop.
#include "omp/ordered.hpp"

#include "omp/construct_wait.hpp"

namespace heddle::omp {

namespace {

void await_turn(Worker& worker, const OpenLoop& loop) noexcept {
  const auto is_mine = [&loop] {
    // order: acquire — pairs with the store in pass_turn(): the effects of earlier ordered regions.
    return loop.share->turn.load(std::memory_order_acquire) == loop.chunk.first;
  };
  if (!is_mine()) await(worker, wait_key(&loop.share->turn, loop.chunk.first), is_mine);
}

}  // namespace

void begin_ordered(Worker& worker) noexcept {
  const OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.share == nullptr || loop.order != LoopOrder::ordered) return;  // alone, so in order anyway
  await_turn(worker, loop);
}

void end_ordered(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.share == nullptr || loop.order != LoopOrder::ordered) return;
  // An iteration has at most one ordered region (OpenMP 5.2 §15.10.2): that was the last one of the chunk, and the rest
  // of the body need not hold up the next chunk.
  if (++loop.ordered_regions == loop.chunk.last - loop.chunk.first) pass_turn(worker);
}

void pass_turn(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.turn_passed) return;
  await_turn(worker, loop);
  loop.turn_passed = true;
  // order: release — pairs with await_turn().
  loop.share->turn.store(loop.chunk.last, std::memory_order_release);
  wake_waiters(*worker.member->team, wait_key(&loop.share->turn, loop.chunk.last));
}

}  // namespace heddle::omp

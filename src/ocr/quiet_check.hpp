// QuietCheck: whether nothing can happen any more in a session, unless somebody from outside does it.
//
//   a member                             who looks
//     quiet: it has looked everywhere      the inbox is empty, no caller is being told; all members are quiet; the
//     tasks since it last ran an EDT             that are left are those that wait inside calls; the inbox is empty
//     still;
//                                          fence; all members are quiet still, no caller is being told
//
// Who empties the inbox is loud before it can be seen empty. Who takes over what another keeps for itself is counted
// before it does, for that is not counted as made until then, and the other's task may be over: a look during which the
// count has moved says nothing. Who waits inside a call is quiet, and whoever tells him
// counts him before its own task can be seen to be over, until he is loud again. So somebody who has work to do, or
// will have, is seen by one of the looks. Model: tests/model/ocr_quiet_check_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::ocr {

/// Of one member. Written by it alone.
template <class P>
struct QuietMarks {
  typename P::template atomic<bool> quiet{true};     // it has looked everywhere since it last ran an EDT
  typename P::template atomic<bool> blocked{false};  // in an EDT that waits inside a call for what other EDTs do

  bool is_quiet() const noexcept {
    // order: relaxed — its own.
    return quiet.load(std::memory_order_relaxed);
  }
  /// It has looked everywhere, and holds back nothing.
  void becomes_quiet() noexcept {
    // order: release — pairs with QuietCheck::holds(): what it has made ready can be found.
    quiet.store(true, std::memory_order_release);
  }
  void runs_one() noexcept {
    // order: relaxed — seen at the latest with the task's end.
    if (is_quiet()) quiet.store(false, std::memory_order_relaxed);
  }
  /// Before it empties the inbox.
  void takes_from_inbox() noexcept {
    // order: relaxed — before the inbox is seen empty, by the fence, whose partner is that of holds().
    quiet.store(false, std::memory_order_relaxed);
    P::fence(std::memory_order_seq_cst);
  }
  /// Inside a call, and holds back nothing.
  void waits_in_call() noexcept {
    // order: relaxed, release — pairs with QuietCheck::holds().
    blocked.store(true, std::memory_order_relaxed);
    quiet.store(true, std::memory_order_release);
  }
  void goes_on() noexcept {
    // order: relaxed (both) — before QuietCheck::went_on(), if it was told.
    quiet.store(false, std::memory_order_relaxed);
    blocked.store(false, std::memory_order_relaxed);
  }
};

template <class P>
class QuietCheck {
 public:
  /// A caller is about to be told what it waits for.
  void tells() noexcept {
    // order: seq_cst — before the task that tells can be over, and with the looks in one order.
    told_.fetch_add(1, std::memory_order_seq_cst);
  }
  /// A caller that was told goes on, and is loud.
  void went_on() noexcept {
    // order: release — pairs with somebody_is_told().
    told_.fetch_sub(1, std::memory_order_release);
  }

  /// A member that is loud is about to take over what another keeps for itself (next_edt.hpp).
  void takes_over() noexcept {
    // order: seq_cst — before that is gone for the other, whose task's end holds() sees; release pairs with its first
    // look: who was counted before it is loud, or has given to all what it took.
    taken_over_.fetch_add(1, std::memory_order_seq_cst);
  }

  /// @param world  for_each_member(visit): calls visit(QuietMarks) for each; has_work(): in the inbox;
  ///   seats(): how many; finished(blocked): whether no tasks are left but so many
  template <class World>
  bool holds(const World& world) const noexcept {
    // order: acquire — pairs with takes_over().
    const std::uint32_t taken_over = taken_over_.load(std::memory_order_acquire);
    if (world.has_work() || somebody_is_told()) return false;
    std::uint32_t quiet = 0;
    std::uint32_t blocked = 0;
    if (!all_quiet(world, quiet, blocked)) return false;
    if (quiet < world.seats() || !world.finished(blocked) || world.has_work()) return false;
    // order: fence seq_cst — pairs with takes_from_inbox(): who has emptied it is seen not to be quiet.
    P::fence(std::memory_order_seq_cst);
    // order: relaxed — behind finished(), which has seen the end of whoever kept something, and behind the fence.
    return all_quiet(world, quiet, blocked) && !somebody_is_told() &&
           taken_over_.load(std::memory_order_relaxed) == taken_over;
  }

 private:
  template <class World>
  static bool all_quiet(const World& world, std::uint32_t& quiet, std::uint32_t& blocked) noexcept {
    quiet = blocked = 0;
    bool all = true;
    world.for_each_member([&](const QuietMarks<P>& member) {
      // order: acquire — pairs with becomes_quiet(); relaxed behind it.
      if (!all || !(all = member.quiet.load(std::memory_order_acquire))) return;
      ++quiet;
      if (member.blocked.load(std::memory_order_relaxed)) ++blocked;
    });
    return all;
  }
  bool somebody_is_told() const noexcept {
    // order: seq_cst — pairs with tells(); acquire pairs with went_on().
    return told_.load(std::memory_order_seq_cst) != 0;
  }

  typename P::template atomic<std::uint32_t> told_{0};        // callers that were told, and look as if they waited
  typename P::template atomic<std::uint32_t> taken_over_{0};  // how often a member was about to
};

}  // namespace heddle::ocr

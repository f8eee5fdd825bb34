// Strand: the tasks that one worker has left to be linked by others, in the order in which they were made. Whoever
// takes the strand's announcement is the only one to serve it, until it says whether something is left.
//
// The links lie in the tasks (Task::next), so leaving one costs no allocation and one compare-and-swap, and a batch of
// any length changes hands by one exchange. The mailbox is empty while the strand is at rest: nothing is left and
// nobody serves; then its owner may do for himself what the server would do. It is marked while somebody serves.
//
// Invariant: while the mailbox is not empty, the announcement stands or has been taken by exactly one server.
//
// push, at_rest: the owner. serve: who has taken the announcement. Model: tests/model/strand_programs.hpp.
#pragma once

#include <cstdint>

#include "sync/mailbox.hpp"

namespace heddle::dependence {

/// What a server leaves behind.
enum class Left : std::uint8_t { nothing, some };

/// @tparam T  has a link `next` of type T*, which is free while the item is in the strand
template <class P, class T>
class HandoverQueue {
 public:
  /// @returns true when the strand was at rest: the caller must announce it.
  bool push(T& item) noexcept { return left_.push(&item) == sync::Push::into_empty; }

  /// Nothing is left, and nobody serves: all that was pushed has been satisfied in full view of the owner.
  bool at_rest() const noexcept { return left_.is_empty(); }

  /// Satisfies up to `most` items, oldest first. An item may be gone as soon as `satisfy` has been called.
  /// @returns `some` when items are left: the caller must announce the strand again.
  template <class Satisfy>
  Left serve(std::uint32_t most, Satisfy satisfy) noexcept {
    for (;;) {
      for (; oldest_ != nullptr; --most) {
        if (most == 0) return Left::some;
        T& item = *oldest_;
        oldest_ = item.next;
        satisfy(item);
      }
      if (left_.remove_mark()) return Left::nothing;
      oldest_ = left_.oldest_first(left_.take_all_and_mark());
    }
  }

 private:
  sync::Mailbox<P, T> left_;
  T* oldest_ = nullptr;  // taken, not yet satisfied; the server's
};

}  // namespace heddle::dependence

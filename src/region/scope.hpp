// Scope: what tasks are ordered by: a region, or an object of one. Entry: what one argument of one task is there.
//
// Both are data; the rules are in dependence/regions. An entry stands in the queue of one scope at a time: of its
// target, or of a region above it where it waits.
// Touched by whoever runs the scheduler node that the scope's region belongs to.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::region {

struct OrderScope;

enum class EntryMode : std::uint8_t { read, write };

/// What lies in a scheduler node's inbox.
enum class Carries : std::uint8_t {
  task,    // a new task: its entries begin their ways
  end,     // a task has ended: its entries leave
  begin,   // an entry begins its way at `high`
  arrive,  // an entry comes from above to the scope `at`
  leave,   // an entry's task has ended
  report,  // a region has nothing left of what it received
};
struct NodeMessage {
  NodeMessage* next = nullptr;
  Carries carries = Carries::task;
};

/// One argument of a task.
struct QueueEntry : NodeMessage {
  EntryMode mode = EntryMode::read;
  bool granted = false;
  bool gone = false;             // what it named has been freed by the task itself
  std::uint32_t units : 31 = 0;  // of an object: its size in k_unit
  std::uint32_t moves : 1 = 1;   // the task touches it, and does not hand it on alone
  QueueEntry* behind = nullptr;
  // Until its way begins: the parent's entry at `at`; null: the parent holds the root.
  QueueEntry* before = nullptr;
  // The scope in whose queue it stands, or to which it comes. Until its way begins: the highest that the parent holds.
  OrderScope* at = nullptr;
  OrderScope* target = nullptr;  // the argument
  void* task = nullptr;
  OrderScope** path = nullptr;  // the scopes from that highest one to `target`; null: the way is short

  bool reads() const noexcept { return mode == EntryMode::read; }
};
// One line: the token's holder writes it, and a task has one for each argument.
static_assert(sizeof(void*) != 8 || sizeof(QueueEntry) == 64);

struct OrderScope {
  QueueEntry* first = nullptr;
  QueueEntry* last = nullptr;
  OrderScope* up = nullptr;  // the region around it; null: a root
  std::uint32_t below[2]{};  // by mode: entries handed down that have not been reported back
  std::uint32_t above[2]{};  // by mode: entries received from above since the last report
  std::uint32_t depth = 0;
  std::uint16_t node = 0;      // the scheduler node that it belongs to
  std::uint16_t location = 0;  // the leaf under which it was made, or written last; any thread, by atomic_ref
  bool is_region = false;
  std::uint32_t written = 0;  // when that was, 0: never: a hint, as location

  std::uint16_t location_seen() noexcept {
    return std::atomic_ref(location).load(std::memory_order_relaxed);  // order: relaxed — a hint
  }
  bool quiet(EntryMode mode) const noexcept {
    return below[static_cast<int>(EntryMode::write)] == 0 &&
           (mode == EntryMode::read || below[static_cast<int>(EntryMode::read)] == 0);
  }
  /// Nothing stands in its queue, and nothing is below.
  bool still() const noexcept { return first == nullptr && quiet(EntryMode::write); }
};

}  // namespace heddle::region

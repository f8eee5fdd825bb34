// Rules: who waits for whom where tasks name regions and objects (Myrmics; the cured rules of myrmics.md §4).
//
// An entry goes down from the highest scope that its task's parent holds (`high`) to its target, and stops where the
// queue holds entries that it may not pass. The target grants it when it is first and nothing is below that it may not
// run beside. Who leaves lets the next one go on. A region that has nothing left reports to the one above how many
// entries it had received.
//
// Where we depart from what was published: at `high` an entry looks at those before its parent's, and stops just before
// the parent's if it may not pass them (the cure). Without that the children of one task, of which one names a region
// and the next a part of it, run at the same time.
//
// Invariants. Of the entries of a scope the granted reads come first, or a granted write. A report takes away what was
// received before it, and no more. Touched by whoever has the token of the scope's node; what lies in another node goes
// there as a message, and messages from one node to another stay in order: without that a report overtakes an entry.
// `Link` is the node: send(scope's node, message), report(scope, counts), granted(entry).
// Model: tests/model/regions_test.cpp, with seeded bugs in tests/model/wrong/regions_wrong_test.cpp.
#pragma once

#include <utility>

#include "region/scope.hpp"

namespace heddle::dependence {

using region::Carries;
using region::EntryMode;
using region::NodeMessage;
using region::OrderScope;
using region::QueueEntry;

/// The rules as they are; tests put others in their place.
struct CureRules {
  static constexpr bool k_cure = true;           // look at those before the parent's entry
  static constexpr bool k_resets = true;         // a report forgets what it has reported
  static constexpr bool k_ends_at_once = false;  // what is granted may end before the next one is looked at
};

template <class Link, class Which = CureRules>
class Rules {
 public:
  explicit Rules(Link& link) noexcept : link_(link) {}

  /// Rule 3, at `high`. @pre this node's
  void begin(QueueEntry& entry) noexcept {
    OrderScope& high = *entry.at;
    QueueEntry* const holder = std::exchange(entry.before, nullptr);
    QueueEntry* const before = holder != nullptr ? holder->before : high.last;
    if (Which::k_cure && before != nullptr && !may_pass(entry, *before)) return insert(high, entry, holder);
    if (&high != entry.target) return go_down(high, entry);
    insert(high, entry, holder);
    grant_if_due(high, entry);
  }

  /// Rule 3, at a scope below `high`: entry.at. @pre this node's
  void arrive(QueueEntry& entry) noexcept {
    OrderScope& scope = *entry.at;
    if (enter(scope, entry)) go_down(scope, entry);
  }

  /// Rule 6. @pre granted, this node's
  void leave(QueueEntry& entry) noexcept {
    OrderScope& scope = *entry.target;
    const bool was_first = scope.first == &entry;
    remove(scope, entry);
    if (was_first) settle(scope);
  }

  /// Rule 8, at the region above.
  void reported(OrderScope& scope, const std::uint32_t (&counts)[2]) noexcept {
    scope.below[0] -= counts[0];
    scope.below[1] -= counts[1];
    settle(scope);
  }

  /// Rule 7, then rule 8 upwards as long as there is something to report.
  void settle(OrderScope& scope) noexcept {
    for (OrderScope* at = &scope; at != nullptr && next(*at);) at = report(*at);
  }

 private:
  static constexpr int index(EntryMode mode) noexcept { return static_cast<int>(mode); }

  // Of the entries before: granted reads come first, so the last of them says it for all.
  static bool may_pass(const QueueEntry& entry, const QueueEntry& before) noexcept {
    return entry.reads() && before.reads() && before.granted;
  }

  // Rule 4.
  void grant_if_due(OrderScope& scope, QueueEntry& entry) noexcept {
    const QueueEntry* const before = entry.before;
    if (before != nullptr ? may_pass(entry, *before) : scope.quiet(entry.mode)) grant(entry);
  }
  void grant(QueueEntry& entry) noexcept {
    entry.granted = true;
    link_.granted(entry);
  }

  // @returns whether the entry goes further down
  bool enter(OrderScope& scope, QueueEntry& entry) noexcept {
    ++scope.above[index(entry.mode)];
    const QueueEntry* const last = scope.last;
    if (&scope == entry.target) {
      append(scope, entry);
      grant_if_due(scope, entry);
      return false;
    }
    if (last == nullptr || may_pass(entry, *last)) return true;
    append(scope, entry);
    return false;
  }

  void go_down(OrderScope& from, QueueEntry& entry) noexcept {
    for (OrderScope* at = &from;;) {
      ++at->below[index(entry.mode)];
      OrderScope& next = step(*at, entry);
      entry.at = &next;
      if (next.node != at->node) {
        entry.carries = Carries::arrive;
        return link_.send(next.node, entry);
      }
      if (!enter(next, entry)) return;
      at = &next;
    }
  }
  static OrderScope& step(const OrderScope& scope, const QueueEntry& entry) noexcept {
    if (entry.path != nullptr) return *entry.path[scope.depth - entry.path[0]->depth + 1];
    OrderScope* next = entry.target;
    while (next->up != &scope) next = next->up;
    return *next;
  }

  // @returns whether the scope has nothing left
  bool next(OrderScope& scope) noexcept {
    for (;;) {
      QueueEntry* const first = scope.first;
      if (first == nullptr) return scope.quiet(EntryMode::write);
      if (first->granted) return false;
      if (first->target != &scope) {
        remove(scope, *first);
        go_down(scope, *first);
        continue;
      }
      if (!scope.quiet(first->mode)) return false;
      const bool reads = first->reads();
      grant(*first);
      if (reads) let_readers_go(scope, Which::k_ends_at_once ? scope.first : first->behind);
      return false;
    }
  }
  void let_readers_go(OrderScope& scope, QueueEntry* from) noexcept {
    for (QueueEntry* reader = from; reader != nullptr && reader->reads();) {
      QueueEntry* const behind = reader->behind;
      if (!reader->granted) {
        if (reader->target == &scope) {
          grant(*reader);
        } else {
          remove(scope, *reader);
          go_down(scope, *reader);
        }
      }
      reader = behind;
    }
  }

  // @returns the scope above if that is this node's, and has been told
  OrderScope* report(OrderScope& scope) noexcept {
    OrderScope* const up = scope.up;
    if (up == nullptr || (scope.above[0] == 0 && scope.above[1] == 0)) return nullptr;
    const std::uint32_t counts[2] = {scope.above[0], scope.above[1]};
    if (Which::k_resets) scope.above[0] = scope.above[1] = 0;
    if (up->node != scope.node) {
      link_.report(*up, counts);
      return nullptr;
    }
    up->below[0] -= counts[0];
    up->below[1] -= counts[1];
    return up;
  }

  // Just before the parent's entry; at a root, which the main task holds for ever, at the end.
  static void insert(OrderScope& scope, QueueEntry& entry, QueueEntry* holder) noexcept {
    if (holder == nullptr) return append(scope, entry);
    entry.at = &scope;
    entry.behind = holder;
    entry.before = holder->before;
    (entry.before != nullptr ? entry.before->behind : scope.first) = &entry;
    holder->before = &entry;
  }
  static void append(OrderScope& scope, QueueEntry& entry) noexcept {
    entry.at = &scope;
    entry.behind = nullptr;
    entry.before = scope.last;
    (scope.last != nullptr ? scope.last->behind : scope.first) = &entry;
    scope.last = &entry;
  }
  static void remove(OrderScope& scope, QueueEntry& entry) noexcept {
    (entry.before != nullptr ? entry.before->behind : scope.first) = entry.behind;
    (entry.behind != nullptr ? entry.behind->before : scope.last) = entry.before;
    entry.behind = entry.before = nullptr;
  }

  Link& link_;
};

}  // namespace heddle::dependence

// Claim: an item pushed into a Deque comes out exactly once, to its owner or to one thief, and whoever gets it sees
// what was written into it before the push. Nothing is left behind.
//
//   owner                                    thieves
//     write a; push(a); write b; push(b)       steal(); steal()
//     pop(); pop()
//
// Expected: a and b are each taken once (or found by the last pop loop); no data race on an item; the deque is empty.
// The programs run under any engine E that is a platform policy with plain<T>, require and thread.
#pragma once

#include <array>
#include <cstdint>

#include "sync/deque.hpp"

namespace heddle::model {

/// An item that remembers how often it was taken.
template <class E>
struct Item {
  typename E::template plain<int> payload{0};
  typename E::template atomic<int> taken{0};
};

template <class E>
void take(Item<E>* item) {
  if (item == nullptr) return;
  E::require(static_cast<int>(item->payload) == 42, "the taker sees what was written before the push");
  // order: relaxed — a counter; atomicity is enough.
  E::require(item->taken.fetch_add(1, std::memory_order::relaxed) == 0, "no item is taken twice");
}

template <class E, int k_items>
struct DequeProgram {
  using Queue = sync::Deque<E, Item<E>*>;
  Queue deque{4};
  std::array<Item<E>, k_items> items{};

  void push(int index) {
    items[index].payload = 42;
    deque.push(&items[index]);
  }
  void pop() { take<E>(deque.pop()); }
  void steal() { take<E>(deque.steal()); }

  /// What must hold after every run, whatever the threads did.
  void after() {
    while (Item<E>* item = deque.pop()) take<E>(item);
    E::require(deque.looks_empty(), "the deque is empty in the end");
    for (auto& item : items) {
      // order: relaxed — the threads have ended.
      E::require(item.taken.load(std::memory_order::relaxed) == 1, "every item is taken");
    }
  }
};

/// Two items, the owner takes as many as it pushed, each thief tries twice.
template <class E, int k_thieves>
struct OwnerAgainstThieves : DequeProgram<E, 2> {
  static constexpr int k_threads = 1 + k_thieves;
  void thread(int id) {
    if (id == 0) {
      this->push(0);
      this->push(1);
      this->pop();
      this->pop();
    } else {
      this->steal();
      this->steal();
    }
  }
};

/// The owner's remembered top: items come and go one by one, each pop may find the deque plainly empty.
template <class E>
struct OneByOne : DequeProgram<E, 3> {
  static constexpr int k_threads = 2;
  void thread(int id) {
    if (id == 0) {
      for (int i = 0; i < 3; ++i) {
        this->push(i);
        this->pop();
        this->pop();
      }
    } else {
      this->steal();
      this->steal();
    }
  }
};

/// A ring of two slots grows to four, and slots are used again while a slow thief still reads.
template <class E>
struct Growth {
  static constexpr int k_threads = 2;
  sync::Deque<E, Item<E>*> deque{2};
  std::array<Item<E>, 4> items{};

  void thread(int id) {
    if (id == 0) {
      for (Item<E>& item : items) {
        item.payload = 42;
        deque.push(&item);
      }
      take<E>(deque.pop());
    } else {
      take<E>(deque.steal());
      take<E>(deque.steal());
    }
  }
  void after() {
    while (Item<E>* item = deque.pop()) take<E>(item);
    for (auto& item : items) {
      // order: relaxed — the threads have ended.
      E::require(item.taken.load(std::memory_order::relaxed) == 1, "every item is taken");
    }
  }
};

/// steal_if takes only what was allowed; the predicate may look at an item that somebody else has taken.
template <class E>
struct StealIf {
  static constexpr int k_threads = 3;
  struct Task {
    typename E::template atomic<int> allowed{0};
    typename E::template atomic<int> taken{0};
  };
  sync::Deque<E, Task*> deque{4};
  std::array<Task, 2> tasks{};

  static void take(Task* task) {
    // order: relaxed — a counter; atomicity is enough.
    if (task != nullptr)
      E::require(task->taken.fetch_add(1, std::memory_order::relaxed) == 0, "no task is taken twice");
  }

  void thread(int id) {
    if (id == 0) {
      // order: relaxed — published by the push.
      tasks[0].allowed.store(1, std::memory_order::relaxed);
      deque.push(&tasks[0]);
      deque.push(&tasks[1]);
      take(deque.pop());
    } else {
      // order: relaxed — the predicate may be shown an item in other hands, so it reads atomics.
      Task* const got = deque.steal_if([](Task* t) { return t->allowed.load(std::memory_order::relaxed) == 1; });
      E::require(got == nullptr || got == &tasks[0], "only what the predicate allowed is stolen");
      take(got);
    }
  }
  void after() {
    while (Task* task = deque.pop()) take(task);
    for (auto& task : tasks) {
      // order: relaxed — the threads have ended.
      E::require(task.taken.load(std::memory_order::relaxed) == 1, "every task is taken");
    }
  }
};

}  // namespace heddle::model

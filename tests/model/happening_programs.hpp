// Claim: who listens to an event is told once, or learns that it has happened, and sees what was done before it; of the
// task that ends with an event, and the event, whichever comes second ends the task, once, and nobody touches the event
// any more then; an event happens once.
//
//   completers                listeners                          the task's maker
//     write; complete()         listen() or done(); read           reserve(); make; listen()
//
// Expected: no call lost or doubled, no data race on what is read, on entries or on the task.
#pragma once

#include <array>

#include "tasks/event_protocol.hpp"

namespace heddle::model {

template <class E>
struct Told {
  typename E::template plain<Told*> next{nullptr};
  void (*call)(Told*) = nullptr;
  typename E::template plain<int>* written = nullptr;
  typename E::template plain<int> times{0};
};

template <class E, int k_listeners>
struct CompleterAndListeners {
  static constexpr int k_threads = k_listeners + 1;
  tasks::EventProtocol<E, Told<E>> event;
  typename E::template plain<int> written{0};
  std::array<Told<E>, k_listeners> entries{};
  std::array<bool, k_listeners> listens{};

  static void told(Told<E>* entry) {
    E::require(static_cast<int>(*entry->written) == 7, "who is told sees what was done before");
    entry->times = static_cast<int>(entry->times) + 1;
  }

  void thread(int id) {
    if (id == k_listeners) {
      written = 7;
      E::require(event.complete(), "it has not happened before");
      return;
    }
    Told<E>& entry = entries[id];
    entry.call = told;
    entry.written = &written;
    listens[id] = event.listen(entry);
    if (!listens[id] || event.done()) E::require(static_cast<int>(written) == 7, "it has happened: so it is seen");
  }

  void after() {
    for (int i = 0; i < k_listeners; ++i) {
      E::require(static_cast<int>(entries[i].times) == (listens[i] ? 1 : 0), "who listens is told once");
    }
    E::require(event.done(), "it has happened in the end");
  }
};

/// Threads that complete it, and the maker of a task that ends with it.
template <class E, int k_completers>
struct CompletersAndMaker {
  static constexpr int k_threads = k_completers + 1;
  struct Ending : Told<E> {
    CompletersAndMaker* all = nullptr;
  };
  tasks::EventProtocol<E, Told<E>> event;
  Ending ending;
  typename E::template plain<int> made{0};   // the task, written by its maker
  typename E::template plain<int> ended{0};  // by whoever ends it
  typename E::template atomic<int> completions{0};
  bool reserved = false;

  void end() {
    E::require(static_cast<int>(made) == 1, "who ends the task sees it");
    E::require(event.done(), "who ends the task may destroy the event");
    ended = static_cast<int>(ended) + 1;
  }

  void thread(int id) {
    if (id == 0) {
      if (event.reserve()) event.forgo();  // of the first task nothing comes
      reserved = event.reserve();
      if (!reserved) return E::require(event.done(), "who has forgone it has left it to others");
      made = 1;
      ending.all = this;
      ending.call = [](Told<E>* told) { static_cast<Ending*>(told)->all->end(); };
      if (!event.listen(ending)) end();
      return;
    }
    if (event.complete()) {
      // order: relaxed — a counter.
      completions.fetch_add(1, std::memory_order_relaxed);
    }
  }

  void after() {
    // order: relaxed — the threads have ended.
    E::require(completions.load(std::memory_order_relaxed) == 1, "an event happens once");
    E::require(static_cast<int>(ended) == (reserved ? 1 : 0), "the task that ends with it ends once");
  }
};

}  // namespace heddle::model

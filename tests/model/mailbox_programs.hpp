// Claim: every item pushed into a Mailbox is taken exactly once, with its contents, and the items of one producer come
// out in the order in which it pushed them. Of each chain exactly one push reports that it was the first.
//
//   producers                       consumer
//     push(a); push(b)                take_all(); take_all()
//
// Expected: no loss, no double, no reversal, no data race on the items or their links.
#pragma once

#include <array>

#include "sync/mailbox.hpp"

namespace heddle::model {

template <class E>
struct Letter {
  typename E::template plain<Letter*> next{nullptr};
  typename E::template plain<int> producer{0};
  typename E::template plain<int> number{0};
};

template <class E, int k_producers, int k_letters>
struct ProducersAndConsumer {
  static constexpr int k_threads = k_producers + 1;
  using Box = sync::Mailbox<E, Letter<E>>;
  Box mailbox;
  std::array<std::array<Letter<E>, k_letters>, k_producers> letters{};
  std::array<int, k_producers> next_number{};  // the consumer's, and after()'s
  int chains = 0;
  typename E::template atomic<int> firsts{0};

  void read_all() {
    Letter<E>* letter = Box::oldest_first(mailbox.take_all());
    if (letter != nullptr) ++chains;
    while (letter != nullptr) {
      E::require(static_cast<int>(letter->number) == next_number[letter->producer]++,
                 "a producer's letters keep their order");
      letter = letter->next;
    }
  }

  void thread(int id) {
    if (id == k_producers) {
      read_all();
      read_all();
      return;
    }
    for (int i = 0; i < k_letters; ++i) {
      Letter<E>& letter = letters[id][i];
      letter.producer = id;
      letter.number = i;
      if (mailbox.push(&letter) == sync::Push::into_empty) {
        // order: relaxed — a counter.
        firsts.fetch_add(1, std::memory_order::relaxed);
      }
    }
  }

  void after() {
    read_all();
    for (const int count : next_number) E::require(count == k_letters, "every letter is read");
    // order: relaxed — the threads have ended.
    E::require(firsts.load(std::memory_order::relaxed) == chains, "one push per chain says that it was the first");
    E::require(mailbox.is_empty(), "the mailbox is empty in the end");
  }
};

}  // namespace heddle::model

// The mailbox on real threads.
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "platform/threads/threads.hpp"
#include "stress.hpp"
#include "sync/mailbox.hpp"

namespace {

using namespace heddle;
using platform::Threads;

struct Letter {
  Letter* next = nullptr;
  int producer = 0;
  int number = 0;
};

TEST(MailboxStress, letters_of_seven_producers_arrive_once_and_in_order) {
  constexpr int k_producers = 7;
  constexpr int k_letters = 10'000;
  sync::Mailbox<Threads, Letter> mailbox;
  std::vector<std::vector<Letter>> letters(k_producers, std::vector<Letter>(k_letters));
  std::vector<int> next_number(k_producers, 0);
  std::atomic<long> firsts{0};
  long chains = 0;
  int disorder = 0;
  stress::run_together(k_producers + 1, [&](int id) {
    if (id < k_producers) {
      for (int i = 0; i < k_letters; ++i) {
        Letter& letter = letters[static_cast<std::size_t>(id)][static_cast<std::size_t>(i)];
        letter.producer = id;
        letter.number = i;
        if (mailbox.push(&letter) == sync::Push::into_empty) ++firsts;
      }
      return;
    }
    for (int read = 0; read < k_producers * k_letters;) {
      Letter* letter = mailbox.oldest_first(mailbox.take_all());
      if (letter == nullptr) {
        std::this_thread::yield();
        continue;
      }
      for (++chains; letter != nullptr; letter = letter->next, ++read) {
        disorder += letter->number != next_number[static_cast<std::size_t>(letter->producer)]++;
      }
    }
  });
  EXPECT_EQ(disorder, 0);
  EXPECT_EQ(firsts, chains);
  EXPECT_TRUE(mailbox.is_empty());
}

}  // namespace

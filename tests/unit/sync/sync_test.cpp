// What one thread can see of the sync classes: order, layout, empty and full. Concurrency: tests/model, tests/stress.
#include <gtest/gtest.h>

#include <array>

#include "platform/threads/threads.hpp"
#include "sync/deque.hpp"
#include "sync/mailbox.hpp"
#include "sync/spin_lock.hpp"

namespace {

using namespace heddle;
using platform::Threads;
using Deque = sync::Deque<Threads, int*>;

// omp_lock_t has four bytes, and a critical section's name is a word: a lock fits into either.
static_assert(sizeof(sync::Mutex<Threads>) == 4);
static_assert(alignof(Deque) == base::k_line_bytes);
static_assert(sizeof(Deque) == 2 * base::k_line_bytes, "one line for the thieves, one for the owner");

struct DequeOfTen : testing::Test {
  std::array<int, 10> numbers{};
  Deque deque{4};
  void SetUp() override {
    for (int& number : numbers) deque.push(&number);
  }
};

TEST_F(DequeOfTen, gives_the_owner_the_youngest_first) {
  for (std::size_t i = numbers.size(); i-- > 0;) EXPECT_EQ(deque.pop(), &numbers[i]);
  EXPECT_EQ(deque.pop(), nullptr);
  EXPECT_EQ(deque.pop(), nullptr);
}

TEST_F(DequeOfTen, gives_thieves_the_oldest_first) {
  for (int& number : numbers) EXPECT_EQ(deque.steal(), &number);
  EXPECT_EQ(deque.steal(), nullptr);
  EXPECT_TRUE(deque.looks_empty());
}

TEST_F(DequeOfTen, peek_leaves_the_youngest_in_place) {
  EXPECT_EQ(deque.peek(), &numbers[9]);
  EXPECT_EQ(deque.pop(), &numbers[9]);
  EXPECT_EQ(deque.peek(), &numbers[8]);
  while (deque.steal() != nullptr) {
  }
  EXPECT_EQ(deque.peek(), nullptr);
}

TEST_F(DequeOfTen, a_refused_item_stays_the_oldest) {
  EXPECT_EQ(deque.steal_if([](int*) { return false; }), nullptr);
  EXPECT_EQ(deque.size_hint(), 10u);
  EXPECT_EQ(deque.steal_if([&](int* oldest) { return oldest == &numbers[0]; }), &numbers[0]);
}

TEST(Deque, is_used_again_and_again_without_growing) {
  Deque deque(4);
  int number = 0;
  for (int i = 0; i < 1000; ++i) {
    deque.push(&number);
    deque.push(&number);
    EXPECT_EQ(i % 2 == 0 ? deque.pop() : deque.steal(), &number);
    EXPECT_EQ(deque.pop(), &number);
    EXPECT_EQ(deque.pop(), nullptr);
  }
}

TEST(Mutex, is_free_held_and_free_again) {
  sync::Mutex<Threads> mutex;
  if (!mutex.try_lock()) FAIL() << "a new mutex is free";
  EXPECT_TRUE(mutex.looks_locked());
  mutex.unlock();
  EXPECT_FALSE(mutex.looks_locked());
  EXPECT_FALSE(mutex.unlock_if_held()) << "nobody holds it";
  EXPECT_FALSE(mutex.looks_locked());
  ASSERT_TRUE(mutex.try_lock());
  EXPECT_TRUE(mutex.unlock_if_held());
  EXPECT_FALSE(mutex.looks_locked());
}

struct Letter {
  int number;
  Letter* next = nullptr;
};

TEST(Mailbox, hands_out_the_oldest_first_and_says_who_was_first) {
  sync::Mailbox<Threads, Letter> mailbox;
  Letter a{1}, b{2}, c{3};
  EXPECT_EQ(mailbox.push(&a), sync::Push::into_empty);
  EXPECT_EQ(mailbox.push(&b), sync::Push::behind_others);
  EXPECT_EQ(mailbox.push(&c), sync::Push::behind_others);
  Letter* const first = mailbox.oldest_first(mailbox.take_all());
  EXPECT_EQ(first, &a);
  EXPECT_EQ(first->next, &b);
  EXPECT_EQ(b.next, &c);
  EXPECT_EQ(c.next, nullptr);
  EXPECT_EQ(mailbox.take_all(), nullptr);
}

TEST(Mailbox, lies_over_the_mark_that_a_taker_has_left) {
  using Box = sync::Mailbox<Threads, Letter>;
  Box mailbox;
  Letter a{1}, b{2};
  EXPECT_EQ(mailbox.push(&a), sync::Push::into_empty);
  EXPECT_EQ(Box::oldest_first(mailbox.take_all_and_mark()), &a);
  EXPECT_EQ(a.next, nullptr);
  EXPECT_TRUE(mailbox.is_marked());
  EXPECT_FALSE(mailbox.is_empty());
  EXPECT_EQ(mailbox.push(&b), sync::Push::behind_others) << "somebody still deals with what was taken";
  EXPECT_FALSE(mailbox.is_marked());
  EXPECT_FALSE(mailbox.remove_mark()) << "an item has come in";
  EXPECT_EQ(Box::oldest_first(mailbox.take_all_and_mark()), &b);
  EXPECT_EQ(b.next, nullptr) << "the mark is no item";
  EXPECT_TRUE(mailbox.remove_mark());
  EXPECT_TRUE(mailbox.is_empty());
}

TEST(Mailbox, refuses_who_meets_the_mark) {
  using Box = sync::Mailbox<Threads, Letter>;
  Box mailbox;
  Letter a{1}, b{2};
  EXPECT_TRUE(mailbox.push_unless_marked(&a));
  EXPECT_EQ(mailbox.take_all_and_mark(), &a);
  EXPECT_FALSE(mailbox.push_unless_marked(&b));
  EXPECT_EQ(mailbox.take_all_and_mark(), Box::mark());
}

TEST(Mailbox, takes_a_chain_as_it_is_linked) {
  sync::Mailbox<Threads, Letter> mailbox;
  Letter a{1}, b{2}, c{3};
  b.next = &a;
  mailbox.push(&c);
  EXPECT_EQ(mailbox.push_chain(&b, &a), sync::Push::behind_others);
  EXPECT_EQ(mailbox.take_all(), &b);
  EXPECT_EQ(a.next, &c);
}

}  // namespace

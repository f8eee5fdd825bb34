// Mutex and spin lock on more threads than cores.
#include <gtest/gtest.h>

#include <atomic>
#include <ctime>

#include "platform/threads/threads.hpp"
#include "stress.hpp"
#include "sync/spin_lock.hpp"

namespace {

using namespace heddle;
using platform::Threads;

template <class Lock>
class LockStress : public testing::Test {};
using Locks = testing::Types<sync::Mutex<Threads>, sync::SpinLock<Threads>, sync::BasicMutex<Threads, 0>>;
TYPED_TEST_SUITE(LockStress, Locks);

TYPED_TEST(LockStress, eight_threads_lose_no_addition) {
  constexpr int k_threads = 8;
  constexpr int k_rounds = 4'000;
  TypeParam lock;
  long counter = 0;
  stress::run_together(k_threads, [&](int) {
    for (int i = 0; i < k_rounds; ++i) {
      sync::Guard guard(lock);
      ++counter;
    }
  });
  EXPECT_EQ(counter, k_threads * k_rounds);
  EXPECT_FALSE(lock.looks_locked());
}

TYPED_TEST(LockStress, try_lock_excludes_beside_lock) {
  TypeParam lock;
  long counter = 0;
  std::atomic<long> entered{0};
  stress::run_together(4, [&](int id) {
    for (int i = 0; i < 3'000; ++i) {
      if (id % 2 == 0) {
        lock.lock();
      } else if (!lock.try_lock()) {
        continue;
      }
      ++counter;
      lock.unlock();
      ++entered;
    }
  });
  EXPECT_EQ(counter, entered);
}

std::int64_t process_cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

TYPED_TEST(LockStress, waiters_burn_no_core_while_the_holder_sleeps) {
  TypeParam lock;
  lock.lock();
  const std::int64_t before = process_cpu_ns();
  std::jthread first([&] { sync::Guard guard(lock); });
  std::jthread second([&] { sync::Guard guard(lock); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // what is measured is the waiters, not a race
  const std::int64_t burnt = process_cpu_ns() - before;
  lock.unlock();
  EXPECT_LT(burnt, 100'000'000) << "two waiters may spin for microseconds each, not for 200 ms";
}

}  // namespace

// Locks in the memory that omp.h gives them: who gets in, who may leave, and what a wrong call says.
#include "omp/locks.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "front/gomp/exports.hpp"

namespace heddle::omp {
namespace {

const int k_ours = 0;  // two owners: any two addresses
const int k_theirs = 0;

constexpr int k_threads = 4;
constexpr int k_rounds = 20'000;

/// Adds to a plain counter from several threads; anything but the sum means that two were inside at once.
template <class Enter, class Leave>
long count_under(Enter enter, Leave leave) {
  long count = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < k_threads; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < k_rounds; ++round) {
        enter();
        ++count;
        leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return count;
}

TEST(SimpleLock, OneThreadIsInsideAtATime) {
  SimpleLock lock;
  EXPECT_EQ(count_under([&] { heddle_omp_set_lock(&lock); }, [&] { heddle_omp_unset_lock(&lock); }),
            long{k_threads} * k_rounds);
}

TEST(SimpleLock, TestSaysWhetherItTookTheLock) {
  SimpleLock lock;
  heddle_omp_init_lock(&lock);
  EXPECT_EQ(heddle_omp_test_lock(&lock), 1);
  EXPECT_EQ(heddle_omp_test_lock(&lock), 0);
  heddle_omp_unset_lock(&lock);
  EXPECT_EQ(heddle_omp_test_lock(&lock), 1);
}

TEST(SimpleLock, ZeroedMemoryIsAFreeLock) {
  alignas(SimpleLock) unsigned char memory[sizeof(SimpleLock)] = {};
  EXPECT_EQ(heddle_omp_test_lock(reinterpret_cast<SimpleLock*>(memory)), 1);
}

TEST(SimpleLock, WrongCallsEndWithTheFunctionAndWhatWasWrong) {
  SimpleLock lock;
  EXPECT_DEATH(heddle_omp_unset_lock(&lock), "omp_unset_lock, called from 0x[0-9a-f]+.*the lock is not set");
  EXPECT_DEATH(heddle_omp_destroy_lock(nullptr), "omp_destroy_lock.*address is null");
  heddle_omp_set_lock(&lock);
  EXPECT_DEATH(heddle_omp_destroy_lock(&lock), "destroyed while it is set");
}

TEST(NestLock, ItsOwnerMaySetItAgainAndMustUnsetItAsOften) {
  NestLock lock;
  lock.set(&k_ours);
  EXPECT_EQ(lock.test(&k_ours), 2U);
  EXPECT_EQ(lock.test(&k_theirs), 0U);
  EXPECT_TRUE(lock.unset(&k_ours));
  EXPECT_EQ(lock.test(&k_theirs), 0U);
  EXPECT_TRUE(lock.unset(&k_ours));
  EXPECT_EQ(lock.test(&k_theirs), 1U);
}

TEST(NestLock, OnlyItsOwnerCanUnsetIt) {
  NestLock lock;
  EXPECT_FALSE(lock.unset(&k_ours));
  lock.set(&k_theirs);
  EXPECT_FALSE(lock.unset(&k_ours));
  EXPECT_DEATH(heddle_omp_unset_nest_lock(&lock), "omp_unset_nest_lock.*does not hold the lock");
}

TEST(NestLock, OneOwnerIsInsideAtATime) {
  NestLock lock;
  long count = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < k_threads; ++thread) {
    threads.emplace_back([&] {
      const char self = 0;
      for (int round = 0; round < k_rounds; ++round) {
        lock.set(&self);
        lock.set(&self);
        ++count;
        ASSERT_TRUE(lock.unset(&self));
        ASSERT_TRUE(lock.unset(&self));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, long{k_threads} * k_rounds);
}

TEST(OldNestLock, EightBytesKeepOwnerAndCount) {
  OldNestLock lock;
  EXPECT_TRUE(lock.set(0));
  EXPECT_EQ(lock.test(0), 2U);
  EXPECT_EQ(lock.test(1), 0U);
  EXPECT_FALSE(lock.unset(1));
  EXPECT_TRUE(lock.unset(0));
  EXPECT_TRUE(lock.unset(0));
  EXPECT_FALSE(lock.unset(0));
  EXPECT_EQ(lock.test(1), 1U);
}

TEST(OldNestLock, TooManySettingsAreRefusedNotForgotten) {
  OldNestLock lock;
  for (std::uint32_t setting = 0; setting < OldNestLock::k_most_settings; ++setting) ASSERT_TRUE(lock.set(7));
  EXPECT_FALSE(lock.set(7));
  EXPECT_EQ(lock.test(7), 0U);
  for (std::uint32_t setting = 0; setting < OldNestLock::k_most_settings; ++setting) ASSERT_TRUE(lock.unset(7));
  EXPECT_EQ(lock.test(8), 1U);
}

TEST(FortranNestLock, ItsVariableHoldsAPointerBetweenInitAndDestroy) {
  NestLock* variable = nullptr;
  heddle_omp_init_nest_lock_(&variable);
  ASSERT_NE(variable, nullptr);
  EXPECT_EQ(heddle_omp_test_nest_lock_(&variable), 1);
  EXPECT_EQ(heddle_omp_test_nest_lock_(&variable), 2);
  heddle_omp_unset_nest_lock_(&variable);
  heddle_omp_unset_nest_lock_(&variable);
  heddle_omp_destroy_nest_lock_(&variable);
  EXPECT_EQ(variable, nullptr);
}

TEST(Critical, ANameIsALockInItsOwnWord) {
  void* word = nullptr;
  void* other = nullptr;
  heddle_GOMP_critical_name_start(&word);
  heddle_GOMP_critical_name_start(&other);  // another name: does not wait
  heddle_GOMP_critical_name_end(&other);
  heddle_GOMP_critical_name_end(&word);
  EXPECT_EQ(count_under([&] { heddle_GOMP_critical_name_start(&word); }, [&] { heddle_GOMP_critical_name_end(&word); }),
            long{k_threads} * k_rounds);
}

TEST(Critical, LeavingWhereNobodyIsEndsWithAMessage) {
  EXPECT_DEATH(heddle_GOMP_critical_end(), "GOMP_critical_end, called from .*: nobody is in that section");
}

}  // namespace
}  // namespace heddle::omp

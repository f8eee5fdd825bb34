// Locks in the memory that omp.h gives them: who gets in, who may leave, and what a wrong call says.
#include "omp/locks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
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

TEST(SimpleLock, WhateverWasInItsMemoryInitMakesItFree) {
  alignas(SimpleLock) unsigned char memory[sizeof(SimpleLock)];
  for (const unsigned char before : {0x00, 0x01, 0x7F, 0xFF}) {
    std::memset(memory, before, sizeof memory);
    auto* const lock = reinterpret_cast<SimpleLock*>(memory);
    heddle_omp_init_lock(lock);
    EXPECT_EQ(heddle_omp_test_lock(lock), 1) << int{before};
    heddle_omp_unset_lock(lock);
    heddle_omp_destroy_lock(lock);
  }
}

TEST(NestLock, KnowsHowOftenItIsSetAndWhetherItIs) {
  NestLock lock;
  EXPECT_FALSE(lock.looks_locked());
  for (std::uint32_t times = 1; times <= 3; ++times) {
    lock.set(&k_ours);
    EXPECT_EQ(lock.depth(), times);
    EXPECT_TRUE(lock.looks_locked());
  }
  for (std::uint32_t left = 3; left-- > 0;) {
    EXPECT_TRUE(lock.unset(&k_ours));
    EXPECT_EQ(lock.looks_locked(), left > 0) << left;
  }
  EXPECT_FALSE(lock.unset(&k_ours)) << "it is nobody's now";
  EXPECT_EQ(lock.test(&k_theirs), 1U) << "the next owner begins at one";
}

TEST(NestLock, WrongCallsEndWithTheFunctionAndWhatWasWrong) {
  NestLock lock;
  heddle_omp_init_nest_lock(&lock);
  EXPECT_DEATH(heddle_omp_unset_nest_lock(&lock), "omp_unset_nest_lock, called from .*the task does not hold the lock");
  EXPECT_DEATH(heddle_omp_init_nest_lock(nullptr), "omp_init_nest_lock.*address is null");
  EXPECT_DEATH(heddle_omp_destroy_nest_lock(nullptr), "omp_destroy_nest_lock.*address is null");
  heddle_omp_set_nest_lock(&lock);
  heddle_omp_set_nest_lock(&lock);
  heddle_omp_unset_nest_lock(&lock);
  EXPECT_DEATH(heddle_omp_destroy_nest_lock(&lock), "omp_destroy_nest_lock.*destroyed while it is set");
  heddle_omp_unset_nest_lock(&lock);
  heddle_omp_destroy_nest_lock(&lock);
}

TEST(OldNestLock, KnowsHowOftenItIsSetAndWhetherItIs) {
  OldNestLock lock;
  EXPECT_FALSE(lock.looks_locked());
  EXPECT_TRUE(lock.set(3));
  EXPECT_TRUE(lock.set(3));
  EXPECT_EQ(lock.depth(), 2U);
  EXPECT_TRUE(lock.looks_locked());
  EXPECT_TRUE(lock.unset(3));
  EXPECT_EQ(lock.depth(), 1U);
  EXPECT_TRUE(lock.unset(3));
  EXPECT_FALSE(lock.looks_locked());
}

TEST(OldNestLock, EachWorkerIsAnOwnerOfItsOwn) {
  // Numbers around powers of two: the owner shares a word with the count.
  const std::uint32_t workers[] = {0, 1, 2, 255, 4094, 4095, 4096, 65'535, 1'000'000, 1'048'574};
  for (const std::uint32_t owner : workers) {
    OldNestLock lock;
    EXPECT_TRUE(lock.set(owner));
    for (const std::uint32_t other : workers) {
      if (other == owner) continue;
      EXPECT_EQ(lock.test(other), 0U) << owner << " has it, not " << other;
      EXPECT_FALSE(lock.unset(other)) << owner << " has it, not " << other;
    }
    EXPECT_EQ(lock.test(owner), 2U) << owner;
    EXPECT_TRUE(lock.unset(owner));
    EXPECT_TRUE(lock.unset(owner));
    EXPECT_FALSE(lock.looks_locked()) << owner;
  }
}

TEST(OldNestLock, OneWorkerIsInsideAtATime) {
  OldNestLock lock;
  std::atomic<std::uint32_t> next{0};
  static thread_local std::uint32_t self;
  const auto numbered = [&] {
    if (self == 0) self = ++next;
    return self;
  };
  EXPECT_EQ(count_under([&] { EXPECT_TRUE(lock.set(numbered()) && lock.set(numbered())); },
                        [&] { EXPECT_TRUE(lock.unset(numbered()) && lock.unset(numbered())); }),
            long{k_threads} * k_rounds);
}

TEST(FortranNestLock, OfMemoryThatIsNotMadeCallsEndWithAMessage) {
  NestLock* variable = nullptr;
  EXPECT_DEATH(heddle_omp_destroy_nest_lock_(&variable), "omp_destroy_nest_lock.*address is null");
  heddle_omp_init_nest_lock_(&variable);
  heddle_omp_set_nest_lock_(&variable);
  EXPECT_DEATH(heddle_omp_destroy_nest_lock_(&variable), "destroyed while it is set");
  heddle_omp_unset_nest_lock_(&variable);
  heddle_omp_destroy_nest_lock_(&variable);
}

TEST(Critical, SectionsAndWideAtomicsDoNotWaitForEachOther) {
  void* word = nullptr;
  heddle_GOMP_critical_start();
  heddle_GOMP_atomic_start();
  heddle_GOMP_critical_name_start(&word);
  EXPECT_TRUE(unnamed_critical.mutex.looks_locked());
  EXPECT_TRUE(wide_atomic.mutex.looks_locked());
  heddle_GOMP_critical_end();
  EXPECT_FALSE(unnamed_critical.mutex.looks_locked());
  EXPECT_TRUE(wide_atomic.mutex.looks_locked());
  EXPECT_TRUE(named_critical(&word).looks_locked());
  heddle_GOMP_atomic_end();
  EXPECT_FALSE(wide_atomic.mutex.looks_locked());
  heddle_GOMP_critical_name_end(&word);
  EXPECT_FALSE(named_critical(&word).looks_locked());
}

TEST(Critical, ANamesLockLeavesTheOtherHalfOfItsWordAlone) {
  std::uint64_t word = 0xAAAA'BBBB'0000'0000;
  void** const name = reinterpret_cast<void**>(&word);
  heddle_GOMP_critical_name_start(name);
  EXPECT_EQ(word >> 32, 0xAAAA'BBBBu);
  EXPECT_NE(word & 0xFFFF'FFFF, 0u);
  heddle_GOMP_critical_name_end(name);
  EXPECT_EQ(word, 0xAAAA'BBBB'0000'0000u);
}

TEST(Critical, EachKindSaysWhichFunctionWasCalledInVain) {
  void* word = nullptr;
  EXPECT_DEATH(heddle_GOMP_critical_name_end(&word),
               "GOMP_critical_name_end, called from .*: nobody is in that section");
  EXPECT_DEATH(heddle_GOMP_atomic_end(), "GOMP_atomic_end, called from .*: nobody is in that section");
}

}  // namespace
}  // namespace heddle::omp

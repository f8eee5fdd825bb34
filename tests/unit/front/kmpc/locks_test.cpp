// Locks as Intel's compilers call them: those of omp.h, in the bytes of one pointer; a wrong call names its function.
#include <gtest/gtest.h>

#include "front/kmpc/exports.hpp"

namespace heddle::kmpc {
namespace {

TEST(KmpcLocks, ASimpleLockLiesInTheProgramsBytes) {
  omp::SimpleLock lock;
  heddle___kmpc_init_lock_with_hint(nullptr, 0, &lock, 1);
  EXPECT_EQ(heddle___kmpc_test_lock(nullptr, 0, &lock), 1);
  EXPECT_EQ(heddle___kmpc_test_lock(nullptr, 0, &lock), 0);
  heddle___kmpc_unset_lock(nullptr, 0, &lock);
  heddle___kmpc_set_lock(nullptr, 0, &lock);
  EXPECT_TRUE(lock.looks_locked());
  heddle___kmpc_unset_lock(nullptr, 0, &lock);
  heddle___kmpc_destroy_lock(nullptr, 0, &lock);
}

TEST(KmpcLocks, ANestableLockIsMadeAndFreedBehindAPointer) {
  omp::NestLock* lock = nullptr;
  heddle___kmpc_init_nest_lock(nullptr, 0, &lock);
  ASSERT_NE(lock, nullptr);
  heddle___kmpc_set_nest_lock(nullptr, 0, &lock);
  EXPECT_EQ(heddle___kmpc_test_nest_lock(nullptr, 0, &lock), 2);
  heddle___kmpc_unset_nest_lock(nullptr, 0, &lock);
  heddle___kmpc_unset_nest_lock(nullptr, 0, &lock);
  heddle___kmpc_destroy_nest_lock(nullptr, 0, &lock);
  EXPECT_EQ(lock, nullptr);
}

TEST(KmpcLocksDeathTest, WrongCallsAreNamed) {
  omp::SimpleLock lock;
  EXPECT_DEATH(heddle___kmpc_unset_lock(nullptr, 0, &lock), "__kmpc_unset_lock, called from 0x[0-9a-f]+.*is not set");
  EXPECT_DEATH(heddle___kmpc_destroy_lock(nullptr, 0, nullptr), "__kmpc_destroy_lock.*address is null");
  omp::NestLock* nest = nullptr;
  heddle___kmpc_init_nest_lock(nullptr, 0, &nest);
  EXPECT_DEATH(heddle___kmpc_unset_nest_lock(nullptr, 0, &nest), "__kmpc_unset_nest_lock.*does not hold the lock");
  heddle___kmpc_destroy_nest_lock(nullptr, 0, &nest);
}

}  // namespace
}  // namespace heddle::kmpc

// The platform policy of real threads costs nothing and neither loses a wake-up nor sleeps without reason.
#include "platform/threads/threads.hpp"

#include "platform/threads/find_object.hpp"

#include <gtest/gtest.h>

#include <sched.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

namespace heddle::platform {
namespace {

using Word = Threads::atomic<std::uint32_t>;

TEST(Threads, AnAtomicIsStdAtomicAndNothingMore) {
  static_assert(std::is_same_v<Threads::atomic<void*>, std::atomic<void*>>);
  static_assert(Word::is_always_lock_free);
  static_assert(sizeof(Word) == 4);
}

TEST(Threads, ParkReturnsAtOnceWhenTheWordDiffers) {
  Word word{1};
  Threads::park(word, 0);  // a wrong park hangs here until the test's time is up
}

TEST(Threads, UnparkAllWakesEveryoneWhoSawTheOldValue) {
  Word word{0};
  Word awake{0};
  std::vector<std::jthread> sleepers;
  for (int i = 0; i < 4; ++i) {
    sleepers.emplace_back([&] {
      while (word.load() == 0) Threads::park(word, 0);
      awake.fetch_add(1);
    });
  }
  word.store(1);
  Threads::unpark_all(word);
  sleepers.clear();
  EXPECT_EQ(awake.load(), 4u);
}

TEST(Threads, UnparkOneIsEnoughForOne) {
  Word word{0};
  std::jthread sleeper([&] {
    while (word.load() == 0) Threads::park(word, 0);
  });
  word.store(1);
  Threads::unpark_one(word);
}

TEST(Threads, ABoundedSpinGivesUpAndAnAnsweredOneDoesNot) {
  const Word word{7};
  EXPECT_FALSE(Threads::spin_until(word, [](std::uint32_t value) { return value == 8; }, Spins{100}));
  EXPECT_TRUE(Threads::spin_until(word, [](std::uint32_t value) { return value == 7; }, Spins{0}));
}

TEST(Threads, AnUnboundedSpinEndsWithTheWord) {
  Word word{0};
  std::jthread other([&] { word.store(1); });
  EXPECT_TRUE(Threads::spin_until(word, [](std::uint32_t value) { return value == 1; }, Spins::unbounded()));
}

TEST(Threads, WhoChangesItsCoreMayUseTheSameOnesAfterwards) {
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  errno = 77;
  bool changed = false;
  // A thread that another test has joined may still be on its way out.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!changed && CPU_COUNT(&before) > 1 && std::chrono::steady_clock::now() < deadline) {
    changed = Threads::change_core();
    EXPECT_EQ(errno, 77);
    std::this_thread::yield();
    errno = 77;
  }
  EXPECT_EQ(changed, CPU_COUNT(&before) > 1) << "nobody else runs, so the other cores are free";
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Threads, WhoseCoresAreAllInUseStaysThere) {
  std::atomic<bool> over{false};
  std::atomic<std::size_t> in_place{0};
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  std::vector<std::thread> busy;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &all)) continue;
    busy.emplace_back([&over, &in_place, cpu] {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      if (sched_setaffinity(0, sizeof(one), &one) == 0) in_place.fetch_add(1);
      while (!over.load(std::memory_order_relaxed)) {  // order: relaxed — nothing else is read
      }
    });
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (in_place.load() < busy.size() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_EQ(in_place.load(), busy.size());
  EXPECT_FALSE(Threads::change_core());
  over.store(true, std::memory_order_relaxed);  // order: relaxed — as above
  for (std::thread& thread : busy) thread.join();
}

TEST(Threads, TheClockNeverGoesBack) {
  std::uint64_t last = Threads::now_ns();
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t now = Threads::now_ns();
    EXPECT_GE(now, last);
    last = now;
  }
}

#if HEDDLE_HAS_FIND_OBJECT
// Looking it up takes the loader's lock: an exception would wait for whoever loads a library, who may wait for us.
TEST(FindObject, IsKnownBeforeTheFirstException) { EXPECT_TRUE(knows_find_object()); }

// Without glibc's _dl_find_object the unwinder finds the same frames: of the program, of a library, of nothing.
TEST(FindObject, ByHeadersFindsWhatTheCLibraryFinds) {
  int local = 0;
  for (void* const address : {reinterpret_cast<void*>(&find_object_by_headers), reinterpret_cast<void*>(&::sched_yield),
                              reinterpret_cast<void*>(&std::terminate), static_cast<void*>(&local)}) {
    dl_find_object expected{};
    dl_find_object found{};
    const int known = ::_dl_find_object(address, &expected);
    ASSERT_EQ(find_object_by_headers(address, &found), known);
    EXPECT_EQ(found.dlfo_eh_frame, expected.dlfo_eh_frame);
    EXPECT_EQ(found.dlfo_map_start, expected.dlfo_map_start);
    if (known == 0) {
      EXPECT_TRUE(found.dlfo_map_start <= address && address < found.dlfo_map_end);
    }
  }
  dl_find_object found{};
  EXPECT_EQ(find_object_by_headers(&local, &found), -1) << "a stack is no object";
  EXPECT_NE(find_object_by_headers(reinterpret_cast<void*>(&::sched_yield), &found), -1);
}
#endif

}  // namespace
}  // namespace heddle::platform

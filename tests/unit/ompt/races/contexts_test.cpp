// Each task a thread of its own to ThreadSanitizer: a context from its begin to its end, memory of its own to run on,
// and variables of the thread that nobody knows anything of.
#include "ompt/contexts.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <thread>

#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/races/sanitizer.hpp"

namespace heddle::ompt::test {
namespace {

std::uintptr_t place_of(const void* address) noexcept { return reinterpret_cast<std::uintptr_t>(address); }

/// Where the caller's variables lie.
[[gnu::noinline]] std::uintptr_t stack_here() noexcept { return place_of(__builtin_frame_address(0)); }

constexpr std::uintptr_t k_near = 256 * 1024;  // one thread's frames in these tests lie closer together
bool near(std::uintptr_t one, std::uintptr_t other) noexcept {
  return (one > other ? one - other : other - one) < k_near;
}

TEST(OmptContexts, a_task_is_one_of_its_own_and_its_thread_is_what_it_was_behind_it) {
  parallel(1, [] {
    static std::uint32_t first, second, outside;
    outside = this_context();
    const std::size_t alive = contexts_alive();
    const std::size_t made = contexts_made();
    spawn([] {
      first = this_context();
      EXPECT_EQ(name_of_this_context(), "OpenMP task");
    });
    EXPECT_EQ(this_context(), outside);
    spawn([] { second = this_context(); });
    EXPECT_EQ(this_context(), outside);
    EXPECT_NE(first, outside);
    EXPECT_NE(second, outside);
    EXPECT_NE(first, second);
    EXPECT_EQ(contexts_made(), made + 2);
    EXPECT_EQ(contexts_alive(), alive) << "both are over";
  });
}

TEST(OmptContexts, a_task_within_a_task_is_a_third) {
  parallel(1, [] {
    static std::uint32_t inner;
    const std::size_t alive = contexts_alive();
    spawn([] {
      const std::uint32_t outer = this_context();
      spawn([] { inner = this_context(); });
      EXPECT_EQ(this_context(), outer);
      EXPECT_NE(inner, outer);
    });
    EXPECT_EQ(contexts_alive(), alive);
  });
}

TEST(OmptContexts, a_task_that_the_program_runs_itself_is_one_on_its_creators_stack) {
  parallel(1, [] {
    static std::uint32_t inside;
    static std::uintptr_t stack;
    const std::uint32_t outside = this_context();
    run_between(allocate([] {
      inside = this_context();
      stack = stack_here();
    }));
    EXPECT_NE(inside, outside);
    EXPECT_EQ(this_context(), outside);
    EXPECT_TRUE(near(stack, stack_here()));
  });
}

TEST(OmptContexts, what_a_thread_that_begins_knew_is_all_that_a_task_knows_of_it) {
  static Moment early, late;
  std::thread([] {
    early = now();
    parallel(1, [] {
      late = now();
      spawn([] {
        EXPECT_TRUE(seen(early)) << "before it came to OpenMP";
        EXPECT_TRUE(seen(late)) << "as its creator";
      });
    });
  }).join();
}

TEST(OmptContexts, a_thread_that_ends_leaves_none) {
  std::thread([] { parallel(1, [] {}); }).join();  // whatever else comes with the first
  const std::size_t alive = contexts_alive();
  for (int i = 0; i < 5; ++i) {
    std::thread([] {
      parallel(1, [] { spawn([] {}); });
      parallel(1, [] { spawn([] {}); });
    }).join();
  }
  EXPECT_EQ(contexts_alive(), alive + 5) << "a thread's own, which the real one gives back with the thread";
}

TEST(OmptContexts, variables_of_the_thread_are_new_when_one_begins_and_when_it_ends) {
  parallel(1, [] {
    static thread_local int variable = 7;
    const std::uintptr_t address = place_of(&variable);
    const std::uintptr_t of_errno = place_of(&errno);
    forget_renewed();
    static std::size_t at_begin;
    spawn([] { at_begin = renewed().size(); });
    const std::vector<Renewed> all = renewed();
    EXPECT_GT(at_begin, 0u);
    EXPECT_EQ(all.size(), 2 * at_begin);
    std::size_t of_variable = 0, of_library = 0;
    for (const Renewed& each : all) {
      EXPECT_TRUE(each.given_back);
      EXPECT_EQ(each.begin % 8, 0u);
      EXPECT_EQ(each.bytes % 8, 0u);
      of_variable += each.begin <= address && address + sizeof variable <= each.begin + each.bytes ? 1 : 0;
      of_library += each.begin <= of_errno && of_errno < each.begin + each.bytes ? 1 : 0;
    }
    EXPECT_EQ(of_variable, 2u);
    EXPECT_EQ(of_library, 2u) << "errno";
    EXPECT_EQ(variable, 7) << "nobody writes there";
  });
}

// -- stacks ----------------------------------------------------------------------------------------------------------

TEST(OmptStacks, a_task_runs_on_memory_of_its_own_which_the_next_one_gets_too) {
  parallel(1, [] {
    static std::uintptr_t first, second, inner;
    spawn([] {
      first = stack_here();
      spawn([] { inner = stack_here(); });
      taskwait();
    });
    spawn([] { second = stack_here(); });
    EXPECT_FALSE(near(first, stack_here()));
    EXPECT_FALSE(near(first, inner)) << "both at once";
    EXPECT_TRUE(near(second, first) || near(second, inner)) << "one that is free is taken before another is made";
  });
}

TEST(OmptStacks, have_the_room_that_a_thread_has) {
  bool reached = false;
  call_on_new_stack(
      [](void* flag) {
        constexpr std::uintptr_t k_deep = 7 << 20;
        auto* const deep = reinterpret_cast<volatile char*>(stack_here() - k_deep);
        *deep = 5;
        *static_cast<bool*>(flag) = *deep == 5;
      },
      &reached);
  EXPECT_TRUE(reached);
}

/// What lies below the caller's frame, where deeper calls had theirs.
volatile char& below(std::uintptr_t bytes) noexcept { return *reinterpret_cast<volatile char*>(stack_here() - bytes); }

// What one task has left there must not be taken for what the next one does, to both below a call of the other's.
TEST(OmptStacks, are_new_memory_to_each_task) {
  static std::uintptr_t first;
  static int left[3];
  const auto look = [](void*) {
    first = stack_here();
    left[0] += below(70'000);
    left[1] += below(300'000);
    left[2] += below(5'000'000);
    below(70'000) = 1;
    below(300'000) = 2;
    below(5'000'000) = 3;
  };
  call_on_new_stack(look, nullptr);
  const std::uintptr_t before = first;
  call_on_new_stack(look, nullptr);
  EXPECT_EQ(first, before) << "the same stack";
  EXPECT_EQ(left[0], 0);
  EXPECT_EQ(left[1], 0);
  EXPECT_EQ(left[2], 0);
}

TEST(OmptStacks, calls_within_calls_lie_apart_and_come_back_in_turn) {
  static std::vector<std::uintptr_t> places;
  static int back;
  places.clear();
  back = 0;
  struct Deeper {
    static void go(void* levels) {
      places.push_back(stack_here());
      const auto left = *static_cast<int*>(levels) - 1;
      int next = left;
      if (left > 0) call_on_new_stack(go, &next);
      EXPECT_EQ(next, left) << "its variables are there still";
      ++back;
    }
  };
  int levels = 6;
  call_on_new_stack(Deeper::go, &levels);
  ASSERT_EQ(places.size(), 6u);
  EXPECT_EQ(back, 6);
  for (std::size_t one = 0; one < places.size(); ++one)
    for (std::size_t other = 0; other < one; ++other) EXPECT_FALSE(near(places[one], places[other]));
}

TEST(OmptStacks, who_goes_too_deep_is_stopped) {
  EXPECT_DEATH(call_on_new_stack(
                   [](void*) {
                     const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
                     for (std::uintptr_t depth = page;; depth += page) below(depth) = 1;
                   },
                   nullptr),
               "");
}

TEST(OmptStacks, of_a_thread_end_with_it) {
  static std::uintptr_t stack;
  std::thread([] {
    parallel(1, [] { spawn([] { stack = stack_here(); }); });
    unsigned char there = 0;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    EXPECT_EQ(mincore(reinterpret_cast<void*>(stack / page * page), 1, &there), 0) << "kept for the next task";
  }).join();
  unsigned char there = 0;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(mincore(reinterpret_cast<void*>(stack / page * page), 1, &there), -1);
  EXPECT_EQ(errno, ENOMEM) << "nothing is mapped there";
}

// The real one has room for some thousand. Tasks beyond that are in order with what runs around them, and right.
TEST(OmptContexts, of_many_tasks_within_each_other_a_thousand_are_apart_and_all_run) {
  static int ran;
  struct Deeper {
    static void go() {
      ++ran;
      if (ran == 1100) return;
      spawn([] { go(); });
      taskwait();
    }
  };
  ran = 0;
  parallel(1, [] {
    const std::size_t alive = contexts_alive();
    most_contexts_alive();
    EXPECT_TRUE(room_for_context());
    spawn([] { Deeper::go(); });
    taskwait();
    EXPECT_EQ(ran, 1100);
    EXPECT_EQ(most_contexts_alive(), alive + 1000);
    EXPECT_EQ(contexts_alive(), alive);
    EXPECT_TRUE(room_for_context());
  });
}

}  // namespace
}  // namespace heddle::ompt::test

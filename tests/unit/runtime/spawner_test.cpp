// Tasks that are not made in one call, or not as children of whoever makes them: room first and the task later, parts
// of something, siblings of the current task, tasks of a seat.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

// -- Tasks in two steps, as LLVM's compiler makes them.

/// What the program fills in; its code is the first word.
struct Filled {
  void (*code)(void*);
  std::atomic<int>* sum;
  int value;
};

void call_code(void* arguments) { static_cast<Filled*>(arguments)->code(arguments); }
void add_value(void* arguments) {
  const auto& filled = *static_cast<Filled*>(arguments);
  *filled.sum += filled.value;
}

Task& reserve(std::atomic<int>& sum, int value, std::size_t bytes = sizeof(Filled), std::size_t alignment = 8) {
  Task& task = Tasking::reserve(
      self(), {.body = call_code, .code = add_value, .bytes = bytes, .alignment = alignment, .eventful = true});
  *static_cast<Filled*>(task.argument) = {add_value, &sum, value};
  return task;
}

runtime::Spawn as_task(std::initializer_list<Access> accesses = {}, std::uint16_t flags = 0) {
  runtime::Spawn how;
  how.body = add_value;
  how.accesses = accesses.begin();
  how.access_count = static_cast<std::uint32_t>(accesses.size());
  how.flags = flags;
  return how;
}

TEST(Reserved, room_of_any_size_and_alignment_keeps_what_is_filled_in_until_the_task_runs) {
  Engine engine(quick_settings());
  for (const std::size_t bytes : {sizeof(Filled), std::size_t{200}, std::size_t{3000}, std::size_t{100'000}}) {
    for (const std::size_t alignment : {8u, 64u, 512u}) {
      std::atomic<int> sum{0};
      parallel(2, [&] {
        if (seat() != 0) return;
        for (int i = 1; i <= 20; ++i) {
          Task& task = reserve(sum, i, bytes, alignment);
          EXPECT_EQ(reinterpret_cast<std::uintptr_t>(task.argument) % alignment, 0u) << bytes;
          static_cast<char*>(task.argument)[bytes - 1] = bytes > sizeof(Filled) ? 1 : 0;
          Tasking::spawn_reserved(self(), task, as_task());
        }
      });
      EXPECT_EQ(sum, 20 * 21 / 2) << bytes << " bytes, aligned to " << alignment;
    }
  }
}

TEST(Reserved, however_many_accesses_it_turns_out_to_have_it_waits_for_its_predecessors) {
  // Room is kept for as many as the last two had, so each count comes behind a larger and a smaller one.
  Engine engine(quick_settings());
  std::vector<int> x(12);
  for (const std::size_t bytes : {sizeof(Filled), std::size_t{100'000}}) {
    std::atomic<int> sum{0};
    std::atomic<int> early{0};
    parallel(2, [&] {
      if (seat() != 0) return;
      for (const std::uint32_t count : {1u, 5u, 2u, 12u, 0u, 12u, 3u, 4u}) {
        std::vector<Access> accesses;
        for (std::uint32_t i = 0; i < count; ++i) accesses.push_back({&x[i], Mode::out});
        const int before = sum;
        if (count != 0) {
          spawn([&sum] { P::yield(), ++sum; }, {{&x[count - 1], Mode::out}});
        }
        Task& task = reserve(sum, 10, bytes);
        runtime::Spawn how = as_task();
        how.accesses = accesses.data();
        how.access_count = count;
        Tasking::spawn_reserved(self(), task, how);
        int seen = -1;
        int* where = &seen;
        if (count != 0) {
          spawn([where, &sum] { *where = sum; }, {{&x[count - 1], Mode::in}});
          wait_for({{&x[count - 1], Mode::out}});
          if (seen != before + 11) ++early;
        }
        taskwait();
        EXPECT_EQ(sum, before + (count != 0 ? 11 : 10)) << count;
      }
    });
    EXPECT_EQ(early, 0);
  }
}

TEST(Reserved, what_is_given_up_never_runs_and_its_room_is_used_again) {
  Engine engine(quick_settings());
  std::atomic<int> sum{0};
  parallel(1, [&] {
    Task* const first = &reserve(sum, 1);
    Tasking::give_up_reserved(self(), *first);
    EXPECT_EQ(&reserve(sum, 2), first);
    Tasking::give_up_reserved(self(), *first);
    Tasking::give_up_reserved(self(), reserve(sum, 4, 100'000));
  });
  EXPECT_EQ(sum, 0);
}

TEST(Reserved, between_begin_and_end_the_caller_is_in_the_task_and_may_have_children) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    std::atomic<int> children{0};
    parallel(threads, [&] {
      if (seat() != 0) return;
      Task* const outer = self().task;
      for (const std::uint16_t flags : {std::uint16_t{0}, std::uint16_t{graph::k_final}}) {
        std::atomic<int> unused{0};
        Task& task = reserve(unused, 0);
        Tasking::begin_reserved(self(), task, as_task({}, flags));
        EXPECT_EQ(self().task, &task);
        EXPECT_EQ(task.has(graph::k_final), flags != 0);
        EXPECT_EQ(task.parent.load(), outer);
        for (int i = 0; i < 3; ++i) spawn([&children] { ++children; });
        if (flags != 0) {
          EXPECT_EQ(children % 3, 0) << "a final task's children run at once";
        }
        taskwait();
        Tasking::end_reserved(self(), task);
        EXPECT_EQ(self().task, outer);
      }
    });
    EXPECT_EQ(children, 6);
  }
}

TEST(Rooted, tasks_count_at_their_seat_and_keep_nobody_but_the_end_of_the_region) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u, 3u}) {
    std::atomic<int> ran{0};
    std::atomic<bool> gate{threads == 1};
    parallel(threads, [&] {
      if (seat() != 0) return;
      struct Arguments {
        std::atomic<int>* ran;
        std::atomic<bool>* gate;
      } arguments{&ran, &gate};
      runtime::Spawn how;
      how.body = [](void* copy) {
        const auto& mine = *static_cast<Arguments*>(copy);
        EXPECT_TRUE(self().task->parent.load()->has(graph::k_implicit));
        EXPECT_EQ(self().task->depth.load(), self().task->parent.load()->depth.load() + 1);
        spin_until([&] { return mine.gate->load(); });
        ++*mine.ran;
      };
      how.data = &arguments;
      how.bytes = sizeof arguments;
      how.alignment = alignof(Arguments);
      spawn([&] {
        taskgroup([&] {
          Tasking::spawn_rooted(self(), how);
          taskwait();
        });
        if (!gate) {
          EXPECT_EQ(ran, 0) << "neither its maker nor the group has waited for it";
        }
        gate = true;
      });
      taskwait();  // it is a child of the seat's task
    });
    EXPECT_EQ(ran, 1);
  }
}

TEST(Parts, of_something_are_its_children_however_long_the_chain) {
  Engine engine(quick_settings());
  struct Part {
    Task* whole;
    std::atomic<int>* ran;
    int left;
    static void run(void* copy) {
      const Part part = *static_cast<Part*>(copy);
      ++*part.ran;
      EXPECT_EQ(self().task->parent.load(), part.whole);
      EXPECT_EQ(self().task->depth.load(), part.whole->depth.load() + 1);
      if (part.left == 0) return;
      Part next{part.whole, part.ran, part.left - 1};
      runtime::Spawn how;
      how.body = run;
      how.data = &next;
      how.bytes = sizeof next;
      how.alignment = alignof(Part);
      Tasking::spawn_part(self(), *part.whole, how);
    }
  };
  for (const unsigned threads : {1u, 2u}) {
    std::atomic<int> ran{0};
    parallel(threads, [&] {
      if (seat() != 0) return;
      const Part first{self().task, &ran, 5000};
      spawn([first] { Part::run(const_cast<Part*>(&first)); });
      taskwait();
      EXPECT_EQ(ran, 5001) << "the whole waits for all parts";
    });
    EXPECT_EQ(ran, 5001);
  }
}

TEST(Beside, a_task_makes_its_successor_a_sibling_in_the_same_group) {
  Engine engine(quick_settings());
  struct Step {
    Task* parent;
    std::atomic<int>* ran;
    int left;
    static void run(void* copy) {
      const Step step = *static_cast<Step*>(copy);
      ++*step.ran;
      EXPECT_EQ(self().task->parent.load(), step.parent);
      if (step.left == 0) return;
      Step next{step.parent, step.ran, step.left - 1};
      runtime::Spawn how;
      how.body = run;
      how.data = &next;
      how.bytes = sizeof next;
      how.alignment = alignof(Step);
      Tasking::spawn_beside(self(), how);
    }
  };
  for (const unsigned threads : {1u, 2u}) {
    std::atomic<int> ran{0};
    parallel(threads, [&] {
      if (seat() != 0) return;
      const Step first{self().task, &ran, 3000};
      taskgroup([&] { spawn([first] { Step::run(const_cast<Step*>(&first)); }); });
      EXPECT_EQ(ran, 3001) << "the group waits for all of them";
      spawn([first] { Step::run(const_cast<Step*>(&first)); });
      taskwait();
      EXPECT_EQ(ran, 6002) << "and so does the parent";
    });
  }
}

}  // namespace

// The order that OpenMP gives, as ThreadSanitizer hears it: what is visible where, and what is not. A missing order is
// a false report to the user; one too many hides a race of the program. Here that of regions, barriers and tasks.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <vector>

#include "front/kmpc/abi.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/races/meeting.hpp"

namespace heddle::ompt::test {
namespace {

constexpr std::uint8_t k_in = 1, k_out = 2;

// -- regions and barriers --------------------------------------------------------------------------------------------

TEST(OmptOrder, a_region_lies_behind_what_was_done_before_it_and_before_what_follows) {
  for (int round = 0; round < 3; ++round) {
    const Moment before = now();
    Moments<3> inside;
    parallel(3, [&] {
      EXPECT_TRUE(seen(before)) << seat();
      at_seat(inside) = now();
    });
    EXPECT_EQ(seen_of(inside), 3);
  }
}

TEST(OmptOrder, threads_of_a_region_are_in_no_order_until_a_barrier) {
  Moments<3> first, second;
  Meeting meeting(3);
  parallel(3, [&] {
    at_seat(first) = now();
    meeting.come();
    EXPECT_EQ(seen_of_others(first), 0);
    CALL(__kmpc_barrier)(nullptr, 0);
    EXPECT_EQ(seen_of_others(first), 2);
    at_seat(second) = now();
    meeting.come();
    EXPECT_EQ(seen_of_others(second), 0) << "done behind the barrier";
  });
}

TEST(OmptOrder, each_of_many_barriers_orders_what_lies_before_it_and_no_more) {
  constexpr int k_rounds = 9;
  std::array<Moments<2>, k_rounds> moments;
  Meeting meeting(2);
  parallel(2, [&] {
    for (int round = 0; round < k_rounds; ++round) {
      at_seat(moments[static_cast<std::size_t>(round)]) = now();
      meeting.come();
      EXPECT_EQ(seen_of_others(moments[static_cast<std::size_t>(round)]), 0) << round;
      round % 2 == 0 ? CALL(__kmpc_barrier)(nullptr, 0) : CALL(GOMP_barrier)();
      EXPECT_EQ(seen_of_others(moments[static_cast<std::size_t>(round)]), 1) << round;
      meeting.come();
    }
  });
}

TEST(OmptOrder, regions_of_gccs_programs_are_ordered_alike) {
  const Moment before = now();
  Moments<2> inside;
  Meeting meeting(2);
  parallel_of_gcc(2, [&] {
    EXPECT_TRUE(seen(before));
    at_seat(inside) = now();
    meeting.come();
    EXPECT_EQ(seen_of_others(inside), 0);
  });
  EXPECT_EQ(seen_of(inside), 2);
}

TEST(OmptOrder, an_inner_region_is_behind_its_own_master_and_not_behind_the_others) {
  heddle_omp_set_max_active_levels(2);
  Moments<2> outer, inner;
  Meeting meeting(2);
  parallel(2, [&] {
    at_seat(outer) = now();
    meeting.come();
    if (seat() == 1) return;
    parallel(2, [&] {
      EXPECT_TRUE(seen(outer[0]));
      EXPECT_FALSE(seen(outer[1]));
      at_seat(inner) = now();
    });
    EXPECT_EQ(seen_of(inner), 2);
    EXPECT_FALSE(seen(outer[1]));
  });
  heddle_omp_set_max_active_levels(1);
}

// -- tasks -----------------------------------------------------------------------------------------------------------

TEST(OmptOrder, tasks_on_other_threads_are_behind_their_making_and_before_who_waits_for_them) {
  constexpr std::size_t k_tasks = 100;
  Moments<k_tasks> made, done;
  parallel(3, [&] {
    if (seat() != 0) return;
    for (std::size_t i = 0; i < k_tasks; ++i) {
      made[i] = now();
      spawn([&made, &done, i] {
        EXPECT_TRUE(seen(made[i]));
        done[i] = now();
      });
    }
    taskwait();
    EXPECT_EQ(seen_of(done), static_cast<int>(k_tasks));
  });
}

TEST(OmptOrder, what_the_creator_does_behind_the_making_is_not_before_the_task) {
  static Moment before, after;
  static int x;
  static bool ran;
  ran = false;
  parallel(1, [] {
    auto* const first = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &first->head);
    const Dependence list[] = {on(&x, k_out)};
    CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &first->head, 1, list, 0, nullptr);
    before = now();
    spawn_depending({on(&x, k_in)}, [] {
      EXPECT_TRUE(seen(before));
      EXPECT_FALSE(seen(after));
      ran = true;
    });
    fulfill(reinterpret_cast<std::uintptr_t>(event));  // from here on the second may run, and does at the wait
    after = now();
    taskwait();
  });
  EXPECT_TRUE(ran);
}

TEST(OmptOrder, the_creator_sees_a_task_where_it_waits_for_it_and_its_siblings_never) {
  parallel(1, [] {
    static Moment first, second;
    spawn([] { first = now(); });
    EXPECT_FALSE(seen(first)) << "it has run, on this very thread";
    spawn([] {
      EXPECT_FALSE(seen(first));
      second = now();
    });
    taskwait();
    EXPECT_TRUE(seen(first));
    EXPECT_TRUE(seen(second));
  });
}

TEST(OmptOrder, an_undeferred_task_comes_before_what_its_creator_does_next) {
  parallel(1, [] {
    static Moment of_clang, of_gcc, before;
    before = now();
    run_between(allocate([] {
      EXPECT_TRUE(seen(before));
      of_clang = now();
    }));
    EXPECT_TRUE(seen(of_clang));
    CALL(GOMP_task)(
        [](void*) {
          EXPECT_TRUE(seen(before));
          of_gcc = now();
        },
        nullptr, nullptr, 0, 1, false, 0, nullptr, 0, nullptr);
    EXPECT_TRUE(seen(of_gcc));
  });
}

TEST(OmptOrder, a_taskwait_is_behind_children_alone_and_a_barrier_behind_all) {
  for (const int threads : {1, 2}) {
    static Moment child, grandchild;
    parallel(threads, [] {
      if (seat() == 0) {
        spawn([] {
          spawn([] { grandchild = now(); });
          taskwait();  // so that it is over
          child = now();
        });
        spawn([] {
          static Moment lost;
          spawn([] { lost = now(); });
        });
        taskwait();
        EXPECT_TRUE(seen(child));
        EXPECT_TRUE(seen(grandchild)) << "its parent has waited for it";
      }
      CALL(__kmpc_barrier)(nullptr, 0);
      EXPECT_TRUE(seen(child));
    });
  }
  parallel(1, [] {
    static Moment child, grandchild;
    spawn([] {
      spawn([] { grandchild = now(); });
      child = now();
    });
    taskwait();
    EXPECT_TRUE(seen(child));
    EXPECT_FALSE(seen(grandchild)) << "nobody has waited for it";
    CALL(__kmpc_barrier)(nullptr, 0);
    EXPECT_TRUE(seen(grandchild));
  });
}

TEST(OmptOrder, a_barrier_is_behind_the_tasks_of_all_threads) {
  Moments<2> of_tasks;
  for (int round = 0; round < 4; ++round) {
    parallel(2, [&] {
      for (int barrier = 0; barrier < 3; ++barrier) {
        spawn([&of_tasks, mine = seat()] { of_tasks[static_cast<std::size_t>(mine)] = now(); });
        CALL(__kmpc_barrier)(nullptr, 0);
        EXPECT_EQ(seen_of(of_tasks), 2);
        CALL(__kmpc_barrier)(nullptr, 0);
      }
    });
  }
}

TEST(OmptOrder, the_end_of_a_region_is_behind_its_tasks) {
  static Moment child, grandchild;
  parallel(2, [] {
    if (seat() != 0) return;
    spawn([] {
      spawn([] { grandchild = now(); });
      child = now();
    });
  });
  EXPECT_TRUE(seen(child));
  EXPECT_TRUE(seen(grandchild));
}

TEST(OmptOrder, the_end_of_a_taskgroup_is_behind_all_that_was_made_in_it_and_nothing_else) {
  for (int round = 0; round < 2; ++round) {  // the second group lies where the first did
    parallel(1, [] {
      static Moment outside, inside, grandchild;
      spawn([] { outside = now(); });
      CALL(__kmpc_taskgroup)(nullptr, 0);
      spawn([] {
        spawn([] { grandchild = now(); });
        inside = now();
      });
      CALL(__kmpc_end_taskgroup)(nullptr, 0);
      EXPECT_TRUE(seen(inside));
      EXPECT_TRUE(seen(grandchild));
      EXPECT_FALSE(seen(outside));
      CALL(__kmpc_taskgroup)(nullptr, 0);
      CALL(__kmpc_end_taskgroup)(nullptr, 0);
      EXPECT_FALSE(seen(outside));
    });
  }
}

TEST(OmptOrder, the_tasks_of_a_taskloop_come_before_its_end) {
  struct LoopTask {
    CompilersTask head;
    std::uint64_t lower, upper;
  };
  static std::vector<Moment> tasks;
  tasks.clear();
  parallel(1, [] {
    CompilersTask* const task =
        CALL(__kmpc_omp_task_alloc)(nullptr, 0, kmpc::k_tied, sizeof(LoopTask), 0, [](ThreadNumber, CompilersTask*) {
          tasks.push_back(now());
          return std::int32_t{0};
        });
    auto* const loop = reinterpret_cast<LoopTask*>(task);
    loop->lower = 4;
    loop->upper = 9;
    CALL(__kmpc_taskloop)(nullptr, 0, task, 1, &loop->lower, &loop->upper, 1, 0, 2, 3, nullptr);
    EXPECT_EQ(tasks.size(), 3u);
    EXPECT_EQ(seen_of(tasks), 3);
  });
}

TEST(OmptOrder, what_came_before_an_event_is_visible_to_who_waits_for_its_task) {
  static Moment said, done;
  static std::atomic<std::uintptr_t> event;
  event = 0;
  parallel(2, [] {
    if (seat() == 0) {
      event = spawn_with_event([] { done = now(); });
      taskwait();
      EXPECT_TRUE(seen(done));
      EXPECT_TRUE(seen(said));
    } else {
      while (event == 0) platform::Threads::yield();
      said = now();
      fulfill(event);
    }
  });
}

}  // namespace
}  // namespace heddle::ompt::test

// Tasks by the calls that Clang makes: their memory, pieces, events, waits, and the task that the program runs itself.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "front/gomp/exports.hpp"
#include "omp/settings.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::allocate;
using test::on;
using test::parallel;
using test::run_between;
using test::seat;
using test::spawn;
using test::spawn_depending;
using test::taskwait;

constexpr std::uint8_t k_in = 1, k_inout = 3, k_all = 0x80;

std::int32_t nothing(ThreadNumber, CompilersTask*) { return 0; }

TEST(KmpcTask, the_room_for_variables_is_the_tasks_own_and_aligned) {
  parallel(1, [] {
    for (const std::size_t bytes : {std::size_t{0}, sizeof(CompilersTask), std::size_t{41}, std::size_t{200},
                                    std::size_t{5000}, std::size_t{70000}}) {
      for (const std::size_t shared : {std::size_t{0}, std::size_t{8}, std::size_t{1024}}) {
        CompilersTask* const task = heddle___kmpc_omp_task_alloc(nullptr, 0, k_tied, bytes, shared, nothing);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(task) % k_block_alignment, 0U);
        EXPECT_EQ(task->code, nothing);
        EXPECT_EQ(task->part, 0);
        EXPECT_EQ(task->destroy, nullptr);
        EXPECT_EQ(task->priority, 0);
        EXPECT_EQ(task->shared == nullptr, shared == 0);
        const std::size_t own = std::max(bytes, sizeof(CompilersTask));
        std::memset(static_cast<void*>(task + 1), 0xA5, own - sizeof(CompilersTask));
        if (shared != 0) {
          EXPECT_GE(static_cast<char*>(task->shared), reinterpret_cast<char*>(task) + own);
          EXPECT_EQ(reinterpret_cast<std::uintptr_t>(task->shared) % sizeof(void*), 0U);
          std::memset(task->shared, 0x5A, shared);
        }
        heddle___kmpc_omp_task(nullptr, 0, task);
      }
    }
    taskwait();
  });
}

TEST(KmpcTask, a_task_without_code_orders_others_only) {
  parallel(2, [] {
    if (seat() != 0) return;
    std::atomic<int> order{0};
    static int x;
    spawn_depending({on(&x, k_inout)}, [&order] { order = 1; });
    CompilersTask* const empty = heddle___kmpc_omp_task_alloc(nullptr, 0, k_tied, sizeof(CompilersTask), 0, nullptr);
    const Dependence list[] = {on(&x, k_inout)};
    heddle___kmpc_omp_task_with_deps(nullptr, 0, empty, 1, list, 0, nullptr);
    spawn_depending({on(&x, k_in)}, [&order] { EXPECT_EQ(order, 1); });
    taskwait();
  });
}

TEST(KmpcTask, both_lists_of_a_depend_clause_count) {
  for (const bool apart : {false, true}) {
    parallel(3, [apart] {
      if (seat() != 0) return;
      static int x;
      std::atomic<int> value{0};
      for (int round = 1; round <= 50; ++round) {
        auto* const task = allocate([&value, round] {
          EXPECT_EQ(value, round - 1);
          value = round;
        });
        const Dependence list[] = {on(&x, k_inout)};
        heddle___kmpc_omp_task_with_deps(nullptr, 0, &task->head, apart ? 0 : 1, list, apart ? 1 : 0, list);
      }
      taskwait();
      EXPECT_EQ(value, 50);
    });
  }
}

TEST(KmpcTask, all_memory_in_either_spelling_comes_behind_everything) {
  for (const Dependence all : {on(nullptr, k_all), on(reinterpret_cast<void*>(std::intptr_t{-1}), k_inout)}) {
    parallel(3, [all] {
      if (seat() != 0) return;
      static int x[8];
      std::atomic<int> done{0};
      for (int& each : x) spawn_depending({on(&each, k_inout)}, [&done] { ++done; });
      spawn_depending({all}, [&done] { EXPECT_EQ(done.exchange(100), 8); });
      for (int& each : x) spawn_depending({on(&each, k_in)}, [&done] { EXPECT_GE(done.fetch_add(1), 100); });
      taskwait();
      EXPECT_EQ(done, 108);
    });
  }
}

TEST(KmpcTask, an_untied_task_goes_on_with_its_next_piece_until_it_asks_for_none) {
  struct Pieces {
    CompilersTask head;
    std::vector<int>* seen;
  };
  std::vector<int> seen;
  parallel(2, [&seen] {
    if (seat() != 0) return;
    CompilersTask* const task =
        heddle___kmpc_omp_task_alloc(nullptr, 0, 0, sizeof(Pieces), 0, [](ThreadNumber, CompilersTask* self) {
          reinterpret_cast<Pieces*>(self)->seen->push_back(self->part);
          if (self->part++ < 3) {
            if (self->part % 2 == 0) {
              heddle___kmpc_omp_task(nullptr, 0, self);
            } else {
              heddle___kmpc_omp_task_with_deps(nullptr, 0, self, 0, nullptr, 0, nullptr);
            }
          }
          return std::int32_t{0};
        });
    reinterpret_cast<Pieces*>(task)->seen = &seen;
    heddle___kmpc_omp_task(nullptr, 0, task);
    taskwait();
  });
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3}));
}

std::atomic<int> destroyed{0};
std::int32_t destroy(ThreadNumber, CompilersTask*) {
  ++destroyed;
  return 0;
}

TEST(KmpcTask, private_variables_end_once_whichever_way_the_task_is_run) {
  destroyed = 0;
  int ran = 0;
  parallel(1, [&ran] {
    for (const std::int32_t flags : {std::int32_t{k_tied | k_destroys}, std::int32_t{k_destroys}}) {
      auto* const deferred = allocate([&ran] { ++ran; }, flags);
      deferred->head.destroy = destroy;
      heddle___kmpc_omp_task(nullptr, 0, &deferred->head);
      auto* const between = allocate([&ran] { ++ran; }, flags);
      between->head.destroy = destroy;
      run_between(between);
      auto* const without = allocate([&ran] { ++ran; }, flags);  // announced, and there are none
      heddle___kmpc_omp_task(nullptr, 0, &without->head);
    }
    taskwait();
  });
  EXPECT_EQ(ran, 6);
  EXPECT_EQ(destroyed, 4);
}

TEST(KmpcTask, private_variables_of_a_cancelled_task_end_and_its_code_is_not_run) {
  omp::writable_global().cancellation = true;
  destroyed = 0;
  parallel(1, [] {
    runtime::current().member->team->cancellable = true;  // as where the program starts with OMP_CANCELLATION
    heddle___kmpc_taskgroup(nullptr, 0);
    EXPECT_EQ(heddle___kmpc_cancel(nullptr, 0, 4), 1);
    auto* const task = allocate([] { ADD_FAILURE() << "it was cancelled"; }, k_tied | k_destroys);
    task->head.destroy = destroy;
    heddle___kmpc_omp_task(nullptr, 0, &task->head);
    heddle___kmpc_end_taskgroup(nullptr, 0);
  });
  omp::writable_global().cancellation = false;
  EXPECT_EQ(destroyed, 1);
}

// -- events ----------------------------------------------------------------------------------------------------------

template <class Task>
std::uintptr_t event_of(Task* task) {
  return reinterpret_cast<std::uintptr_t>(heddle___kmpc_task_allow_completion_event(nullptr, 0, &task->head));
}

TEST(KmpcTaskEvent, the_creator_of_an_undeferred_task_goes_on_and_successors_wait) {
  for (const int threads : {1, 2, 4}) {
    parallel(threads, [] {
      if (seat() != 0) return;
      static int x, y;
      std::atomic<bool> ran{false};
      int value = 0;
      auto* const task = allocate([&value] { ++value; }, k_tied | k_detachable);
      const std::uintptr_t event = event_of(task);
      const Dependence list[] = {on(&x, k_inout), on(&y, k_in)};
      heddle___kmpc_omp_taskwait_deps_51(nullptr, 0, 1, list, 1, list + 1, 0);
      run_between(task);
      EXPECT_EQ(value, 1) << "its code is through";
      spawn_depending({on(&x, k_in)}, [&ran] { ran = true; });
      for (int i = 0; i < 100; ++i) heddle___kmpc_omp_taskyield(nullptr, 0, 0);
      EXPECT_FALSE(ran) << "its event has not happened";
      heddle_omp_fulfill_event(event);
      taskwait();
      EXPECT_TRUE(ran);
    });
  }
}

TEST(KmpcTaskEvent, accesses_are_those_of_the_last_wait_before_the_task_begins) {
  parallel(1, [] {
    static int x, y;
    auto* const task = allocate([] {}, k_tied | k_detachable);
    const std::uintptr_t event = event_of(task);
    const Dependence of_a_constructor[] = {on(&x, k_inout)};
    const Dependence of_the_task[] = {on(&y, k_inout)};
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, of_a_constructor, 0, nullptr);
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, of_the_task, 0, nullptr);
    run_between(task);
    bool on_x = false, on_y = false;
    spawn_depending({on(&x, k_in)}, [&on_x] { on_x = true; });
    spawn_depending({on(&y, k_in)}, [&on_y] { on_y = true; });
    EXPECT_TRUE(on_x);
    EXPECT_FALSE(on_y);
    heddle_omp_fulfill_event(event);
    taskwait();
    EXPECT_TRUE(on_y);
  });
}

TEST(KmpcTaskEvent, a_wait_of_another_task_is_not_taken_for_its_accesses) {
  parallel(1, [] {
    static int x;
    auto* const deferred = allocate([] {}, k_tied | k_detachable);
    const std::uintptr_t first = event_of(deferred);
    heddle___kmpc_omp_task(nullptr, 0, &deferred->head);  // deferred: it waits for nothing
    const Dependence list[] = {on(&x, k_inout)};
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, list, 0, nullptr);
    auto* const task = allocate([] {}, k_tied | k_detachable);
    const std::uintptr_t second = event_of(task);
    run_between(task);
    bool ran = false;
    spawn_depending({on(&x, k_in)}, [&ran] { ran = true; });
    EXPECT_TRUE(ran) << "nobody has x";
    heddle_omp_fulfill_event(first);
    heddle_omp_fulfill_event(second);
    taskwait();
  });
}

TEST(KmpcTaskEvent, an_event_that_happens_inside_the_task_ends_it_with_its_code) {
  parallel(1, [] {
    static int x;
    static std::uintptr_t event;
    auto* const task = allocate([] { heddle_omp_fulfill_event(event); }, k_tied | k_detachable);
    event = event_of(task);
    const Dependence list[] = {on(&x, k_inout)};
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, list, 0, nullptr);
    run_between(task);
    bool ran = false;
    spawn_depending({on(&x, k_in)}, [&ran] { ran = true; });
    EXPECT_TRUE(ran);
  });
}

TEST(KmpcTaskEvent, its_predecessors_come_first_and_its_children_are_its_own) {
  parallel(3, [] {
    if (seat() != 0) return;
    static int x;
    std::atomic<int> value{0};
    std::atomic<int> children{0};
    for (int i = 0; i < 20; ++i) spawn_depending({on(&x, k_inout)}, [&value] { ++value; });
    auto* const task = allocate(
        [&] {
          EXPECT_EQ(value, 20);
          for (int i = 0; i < 10; ++i) spawn([&children] { ++children; });
        },
        k_tied | k_detachable);
    const std::uintptr_t event = event_of(task);
    const Dependence list[] = {on(&x, k_inout)};
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, list, 0, nullptr);
    heddle___kmpc_taskgroup(nullptr, 0);
    run_between(task);
    heddle_omp_fulfill_event(event);
    heddle___kmpc_end_taskgroup(nullptr, 0);
    EXPECT_EQ(children, 10) << "a group waits for what its members have made";
  });
}

TEST(KmpcTaskEvent, its_accesses_are_its_own_though_another_begins_meanwhile) {
  parallel(2, [] {
    if (seat() != 0) return;
    static int x, y;
    std::atomic<bool> over{false};
    auto* const task = allocate([] {}, k_tied | k_detachable);
    const std::uintptr_t event = event_of(task);
    auto* const other = allocate([] {}, k_tied | k_detachable);  // as a copy constructor would, or a task that is run
    const std::uintptr_t other_event = event_of(other);
    const Dependence others_list[] = {on(&y, k_inout)};
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, others_list, 0, nullptr);
    run_between(other);
    heddle_omp_fulfill_event(other_event);
    const Dependence list[] = {on(&x, k_inout)};
    heddle___kmpc_omp_wait_deps(nullptr, 0, 1, list, 0, nullptr);
    run_between(task);
    spawn_depending({on(&x, k_inout)}, [&over] { EXPECT_TRUE(over) << "its predecessor's event has not happened"; });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the chance to go wrong; right without it, too
    over = true;
    heddle_omp_fulfill_event(event);
    heddle___kmpc_omp_taskwait(nullptr, 0);
  });
}

TEST(KmpcTaskEvent, another_thread_may_fulfil_while_the_code_ends) {
  for (int round = 0; round < 500; ++round) {
    std::atomic<std::uintptr_t> given{0};
    std::atomic<bool> over{false};
    parallel(2, [&] {
      if (seat() == 0) {
        heddle___kmpc_taskgroup(nullptr, 0);
        auto* const task = allocate([] {}, k_tied | k_detachable);
        const std::uintptr_t event = event_of(task);
        heddle___kmpc_omp_task_begin_if0(nullptr, 0, &task->head);
        given = event;
        heddle___kmpc_omp_task_complete_if0(nullptr, 0, &task->head);
        heddle___kmpc_end_taskgroup(nullptr, 0);
        EXPECT_TRUE(over);
      } else {
        std::uintptr_t event = 0;
        while ((event = given) == 0) {
        }
        over = true;
        heddle_omp_fulfill_event(event);
      }
    });
  }
}

TEST(KmpcTaskEvent, a_proxy_task_is_completed_by_the_call_that_says_so) {
  for (const bool out_of_order : {false, true}) {
    parallel(2, [out_of_order] {
      if (seat() != 0) return;
      bool ran = false;
      auto* const task = allocate([&ran] { ran = true; }, k_tied | k_proxy);
      CompilersTask* const head = &task->head;
      heddle___kmpc_taskgroup(nullptr, 0);
      heddle___kmpc_omp_task(nullptr, 0, head);
      out_of_order ? heddle___kmpc_proxy_task_completed_ooo(head) : heddle___kmpc_proxy_task_completed(0, head);
      heddle___kmpc_end_taskgroup(nullptr, 0);
      EXPECT_TRUE(ran);
    });
  }
}

// -- waits and questions ---------------------------------------------------------------------------------------------

TEST(KmpcTask, a_wait_with_nowait_orders_tasks_and_lets_the_creator_go_on) {
  parallel(2, [] {
    if (seat() != 0) return;
    static int x, y;
    std::atomic<bool> let_go{false};
    std::atomic<int> order{0};
    spawn_depending({on(&x, k_inout)}, [&] {
      while (!let_go) {
      }
      order = 1;
    });
    const Dependence list[] = {on(&x, k_in), on(&y, k_inout)};
    heddle___kmpc_omp_taskwait_deps_51(nullptr, 0, 2, list, 0, nullptr, 1);
    spawn_depending({on(&y, k_in)}, [&order] { EXPECT_EQ(order, 1); });
    let_go = true;  // the creator has come here
    taskwait();
    EXPECT_EQ(order, 1);
  });
}

TEST(KmpcTask, numbers_of_tasks_tell_them_apart_and_name_the_parent) {
  parallel(1, [] {
    const std::uint64_t own = heddle___kmpc_get_taskid();
    EXPECT_EQ(heddle___kmpc_get_taskid(), own);
    spawn([own] {
      EXPECT_NE(heddle___kmpc_get_taskid(), own);
      EXPECT_EQ(heddle___kmpc_get_parent_taskid(), own);
    });
    EXPECT_EQ(heddle___kmpc_omp_has_task_team(0), 1);
    EXPECT_EQ(heddle___kmpc_omp_get_target_async_handle_ptr(0), nullptr);
    auto* const task = allocate([] {});
    EXPECT_EQ(heddle___kmpc_omp_reg_task_with_affinity(nullptr, 0, &task->head, 3, nullptr), 0);
    EXPECT_EQ(heddle___kmpc_invoke_task_func(0, &task->head), 0);
    heddle___kmpc_omp_task_parts(nullptr, 0, &task->head);
  });
}

TEST(KmpcTask, a_final_tasks_children_run_at_once) {
  parallel(2, [] {
    if (seat() != 0) return;
    auto* const task = allocate(
        [] {
          int order = 0;
          spawn([&order] { order = 1; });
          EXPECT_EQ(order, 1);
          EXPECT_EQ(heddle_omp_in_final(), 1);
        },
        k_tied | k_final);
    run_between(task);
    EXPECT_EQ(heddle_omp_in_final(), 0);
  });
}

TEST(KmpcTask, a_target_task_is_a_task) {
  static std::atomic<int> ran;
  ran = 0;
  parallel(2, [] {
    if (seat() != 0) return;
    CompilersTask* const task = heddle___kmpc_omp_target_task_alloc(
        nullptr, 0, k_tied, sizeof(CompilersTask), 0,
        [](ThreadNumber, CompilersTask*) {
          ++ran;
          return std::int32_t{0};
        },
        -1);
    heddle___kmpc_omp_task(nullptr, 0, task);
  });
  EXPECT_EQ(ran, 1);
}

// -- taskloops -------------------------------------------------------------------------------------------------------

struct LoopTask {
  CompilersTask head;
  std::uint64_t lower, upper;
  std::int32_t last;
  std::vector<std::atomic<int>>* hits;
  std::atomic<int>* tasks;
  std::atomic<int>* lasts;
};

struct Taken {
  std::vector<std::atomic<int>> hits = std::vector<std::atomic<int>>(100);
  std::atomic<int> tasks{0};
  std::atomic<int> lasts{0};
};

struct LoopClauses {
  std::int64_t lower, upper, step;
  std::int32_t clause;  // grainsize 1, num_tasks 2
  std::uint64_t amount;
  std::int32_t strict;
};

void run_taskloop(Taken& taken, const LoopClauses& loop, std::int32_t nogroup, std::int32_t deferred) {
  CompilersTask* const task =
      heddle___kmpc_omp_task_alloc(nullptr, 0, k_tied, sizeof(LoopTask), 0, [](ThreadNumber, CompilersTask* self) {
        auto& mine = *reinterpret_cast<LoopTask*>(self);
        ++*mine.tasks;
        *mine.lasts += mine.last;
        const auto from = static_cast<std::int64_t>(mine.lower), to = static_cast<std::int64_t>(mine.upper);
        const std::int64_t step = from <= to ? 1 : -1;
        for (std::int64_t i = from; step > 0 ? i <= to : i >= to; i += step)
          ++mine.hits->at(static_cast<std::size_t>(i));
        return std::int32_t{0};
      });
  auto* const pattern = reinterpret_cast<LoopTask*>(task);
  pattern->lower = static_cast<std::uint64_t>(loop.lower);
  pattern->upper = static_cast<std::uint64_t>(loop.upper);
  pattern->last = -7;
  pattern->hits = &taken.hits;
  pattern->tasks = &taken.tasks;
  pattern->lasts = &taken.lasts;
  void (*duplicate)(CompilersTask*, CompilersTask*, std::int32_t) = [](CompilersTask* to, CompilersTask* from,
                                                                       std::int32_t last) {
    EXPECT_EQ(reinterpret_cast<LoopTask*>(from)->last, -7) << "the pattern stays as it was";
    reinterpret_cast<LoopTask*>(to)->last = last;
  };
  void* const code = reinterpret_cast<void*>(duplicate);
  if (loop.strict < 0)
    return heddle___kmpc_taskloop(nullptr, 0, task, deferred, &pattern->lower, &pattern->upper, loop.step, nogroup,
                                  loop.clause, loop.amount, code);
  heddle___kmpc_taskloop_5(nullptr, 0, task, deferred, &pattern->lower, &pattern->upper, loop.step, nogroup,
                           loop.clause, loop.amount, loop.strict, code);
}

int tasks_of(const LoopClauses& loop, std::int32_t nogroup = 0, std::int32_t deferred = 1) {
  Taken taken;
  parallel(3, [&] {
    if (seat() != 0) return;
    run_taskloop(taken, loop, nogroup, deferred);
    if (nogroup != 0) taskwait();
    const std::int64_t low = std::min(loop.lower, loop.upper), high = std::max(loop.lower, loop.upper);
    const bool empty = loop.step > 0 ? loop.lower > loop.upper : loop.lower < loop.upper;
    for (std::int64_t i = 0; i < 100; ++i) {
      const bool in = !empty && i >= low && i <= high;
      EXPECT_EQ(taken.hits[static_cast<std::size_t>(i)], in ? 1 : 0) << i;
    }
    EXPECT_EQ(taken.lasts, empty ? 0 : 1) << "one task has the last iteration";
  });
  return taken.tasks;
}

TEST(KmpcTaskloop, each_iteration_is_in_one_task_and_their_number_is_what_was_asked_for) {
  EXPECT_EQ(tasks_of({0, 99, 1, 2, 7, -1}), 7);
  EXPECT_EQ(tasks_of({0, 99, 1, 2, 200, -1}), 100) << "not more than there are iterations";
  EXPECT_EQ(tasks_of({0, 99, 1, 1, 10, -1}), 10);
  EXPECT_EQ(tasks_of({0, 99, 1, 1, 30, -1}), 3) << "of 30 at least";
  EXPECT_EQ(tasks_of({0, 99, 1, 1, 30, 1}), 4) << "strictly of 30, and a rest";
  EXPECT_EQ(tasks_of({0, 99, 1, 2, 30, 1}), 25) << "strictly: all but the last of one size";
  EXPECT_EQ(tasks_of({99, 0, -1, 2, 3, -1}), 3);
  EXPECT_EQ(tasks_of({5, 4, 1, 2, 3, -1}), 0);
  EXPECT_EQ(tasks_of({50, 50, 1, 0, 0, -1}), 1);
}

TEST(KmpcTaskloop, it_runs_without_a_group_and_undeferred_as_well) {
  EXPECT_EQ(tasks_of({10, 60, 1, 2, 5, -1}, 1), 5);
  EXPECT_EQ(tasks_of({10, 60, 1, 2, 5, 0}, 0, 0), 5);
  Taken taken;
  parallel(3, [&] {
    if (seat() != 0) return;
    run_taskloop(taken, {0, 99, 1, 2, 6, -1}, 1, 0);
    EXPECT_EQ(taken.tasks, 6) << "undeferred tasks are over when the call is";
  });
}

}  // namespace
}  // namespace heddle::kmpc

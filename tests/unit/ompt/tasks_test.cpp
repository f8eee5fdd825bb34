// Tasks: made, begun, left, ended, each with its kind, its parent and why it was left; in a team of one, so that the
// order is the one that the program has.
#include <gtest/gtest.h>

#include <atomic>

#include "omp/settings.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {
namespace {

using Lines = std::vector<std::string>;

// What is told between these two, inside a region of one thread whose task is t1 in R1.
template <class Body>
Lines told_in_a_team_of_one(Body body) {
  Lines found;
  forget();
  parallel(1, [&] {
    const std::size_t before = told().size();
    body();
    found = told();
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before));
  });
  return found;
}

TEST(OmptTasks, a_task_is_made_begun_and_ended) {
  EXPECT_EQ(told_in_a_team_of_one([] { spawn([] {}); }),
            (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "schedule t2 complete t1"}));
}

TEST(OmptTasks, tasks_in_tasks_name_their_parent) {
  EXPECT_EQ(
      told_in_a_team_of_one([] {
        spawn([] {
          spawn([] {});
          spawn([] {});
        });
      }),
      (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "create t3 in t2 explicit|undeferred",
             "schedule t2 switch t3", "schedule t3 complete t2", "create t4 in t2 explicit|undeferred",
             "schedule t2 switch t4", "schedule t4 complete t2", "schedule t2 complete t1"}));
}

TEST(OmptTasks, kinds_of_tasks_are_told_by_their_flags) {
  EXPECT_EQ(told_in_a_team_of_one([] { spawn([] {}, 0); }).at(0), "create t2 in t1 explicit|undeferred|untied");
  const Lines of_final = told_in_a_team_of_one([] { spawn([] { spawn([] {}); }, kmpc::k_tied | kmpc::k_final); });
  EXPECT_EQ(of_final.at(0), "create t2 in t1 explicit|undeferred|final");
  EXPECT_EQ(of_final.at(2), "create t3 in t2 explicit|undeferred|final") << "what a final task makes is final";
}

TEST(OmptTasks, a_task_that_the_program_runs_itself_is_told_like_others) {
  EXPECT_EQ(
      told_in_a_team_of_one([] { run_between(allocate([] { spawn([] {}); })); }),
      (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "create t3 in t2 explicit|undeferred",
             "schedule t2 switch t3", "schedule t3 complete t2", "schedule t2 complete t1"}));
}

TEST(OmptTasks, an_undeferred_task_is_one_in_a_team_too_and_another_is_not) {
  forget();
  parallel(2, [] {
    if (seat() != 0) return;
    run_between(allocate([] {}));
    spawn([] {});
    CALL(__kmpc_omp_taskwait)(nullptr, 0);
  });
  EXPECT_EQ(told_of_kind("create").size(), 2U);
  EXPECT_TRUE(told_of_kind("create").at(0).ends_with(" explicit|undeferred"));
  EXPECT_TRUE(told_of_kind("create").at(1).ends_with(" explicit"));
}

TEST(OmptTasks, an_event_that_comes_first_is_early_and_the_task_completes_with_its_code) {
  static std::uintptr_t event;
  EXPECT_EQ(told_in_a_team_of_one([] {
              auto* const task = allocate([] { fulfill(event); }, kmpc::k_tied | kmpc::k_detachable);
              event =
                  reinterpret_cast<std::uintptr_t>(heddle___kmpc_task_allow_completion_event(nullptr, 0, &task->head));
              CALL(__kmpc_omp_task)(nullptr, 0, &task->head);
            }),
            (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "schedule t2 early_fulfill -",
                   "schedule t2 complete t1"}));
}

TEST(OmptTasks, an_event_that_comes_later_is_late_behind_a_task_that_was_detached) {
  EXPECT_EQ(told_in_a_team_of_one([] { fulfill(spawn_with_event([] {})); }),
            (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "schedule t2 detach t1",
                   "schedule t2 late_fulfill -"}));
}

TEST(OmptTasks, the_creator_of_an_undeferred_task_goes_on_before_its_event) {
  EXPECT_EQ(told_in_a_team_of_one([] {
              auto* const task = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
              void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &task->head);
              run_between(task);
              spawn([] {});
              fulfill(reinterpret_cast<std::uintptr_t>(event));
              taskwait();
            }),
            (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "schedule t2 detach t1",
                   "create t3 in t1 explicit|undeferred", "schedule t1 switch t3", "schedule t3 complete t1",
                   "schedule t2 late_fulfill -", "sync taskwait begin t1 of R1", "wait taskwait begin t1 of R1",
                   "wait taskwait end t1 of R1", "sync taskwait end t1 of R1"}));
}

TEST(OmptTasks, an_undeferred_task_with_an_event_orders_its_siblings_by_its_depend_clause) {
  static int x;
  const Lines found = told_in_a_team_of_one([] {
    const Dependence list[] = {on(&x, 3)};
    auto* const task = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &task->head);
    CALL(__kmpc_omp_taskwait_deps_51)(nullptr, 0, 1, list, 0, nullptr, 0);
    run_between(task);
    spawn_depending({on(&x, 1)}, [] {});
    fulfill(reinterpret_cast<std::uintptr_t>(event));
    taskwait();
  });
  const Lines expected{"create t2 in t1 taskwait|undeferred|mergeable depends",
                       "dependences t2 inout",
                       "schedule t2 taskwait_complete -",
                       "create t3 in t1 explicit|undeferred depends",
                       "dependences t3 inout",
                       "schedule t1 switch t3",
                       "schedule t3 detach t1",
                       "create t4 in t1 explicit depends",
                       "dependences t4 in",
                       "dependence t3 t4",
                       "schedule t3 late_fulfill -"};
  ASSERT_GE(found.size(), expected.size());
  EXPECT_EQ(Lines(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(expected.size())), expected);
}

TEST(OmptTasks, in_a_team_of_one_with_a_predecessor_a_yield_is_told_as_such) {
  static int x;
  const Lines found = told_in_a_team_of_one([] {
    const Dependence list[] = {on(&x, 3)};
    auto* const first = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &first->head);
    CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &first->head, 1, list, 0, nullptr);
    spawn_depending({on(&x, 1)}, [] {});
    fulfill(reinterpret_cast<std::uintptr_t>(event));  // its successor is queued: a stranger has ended it
    CALL(__kmpc_omp_taskyield)(nullptr, 0, 0);
  });
  EXPECT_EQ(found.back(), "schedule t3 complete t1");
  EXPECT_EQ(found.at(found.size() - 2), "schedule t1 yield t3");
}

TEST(OmptTasks, tasks_of_a_cancelled_group_are_discarded) {
  omp::writable_global().cancellation = true;
  const Lines found = told_in_a_team_of_one([] {
    runtime::current().member->team->cancellable = true;  // as where the program starts with OMP_CANCELLATION
    CALL(__kmpc_taskgroup)(nullptr, 0);
    CALL(__kmpc_cancel)(nullptr, 0, 4);
    spawn([] { ADD_FAILURE() << "it was cancelled"; });
    CALL(__kmpc_end_taskgroup)(nullptr, 0);
  });
  omp::writable_global().cancellation = false;
  EXPECT_EQ(found, (Lines{"sync taskgroup begin t1 of R1", "cancel t1 taskgroup|activated",
                          "create t2 in t1 explicit|undeferred", "schedule t1 switch t2",
                          "cancel t2 taskgroup|discarded", "schedule t2 cancel t1", "wait taskgroup begin t1 of R1",
                          "wait taskgroup end t1 of R1", "sync taskgroup end t1 of R1"}));
}

TEST(OmptTasks, who_leaves_for_a_cancelled_group_ends_as_cancelled) {
  omp::writable_global().cancellation = true;
  const Lines found = told_in_a_team_of_one([] {
    CALL(__kmpc_taskgroup)(nullptr, 0);
    spawn([] {
      EXPECT_EQ(CALL(__kmpc_cancellationpoint)(nullptr, 0, 4), 0);
      EXPECT_EQ(CALL(__kmpc_cancel)(nullptr, 0, 4), 1);
    });
    CALL(__kmpc_end_taskgroup)(nullptr, 0);
  });
  omp::writable_global().cancellation = false;
  EXPECT_EQ(found,
            (Lines{"sync taskgroup begin t1 of R1", "create t2 in t1 explicit|undeferred", "schedule t1 switch t2",
                   "cancel t2 taskgroup|activated", "schedule t2 cancel t1", "wait taskgroup begin t1 of R1",
                   "wait taskgroup end t1 of R1", "sync taskgroup end t1 of R1"}));
}

TEST(OmptTasks, a_cancellation_that_is_off_is_not_told) {
  EXPECT_EQ(told_in_a_team_of_one([] {
              EXPECT_EQ(CALL(__kmpc_cancel)(nullptr, 0, 1), 0);
              EXPECT_EQ(CALL(__kmpc_cancellationpoint)(nullptr, 0, 2), 0);
            }),
            Lines{});
}

TEST(OmptTasks, each_construct_that_is_cancelled_is_named) {
  omp::writable_global().cancellation = true;
  const Lines of_region = told_in_a_team_of_one([] {
    EXPECT_EQ(CALL(__kmpc_cancel)(nullptr, 0, 1), 1);
    EXPECT_EQ(CALL(__kmpc_cancellationpoint)(nullptr, 0, 1), 1);
  });
  EXPECT_EQ(of_region, (Lines{"cancel t1 parallel|activated", "cancel t1 parallel|detected"}));
  const Lines of_gcc = told_in_a_team_of_one([] { EXPECT_TRUE(CALL(GOMP_cancel)(1, true)); });
  EXPECT_EQ(of_gcc, (Lines{"cancel t1 parallel|activated"}));
  omp::writable_global().cancellation = false;
}

TEST(OmptTasks, tasks_of_gccs_programs_are_told_the_same) {
  Lines found;
  forget();
  parallel_of_gcc(1, [&found] {
    const std::size_t before = told().size();
    CALL(GOMP_task)([](void*) {}, nullptr, nullptr, 0, 1, true, 0, nullptr, 0, nullptr);
    CALL(GOMP_task)([](void*) {}, nullptr, nullptr, 0, 1, false, 2, nullptr, 0, nullptr);
    CALL(GOMP_task)([](void*) {}, nullptr, nullptr, 0, 1, true, 1, nullptr, 0, nullptr);
    found = told();
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before));
  });
  EXPECT_EQ(found,
            (Lines{"create t2 in t1 explicit|undeferred", "schedule t1 switch t2", "schedule t2 complete t1",
                   "create t3 in t1 explicit|undeferred|final", "schedule t1 switch t3", "schedule t3 complete t1",
                   "create t4 in t1 explicit|undeferred|untied", "schedule t1 switch t4", "schedule t4 complete t1"}));
}

TEST(OmptTasks, each_event_of_a_task_says_where_the_program_has_called) {
  forget();
  parallel(1, [] { spawn([] {}); });
  for (const Line& line : lines()) {
    if (line.event == ompt_callback_task_create) {
      EXPECT_NE(line.caller, nullptr);
      ASSERT_EQ(line.frames.size(), 2U);
      EXPECT_NE(line.frames[0], nullptr) << "the frame from which the region's code is called";
      EXPECT_NE(line.frames[1], nullptr) << "the frame in which it calls the runtime";
    }
  }
}

// Which of the event and the end of the code is told first decides what both are called, on whichever threads they are.
TEST(OmptTasks, of_a_body_and_its_event_exactly_one_is_first) {
  forget();
  constexpr int k_rounds = 300;
  for (int round = 0; round < k_rounds; ++round) {
    parallel(2, [] {
      static std::atomic<std::uintptr_t> given;
      if (seat() == 0) {
        static std::uintptr_t its;
        auto* const task = allocate([] { given = its; }, kmpc::k_tied | kmpc::k_detachable);
        its = reinterpret_cast<std::uintptr_t>(heddle___kmpc_task_allow_completion_event(nullptr, 0, &task->head));
        run_between(task);  // the other one fulfils the event while this one ends the code
      } else {
        std::uintptr_t event = 0;
        while ((event = given.exchange(0)) == 0) {
        }
        fulfill(event);
      }
    });
  }
  std::size_t early = 0, late = 0, completed = 0, detached = 0;
  for (const std::string& line : told_of_kind("schedule ")) {
    early += line.find("early_fulfill") != std::string::npos;
    late += line.find("late_fulfill") != std::string::npos;
    completed += line.find(" complete ") != std::string::npos;
    detached += line.find(" detach ") != std::string::npos;
  }
  EXPECT_EQ(early + late, k_rounds);
  EXPECT_EQ(early, completed);
  EXPECT_EQ(late, detached);
}

}  // namespace
}  // namespace heddle::ompt::test

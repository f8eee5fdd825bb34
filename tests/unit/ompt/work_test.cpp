// Worksharing: which construct, how many iterations, which of them a thread gets; reductions, masked, errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "omp/settings.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {
namespace {

using Lines = std::vector<std::string>;

template <class Body>
Lines told_by_one(Body body) {
  forget();
  Lines found;
  parallel(1, [&] {
    const std::size_t before = told().size();
    body();
    found = told();
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before));
  });
  return found;
}

template <class T, class Step>
void drain(std::int32_t (*next)(kmpc::Ident*, ThreadNumber, std::int32_t*, T*, T*, Step*)) {
  T lower = 0, upper = 0;
  Step stride = 0;
  std::int32_t last = 0;
  while (next(nullptr, 0, &last, &lower, &upper, &stride) != 0) {
  }
}

TEST(OmptWork, a_dispatched_loop_is_told_with_its_schedule_and_its_chunks) {
  const auto loop = [](std::int32_t schedule) {
    return told_by_one([schedule] {
      CALL(__kmpc_dispatch_init_4)(nullptr, 0, schedule, 10, 15, 1, 6);
      drain(CALL(__kmpc_dispatch_next_4));
    });
  };
  const auto expected = [](const std::string& kind) {
    return Lines{"work " + kind + " begin t1 of R1 6", "dispatch chunk 10+6 t1 of R1",
                 "work " + kind + " end t1 of R1 6"};
  };
  EXPECT_EQ(loop(35), expected("loop_dynamic"));
  EXPECT_EQ(loop(36), expected("loop_guided"));
  EXPECT_EQ(loop(33), expected("loop_static"));
  EXPECT_EQ(loop(38), expected("loop_other")) << "auto";
  heddle_omp_set_schedule(3, 6);
  EXPECT_EQ(loop(37), expected("loop_guided")) << "what schedule(runtime) comes to";
  heddle_omp_set_schedule(2, 6);
  EXPECT_EQ(loop(37), expected("loop_dynamic"));
  heddle_omp_set_schedule(1, 6);
  EXPECT_EQ(loop(37), expected("loop_static"));
  heddle_omp_set_schedule(4, 0);
  EXPECT_EQ(loop(37).front(), "work loop_other begin t1 of R1 6") << "auto";
}

TEST(OmptWork, loops_of_all_types_are_told_with_their_iterations) {
  EXPECT_EQ(told_by_one([] {
              CALL(__kmpc_dispatch_init_4u)(nullptr, 0, 35, 4000000000U, 4000000003U, 1, 4);
              drain(CALL(__kmpc_dispatch_next_4u));
            }),
            (Lines{"work loop_dynamic begin t1 of R1 4", "dispatch chunk 4000000000+4 t1 of R1",
                   "work loop_dynamic end t1 of R1 4"}));
  EXPECT_EQ(told_by_one([] {
              CALL(__kmpc_dispatch_init_8)(nullptr, 0, 35, -4, -10, -3, 3);
              drain(CALL(__kmpc_dispatch_next_8));
            }),
            (Lines{"work loop_dynamic begin t1 of R1 3", "dispatch chunk -4+3 t1 of R1",
                   "work loop_dynamic end t1 of R1 3"}));
  EXPECT_EQ(told_by_one([] {
              CALL(__kmpc_dispatch_init_8u)(nullptr, 0, 35, 5, 4, 1, 3);
              drain(CALL(__kmpc_dispatch_next_8u));
            }),
            (Lines{"work loop_dynamic begin t1 of R1 0", "work loop_dynamic end t1 of R1 0"}))
      << "without iterations it has no chunk";
}

TEST(OmptWork, a_program_that_does_not_ask_for_the_stride_is_told_of_chunks_too) {
  EXPECT_EQ(
      told_by_one([] {
        std::int32_t lower = 0, upper = 0;
        CALL(__kmpc_dispatch_init_4)(nullptr, 0, 35, 0, 9, 3, 4);
        while (CALL(__kmpc_dispatch_next_4)(nullptr, 0, nullptr, &lower, &upper, nullptr) != 0) {
        }
      }),
      (Lines{"work loop_dynamic begin t1 of R1 4", "dispatch chunk 0+4 t1 of R1", "work loop_dynamic end t1 of R1 4"}));
}

TEST(OmptWork, each_iteration_of_a_shared_loop_is_in_one_chunk_that_is_told) {
  forget();
  parallel(3, [] {
    CALL(__kmpc_dispatch_init_4)(nullptr, 0, 35, 0, 99, 1, 7);
    drain(CALL(__kmpc_dispatch_next_4));
  });
  std::vector<int> hits(100);
  for (const std::string& line : told_of_kind("dispatch chunk ")) {
    std::size_t end = 0;
    const std::string text = line.substr(std::string("dispatch chunk ").size());
    const int first = std::stoi(text, &end);
    const int size = std::stoi(text.substr(end + 1));
    for (int i = first; i < first + size; ++i) ++hits.at(static_cast<std::size_t>(i));
  }
  EXPECT_EQ(std::ranges::count(hits, 1), 100);
  EXPECT_EQ(told_of_kind("work loop_dynamic begin").size(), 3U);
  EXPECT_EQ(told_of_kind("work loop_dynamic end").size(), 3U);
}

Lines static_loop(std::int32_t flags, std::int32_t schedule, int lower, int upper) {
  static kmpc::Ident at;
  at = {0, flags, 0, 0, nullptr};
  return told_by_one([=] {
    std::int32_t last = 0, first = lower, behind = upper, stride = 0;
    CALL(__kmpc_for_static_init_4)(&at, 0, schedule, &last, &first, &behind, &stride, 1, 1);
    CALL(__kmpc_for_static_fini)(&at, 0);
  });
}

TEST(OmptWork, a_static_loop_tells_its_first_chunk) {
  EXPECT_EQ(static_loop(0, 34, 3, 9), (Lines{"work loop_static begin t1 of R1 7", "dispatch chunk 3+7 t1 of R1",
                                             "work loop_static end t1 of R1 7"}));
  EXPECT_EQ(static_loop(0, 33, 3, 9), (Lines{"work loop_static begin t1 of R1 7", "dispatch chunk 3+1 t1 of R1",
                                             "work loop_static end t1 of R1 7"}));
  EXPECT_EQ(static_loop(0, 34, 9, 3), (Lines{"work loop_static begin t1 of R1 0", "work loop_static end t1 of R1 0"}));
}

TEST(OmptWork, the_compilers_note_tells_sections_and_distribute_from_loops) {
  EXPECT_EQ(static_loop(kmpc::k_work_sections, 34, 0, 2),
            (Lines{"work sections begin t1 of R1 3", "dispatch section t1 of R1", "dispatch section t1 of R1",
                   "dispatch section t1 of R1", "work sections end t1 of R1 3"}));
  EXPECT_EQ(static_loop(kmpc::k_work_distribute, 92, 0, 4),
            (Lines{"work distribute begin t1 of R1 5", "dispatch distribute 0+5 t1 of R1",
                   "work distribute end t1 of R1 5"}));
}

TEST(OmptWork, a_single_has_one_executor_and_others) {
  forget();
  parallel(3, [] {
    if (CALL(__kmpc_single)(nullptr, 0) != 0) CALL(__kmpc_end_single)(nullptr, 0);
    CALL(__kmpc_barrier)(nullptr, 0);
  });
  EXPECT_EQ(told_of_kind("work single_executor begin").size(), 1U);
  EXPECT_EQ(told_of_kind("work single_executor end").size(), 1U);
  EXPECT_EQ(told_of_kind("work single_other begin").size(), 2U);
  EXPECT_EQ(told_of_kind("work single_other end").size(), 2U);
}

TEST(OmptWork, gccs_single_whose_values_are_copied) {
  forget();
  static int value;
  parallel_of_gcc(2, [] {
    void* const copied = CALL(GOMP_single_copy_start)();
    if (copied == nullptr) {
      CALL(GOMP_single_copy_end)(&value);
    } else {
      EXPECT_EQ(copied, &value);
    }
  });
  EXPECT_EQ(told_of_kind("work single_executor begin").size(), 1U);
  EXPECT_EQ(told_of_kind("work single_executor end").size(), 1U);
  EXPECT_EQ(told_of_kind("work single_other begin").size(), 1U);
}

TEST(OmptWork, masked_is_told_of_the_thread_that_runs_it_alone) {
  forget();
  parallel(3, [] {
    if (CALL(__kmpc_masked)(nullptr, 0, 1) != 0) {
      EXPECT_EQ(seat(), 1);
      CALL(__kmpc_end_masked)(nullptr, 0);
    }
    if (CALL(__kmpc_master)(nullptr, 0) != 0) CALL(__kmpc_end_master)(nullptr, 0);
  });
  EXPECT_EQ(told_of_kind("masked begin").size(), 2U);
  EXPECT_EQ(told_of_kind("masked end").size(), 2U);
}

TEST(OmptWork, gccs_sections_are_told_one_by_one) {
  forget();
  Lines found;
  parallel_of_gcc(1, [&found] {
    const std::size_t before = told().size();
    for (unsigned section = CALL(GOMP_sections_start)(2); section != 0; section = CALL(GOMP_sections_next)()) {
    }
    CALL(GOMP_sections_end_nowait)();
    found = told();
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before));
  });
  EXPECT_EQ(found, (Lines{"work sections begin t1 of R1 2", "dispatch section t1 of R1", "dispatch section t1 of R1",
                          "work sections end t1 of R1 2"}));
}

TEST(OmptWork, a_construct_that_is_open_ends_before_the_next_begins) {
  const Lines found = told_by_one([] {
    CALL(__kmpc_dispatch_init_4)(nullptr, 0, 35, 0, 9, 1, 1);
    CALL(__kmpc_dispatch_init_4)(nullptr, 0, 36, 0, 4, 1, 1);  // the first was cancelled
    CALL(__kmpc_barrier)(nullptr, 0);
  });
  ASSERT_GE(found.size(), 5U);
  EXPECT_EQ(
      Lines(found.begin(), found.begin() + 5),
      (Lines{"work loop_dynamic begin t1 of R1 10", "work loop_dynamic end t1 of R1 10",
             "work loop_guided begin t1 of R1 5", "work loop_guided end t1 of R1 5", "sync barrier begin t1 of R1"}));
}

struct LoopTask {
  CompilersTask head;
  std::uint64_t lower, upper;
};

Lines taskloop(std::int32_t nogroup, std::uint64_t tasks) {
  return told_by_one([=] {
    CompilersTask* const task = CALL(__kmpc_omp_task_alloc)(
        nullptr, 0, kmpc::k_tied, sizeof(LoopTask), 0, [](ThreadNumber, CompilersTask*) { return std::int32_t{0}; });
    auto* const loop = reinterpret_cast<LoopTask*>(task);
    loop->lower = 4;
    loop->upper = 9;
    CALL(__kmpc_taskloop)(nullptr, 0, task, 1, &loop->lower, &loop->upper, 1, nogroup, 2, tasks, nullptr);
  });
}

TEST(OmptWork, a_taskloop_is_told_with_its_group_its_tasks_and_their_chunks) {
  EXPECT_EQ(
      taskloop(0, 2),
      (Lines{"sync taskgroup begin t1 of R1", "work taskloop begin t1 of R1 6", "create t2 in t1 explicit|undeferred",
             "schedule t1 switch t2", "dispatch taskloop 4+3 t2 of R1", "schedule t2 complete t1",
             "create t3 in t1 explicit|undeferred", "schedule t1 switch t3", "dispatch taskloop 7+3 t3 of R1",
             "schedule t3 complete t1", "work taskloop end t1 of R1 6", "sync taskgroup end t1 of R1"}));
  const Lines without = taskloop(1, 1);
  EXPECT_EQ(without.front(), "work taskloop begin t1 of R1 6");
  EXPECT_EQ(without.back(), "work taskloop end t1 of R1 6");
}

TEST(OmptWork, doacross_iterations_are_told_as_sources_and_sinks) {
  const auto vector = [](std::int64_t i, std::int64_t j) {
    static std::int64_t values[2];
    values[0] = i, values[1] = j;
    return values;
  };
  const Lines found = told_by_one([&] {
    const kmpc::NestDimension nest[] = {{0, 3, 1}, {5, 1, -2}};
    heddle___kmpc_doacross_init(nullptr, 0, 2, nest);
    CALL(__kmpc_doacross_post)(nullptr, 0, vector(1, 3));
    CALL(__kmpc_doacross_wait)(nullptr, 0, vector(1, 3));
    CALL(__kmpc_doacross_wait)(nullptr, 0, vector(-1, 3));  // there is no such iteration
    CALL(__kmpc_doacross_wait)(nullptr, 0, vector(1, 7));
    CALL(__kmpc_doacross_post)(nullptr, 0, vector(4, 3));
    heddle___kmpc_doacross_fini(nullptr, 0);
  });
  EXPECT_EQ(found, (Lines{"dependences t1 source 1 source 3", "dependences t1 sink 1 sink 3"}));
}

TEST(OmptWork, a_reduction_is_told_until_its_part_is_done) {
  static kmpc::SectionWords words;
  static int sum;
  const Lines with_barrier = told_by_one([] {
    const std::int32_t way = CALL(__kmpc_reduce)(nullptr, 0, 1, 4, &sum, [](void*, void*) {}, &words);
    EXPECT_EQ(way, 1);
    CALL(__kmpc_end_reduce)(nullptr, 0, &words);
  });
  EXPECT_EQ(with_barrier, (Lines{"reduce reduction begin t1 of R1", "reduce reduction end t1 of R1",
                                 "sync barrier_workshare begin t1 of R1", "wait barrier_workshare begin t1 of R1",
                                 "wait barrier_workshare end t1 of R1", "sync barrier_workshare end t1 of R1"}));
  const Lines without = told_by_one([] {
    EXPECT_EQ(CALL(__kmpc_reduce_nowait)(nullptr, 0, 1, 4, &sum, [](void*, void*) {}, &words), 1);
    CALL(__kmpc_end_reduce_nowait)(nullptr, 0, &words);
  });
  EXPECT_EQ(without, (Lines{"reduce reduction begin t1 of R1", "reduce reduction end t1 of R1"}));
}

TEST(OmptWork, a_reduction_by_atomics_ends_with_the_answer) {
  static kmpc::SectionWords words;
  static kmpc::Ident at{0, kmpc::k_atomic_reduction, 0, 0, nullptr};
  std::atomic<int> wrong{0};
  forget();
  parallel(2, [&] {
    static int sum;
    const std::int32_t way = CALL(__kmpc_reduce_nowait)(&at, 0, 1, 4, &sum, [](void*, void*) {}, &words);
    if (way != 2) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(told_of_kind("reduce reduction begin").size(), 2U);
  EXPECT_EQ(told_of_kind("reduce reduction end").size(), 2U);
}

TEST(OmptWork, an_error_directive_is_told_with_its_words) {
  forget();
  testing::internal::CaptureStderr();
  CALL(__kmpc_error)(nullptr, 1, "half way");
  CALL(__kmpc_error)(nullptr, 1, nullptr);
  CALL(GOMP_warning)("of gcc's", 6);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(told(), (Lines{"warning half way 8", "warning (null) 0", "warning of gcc 6"}));
  EXPECT_NE(said.find("half way"), std::string::npos);
}

TEST(OmptWork, a_control_call_reaches_the_tool_and_brings_its_answer_back) {
  forget();
  int something = 0;
  EXPECT_EQ(heddle_omp_control_tool(3, 7, &something), 30);
  const int command = 4, modifier = 1;
  EXPECT_EQ(heddle_omp_control_tool_(&command, &modifier, nullptr), 40);
  EXPECT_EQ(told(), (Lines{"control 3 7", "control 4 1 null"}));
  for (const Line& line : lines()) EXPECT_NE(line.caller, nullptr);
  const auto set = entry<ompt_set_callback_t>("ompt_set_callback");
  ompt_callback_t before = nullptr;
  ASSERT_EQ(entry<ompt_get_callback_t>("ompt_get_callback")(ompt_callback_control_tool, &before), 1);
  set(ompt_callback_control_tool, nullptr);
  EXPECT_EQ(heddle_omp_control_tool(3, 7, nullptr), -1) << "the tool does not listen";
  set(ompt_callback_control_tool, before);
}

}  // namespace
}  // namespace heddle::ompt::test

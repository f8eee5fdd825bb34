// Dependences: what a task's clauses are told as, and which pairs of siblings follow from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {
namespace {

using Lines = std::vector<std::string>;
constexpr std::uint8_t k_in = 1, k_out = 2, k_inout = 3, k_mutexinoutset = 4, k_inoutset = 8, k_all = 0x80;

int a, b;

// Runs `body` in a region of one thread behind a task t2 that holds back all that needs it until its event. What the
// body makes is t3 and so on; its pairs are told while it is open. @returns the lines that begin so
template <class Body>
Lines told_behind_an_open_task(const std::vector<Dependence>& of_first, const std::string& beginning, Body body) {
  forget();
  parallel(1, [&] {
    auto* const first = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &first->head);
    CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &first->head, static_cast<std::int32_t>(of_first.size()),
                                    of_first.data(), 0, nullptr);
    body();
    fulfill(reinterpret_cast<std::uintptr_t>(event));
    taskwait();
  });
  return told_of_kind(beginning);
}

Lines pairs(const std::vector<Dependence>& of_first, const std::vector<std::vector<Dependence>>& others) {
  return told_behind_an_open_task(of_first, "dependence ", [&] {
    for (const std::vector<Dependence>& each : others) spawn_depending(each, [] {});
  });
}

TEST(OmptDependences, the_modes_of_a_clause_are_told_in_its_order) {
  const Lines found = told_behind_an_open_task({on(&a, k_out)}, "dependences t3", [] {
    spawn_depending({on(&a, k_in), on(&b, k_out), on(&a, k_inout), on(&b, k_mutexinoutset), on(&a, k_inoutset)}, [] {});
  });
  EXPECT_EQ(found, (Lines{"dependences t3 in inout inout mutexinoutset inoutset"})) << "out is the same to everybody";
}

TEST(OmptDependences, all_memory_is_named_in_the_place_where_the_program_has_written_it) {
  const auto told_as = [](const std::vector<Dependence>& list) {
    return told_behind_an_open_task({on(&a, k_out)}, "dependences t3", [&] { spawn_depending(list, [] {}); });
  };
  EXPECT_EQ(told_as({on(nullptr, k_all)}), (Lines{"dependences t3 out_all_memory"}));
  EXPECT_EQ(told_as({on(&a, k_in), on(nullptr, k_all)}), (Lines{"dependences t3 in out_all_memory"}));
  EXPECT_EQ(told_as({on(nullptr, k_all), on(&a, k_in)}), (Lines{"dependences t3 out_all_memory in"}));
  EXPECT_EQ(told_as({on(&a, k_in), on(&b, k_out), on(nullptr, k_all), on(&b, k_inoutset)}),
            (Lines{"dependences t3 in inout out_all_memory inoutset"}));
  const Lines older = told_behind_an_open_task({on(&a, k_out)}, "dependences t3", [] {
    spawn_depending({on(reinterpret_cast<void*>(std::intptr_t{-1}), k_out)}, [] {});
  });
  EXPECT_EQ(older, (Lines{"dependences t3 out_all_memory"}));
}

TEST(OmptDependences, readers_wait_for_the_writer_and_not_for_each_other) {
  EXPECT_EQ(pairs({on(&a, k_out)}, {{on(&a, k_in)}, {on(&a, k_in)}, {on(&b, k_in)}}),
            (Lines{"dependence t2 t3", "dependence t2 t4"}));
}

TEST(OmptDependences, a_writer_waits_for_all_readers_before_it) {
  const Lines found = pairs({on(&a, k_out)}, {{on(&a, k_in)}, {on(&a, k_in)}, {on(&a, k_inout)}});
  EXPECT_EQ(std::ranges::count(found, "dependence t2 t3"), 1);
  EXPECT_EQ(std::ranges::count(found, "dependence t2 t4"), 1);
  EXPECT_EQ(std::ranges::count(found, "dependence t3 t5"), 1);
  EXPECT_EQ(std::ranges::count(found, "dependence t4 t5"), 1);
  EXPECT_EQ(std::ranges::count(found, "dependence t3 t4"), 0);
}

TEST(OmptDependences, members_of_a_set_do_not_wait_for_each_other_but_for_what_was_before) {
  for (const std::uint8_t mode : {k_inoutset, k_mutexinoutset}) {
    const Lines found = pairs({on(&a, k_out)}, {{on(&a, mode)}, {on(&a, mode)}, {on(&a, k_in)}});
    EXPECT_EQ(std::ranges::count(found, "dependence t2 t3"), 1) << int{mode};
    EXPECT_EQ(std::ranges::count(found, "dependence t2 t4"), 1);
    EXPECT_EQ(std::ranges::count(found, "dependence t3 t4"), 0);
    EXPECT_EQ(std::ranges::count(found, "dependence t3 t5"), 1);
    EXPECT_EQ(std::ranges::count(found, "dependence t4 t5"), 1);
  }
}

TEST(OmptDependences, a_pair_is_told_once_however_many_addresses_it_shares) {
  EXPECT_EQ(pairs({on(&a, k_out), on(&b, k_out)}, {{on(&a, k_in), on(&b, k_inout), on(&a, k_in)}}),
            (Lines{"dependence t2 t3"}));
}

TEST(OmptDependences, one_that_has_ended_is_waited_for_by_nobody) {
  forget();
  parallel(1, [] {
    spawn_depending({on(&a, k_out)}, [] {});
    spawn_depending({on(&a, k_inout)}, [] {});
  });
  EXPECT_EQ(told_of_kind("dependence "), Lines{}) << "in a team of one, each is over before the next is made";
}

TEST(OmptDependences, a_detached_task_is_open_until_its_event_and_its_code_are_both_through) {
  forget();
  parallel(1, [] {
    auto* const first = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &first->head);
    const Dependence list[] = {on(&a, k_out)};
    CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &first->head, 1, list, 0, nullptr);
    fulfill(reinterpret_cast<std::uintptr_t>(event));
    spawn_depending({on(&a, k_in)}, [] {});
  });
  EXPECT_EQ(told_of_kind("dependence "), Lines{});
}

TEST(OmptDependences, tasks_of_different_parents_do_not_wait_for_each_other) {
  const Lines found = told_behind_an_open_task({on(&a, k_out)}, "dependence ",
                                               [] { spawn([] { spawn_depending({on(&a, k_inout)}, [] {}); }); });
  EXPECT_EQ(found, Lines{});
}

TEST(OmptDependences, a_wait_for_accesses_is_a_task_that_has_predecessors) {
  forget();
  parallel(2, [] {
    if (seat() != 0) return;
    static std::atomic<bool> go;
    go = false;
    spawn_depending({on(&a, k_out)}, [] {
      while (!go) {
      }
    });
    spawn([] { go = true; });
    const Dependence list[] = {on(&a, k_in)};
    CALL(__kmpc_omp_wait_deps)(nullptr, 0, 1, list, 0, nullptr);
    EXPECT_TRUE(go);
  });
  std::string name;
  for (const std::string& line : told_of_kind("create"))
    if (line.find(" taskwait|undeferred|mergeable depends") != std::string::npos) name = line.substr(7, 2);
  ASSERT_FALSE(name.empty());
  EXPECT_EQ(told_of_kind("dependences " + name), (Lines{"dependences " + name + " in"}));
  EXPECT_EQ(told_of_kind("schedule " + name), (Lines{"schedule " + name + " taskwait_complete -"}));
}

TEST(OmptDependences, an_address_is_told_as_the_program_wrote_it) {
  told_behind_an_open_task({on(&a, k_out)}, "", [] { spawn_depending({on(&b, k_in)}, [] {}); });
  const void* address = nullptr;
  for (const Line& line : lines())
    if (line.text == "dependences t3 in") address = line.caller;
  EXPECT_EQ(address, &b);
}

// The tool may come back while it is told of a predecessor: what it does then is its own affair.
TEST(OmptDependences, a_tool_that_makes_a_task_while_it_is_told_is_told_of_that_too) {
  static int depth;
  depth = 0;
  in_events = [](ompt_callbacks_t event) {
    if (event != ompt_callback_task_dependence || depth++ != 0) return;
    spawn_depending({on(&b, k_out)}, [] {});
  };
  const Lines found = pairs({on(&a, k_out)}, {{on(&a, k_in)}});
  in_events = nullptr;
  EXPECT_EQ(found, (Lines{"dependence t2 t3"}));
  EXPECT_EQ(told_of_kind("create t4").size(), 1U);
  EXPECT_EQ(told_of_kind("schedule t4 complete").size(), 1U);
}

TEST(OmptDependencesDeathTest, a_tool_that_waits_for_the_task_it_is_told_of_is_refused) {
  EXPECT_DEATH(
      {
        in_events = [](ompt_callbacks_t event) {
          if (event == ompt_callback_task_create) taskwait();
        };
        CALL(__kmpc_serialized_parallel)(nullptr, 0);
        spawn([] {});
      },
      "calls taskwait in its callback");
}

}  // namespace
}  // namespace heddle::ompt::test

// What a process finds around it when it starts, and what it makes of it: HEDDLE_* variables in the engine's settings,
// another machine's topology, a trace that cannot be written; and regions for doors that have no model of their own.
// Where settings must be those of a start, the case has a process of its own.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <string>

#include "process/localities.hpp"
#include "process/process.hpp"
#include "process/region.hpp"
#include "process/settings.hpp"
#include "process/standing.hpp"
#include "process/team_size.hpp"
#include "process/trace.hpp"
#include "runtime/current.hpp"
#include "tests/unit/forks.hpp"
#include "tests/unit/process/own_process.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using namespace heddle::process::test;

const runtime::Settings& engine() { return Process::get().runtime->settings(); }

TEST(StartedWith, policies_and_limits_are_the_engines) {
  const Variables variables{{"HEDDLE_SCHEDULER", "dbf"}, {"HEDDLE_DEPENDENCE", "async"}, {"HEDDLE_WINDOW", "77"},
                            {"HEDDLE_PATIENCE", "3"},    {"HEDDLE_LINGER", "20"},        {"HEDDLE_ASYNC_SPINS", "9"}};
  in_a_process(
      [] {
        end_with({std::string_view(engine().scheduler) == "dbf", std::string_view(engine().dependence) == "async",
                  engine().window == 77, engine().patience_ns == 3'000'000'000, engine().linger_ns == 20'000'000,
                  engine().async.spins == 9, own_settings().is_given(OwnSetting::window),
                  !own_settings().is_given(OwnSetting::loop)});
      },
      "^$");
}

TEST(StartedWith, nothing_the_engines_own_choices_hold) {
  const Variables variables{};
  in_a_process(
      [] {
        const runtime::Settings defaults;
        end_with({std::string_view(engine().scheduler) == defaults.scheduler,
                  std::string_view(engine().dependence) == defaults.dependence, engine().window == defaults.window,
                  engine().backlog == defaults.backlog, engine().patience_ns == defaults.patience_ns,
                  engine().linger_ns == 1'000'000'000, engine().recording == nullptr});
      },
      "^$");
}

TEST(StartedWith, a_wrong_variable_is_named_once_and_a_misspelt_one_too) {
  const Variables variables{{"HEDDLE_WINDOW", "none"}, {"HEDDLE_SHEDULER", "dbf"}};
  in_a_process(
      [] {
        own_settings();
        own_settings();
        end_with({std::string_view(engine().scheduler) == "steal"});
      },
      "^heddle: warning: HEDDLE_WINDOW='none' is not understood[^\n]*\n"
      "heddle: warning: HEDDLE_SHEDULER[^\n]*did you mean HEDDLE_SCHEDULER\\?\n$");
}

TEST(StartedWith, without_tasks_inside_creators_no_queue_is_ever_full) {
  const Variables variables{{"HEDDLE_INLINE", "off"}};
  in_a_process([] { end_with({engine().backlog == UINT32_MAX, engine().window == runtime::Settings{}.window}); }, "^$");
}

TEST(StartedWith, a_word_of_its_own_that_says_what_was_chosen) {
  const Variables variables{{"HEDDLE_VERBOSE", "1"}, {"HEDDLE_SCHEDULER", "dbf"}};
  in_a_process(
      [] {
        say_what_was_chosen(4);
        end_with({});
      },
      "^heddle: 4 threads by default, [0-9]+ processors, scheduler dbf, [^\n]*\n$");
}

TEST(StartedWith, a_topology_that_cannot_be_read_is_named_and_this_machines_is_used) {
  const Variables variables{{"HEDDLE_TOPOLOGY", "/nowhere/at/all.xml"}, {"HEDDLE_SCHEDULER", "numa"}};
  in_a_process(
      [] {
        const bool any = !engine().localities.empty();  // first: the process reads its variables when it starts
        end_with({any, !localities().all.empty(), !localities().folded});
      },
      "/nowhere/at/all.xml");
}

TEST(StartedWith, another_machines_topology_its_localities_are_folded_onto_this_one) {
  if (!hwloc_is_there()) GTEST_SKIP() << "hwloc is not installed";
  const Variables variables{{"HEDDLE_TOPOLOGY", "numa:4 core:2 pu:1"}, {"HEDDLE_SCHEDULER", "numa"}};
  in_a_process(
      [] {
        own_settings();
        const auto cpus = cpus_of_localities();
        bool two_each = true;
        for (const std::uint32_t count : cpus) two_each = two_each && count == 2;
        end_with({localities().all.size() == 4, localities().folded, cpus.size() == 4, two_each,
                  engine().localities.size() == 4, locality_of(runtime::current()) < 4});
      },
      "^$");
}

TEST(StartedWith, a_trace_that_cannot_be_written_the_program_runs_without) {
  const Variables variables{{"HEDDLE_TRACE", "/nowhere/at/all/trace.raw"}};
  in_a_process([] { end_with({engine().recording == nullptr}); },
               "/nowhere/at/all/trace.raw[^\n]*; the program runs without a trace\n$");
}

TEST(Trace, of_a_file_that_cannot_be_opened_is_none) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(start_trace("/nowhere/at/all/trace.raw"), nullptr);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("/nowhere/at/all/trace.raw"), std::string::npos) << said;
  EXPECT_TRUE(said.ends_with("; the program runs without a trace\n")) << said;
}

TEST(Region, is_opened_around_its_caller_and_closed_again) {
  for (const unsigned asked : {1u, 2u, 4u}) {
    Worker& worker = runtime::current();
    Member* const outside = worker.member;
    std::atomic<unsigned> others{0};
    Team& team = open_region(worker, {.body = [](void* count) { ++*static_cast<std::atomic<unsigned>*>(count); },
                                      .data = &others,
                                      .threads = asked});
    EXPECT_EQ(team.size, asked);
    EXPECT_EQ(worker.member->team, &team);
    EXPECT_EQ(worker.member->seat, 0u);
    EXPECT_FALSE(Visit::outermost(worker));
    close_region(worker);
    EXPECT_EQ(worker.member, outside);
    EXPECT_TRUE(Visit::outermost(worker));
    EXPECT_EQ(others, asked - 1) << "the caller runs the body itself";
  }
}

TEST(Region, without_a_number_has_as_many_threads_as_it_is_told) {
  Worker& worker = runtime::current();
  const unsigned expected = threads_for(worker, 0);
  EXPECT_GE(expected, 1u);
  EXPECT_EQ(open_region(worker, {.body = [](void*) {}, .data = nullptr, .threads = 0}).size, expected);
  close_region(worker);
}

TEST(Fork, leaves_a_child_that_opens_regions_of_its_own) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer ends a child that starts threads";
#endif
  Worker& worker = runtime::current();
  open_region(worker, {.body = [](void*) {}, .data = nullptr, .threads = 3});
  close_region(worker);
  const pid_t child = fork();
  if (child == 0) {
    Worker& own = runtime::current();
    std::atomic<int> others{0};
    const unsigned size =
        open_region(
            own, {.body = [](void* count) { ++*static_cast<std::atomic<int>*>(count); }, .data = &others, .threads = 3})
            .size;
    close_region(own);
    _exit(size == 3 && others == 2 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace

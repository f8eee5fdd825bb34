// The process from the load of the library on: which room is told what, in which order, and what rooms decide in its
// stead; how many threads there may be, and how long; the end of a thread that must not leave.
#include <gtest/gtest.h>

#include <pthread.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "process/forced_end.hpp"
#include "process/load.hpp"
#include "process/process.hpp"
#include "process/region.hpp"
#include "process/room.hpp"
#include "process/settings.hpp"
#include "process/team_size.hpp"
#include "runtime/tasking.hpp"
#include "tests/unit/process/own_process.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using namespace heddle::process::test;

/// A room for one case, which has a process of its own.
Room& own_room() {
  static Room room;
  static const bool once = (enter_room(room), true);
  static_cast<void>(once);
  return room;
}

void say(const char* word) { std::fprintf(stderr, "%s\n", word); }

TEST(Load, tells_rooms_before_and_behind_the_start_and_starts_the_process_in_between) {
  const Variables variables{{"HEDDLE_VERBOSE", "1"}};
  in_a_process(
      [] {
        own_room().loads = []() noexcept { say("loads"); };
        own_room().starts = [](runtime::Settings&) noexcept { say("starts"); };
        own_room().loaded = []() noexcept { say("loaded"); };
        own_room().used = []() noexcept { say("used"); };
        load();
        runtime::current();
        end_with({});
      },
      "^loads\nstarts\nheddle: [0-9]+ threads by default, [^\n]*\nloaded\nused\n$");
}

TEST(Load, leaves_the_word_about_what_was_chosen_to_a_room_that_sizes_teams) {
  const Variables variables{{"HEDDLE_VERBOSE", "1"}};
  in_a_process(
      [] {
        own_room().team_size = [](const Worker&, unsigned) noexcept { return 3u; };
        own_room().loaded = []() noexcept { say_what_was_chosen(3); };
        load();
        end_with({});
      },
      "^heddle: 3 threads by default, [^\n]*\n$");
}

TEST(Load, is_silent_unless_somebody_wants_to_hear) {
  const Variables variables{};
  in_a_process(
      [] {
        load();
        end_with({});
      },
      "^$");
}

TEST(Start, lets_a_room_write_over_the_engines_settings) {
  const Variables variables{{"HEDDLE_WINDOW", "77"}};
  in_a_process(
      [] {
        own_room().starts = [](runtime::Settings& settings) noexcept {
          settings.backlog = settings.window + 1;
          settings.window = 9;
        };
        const runtime::Settings& settings = Process::get().runtime->settings();
        end_with({settings.window == 9, settings.backlog == 78});
      },
      "^$");
}

// -- regions that a room opens ---------------------------------------------------------------------------------------

TEST(Region, is_opened_and_closed_by_the_room_that_gives_regions_a_meaning) {
  const Variables variables{};
  in_a_process(
      [] {
        static RegionWish wished;
        static int closed = 0;
        own_room().region_opens = [](const RegionWish& wish) noexcept { wished = wish; };
        own_room().region_closes = []() noexcept { ++closed; };
        Worker& worker = runtime::current();
        Team* const before = worker.member->team;
        int data = 0;
        Team& team = open_region(worker, {.body = [](void*) {}, .data = &data, .threads = 7});
        const bool passed = wished.threads == 7 && wished.data == &data && wished.body != nullptr;
        const bool same = &team == before;  // the room has opened none
        const bool not_yet = closed == 0;
        close_region(worker);
        end_with({passed, same, not_yet, closed == 1});
      },
      "^$");
}

TEST(TeamSize, is_asked_of_the_room_with_what_was_asked_for) {
  const Variables variables{};
  in_a_process(
      [] {
        own_room().team_size = [](const Worker&, unsigned asked) noexcept { return asked == 0 ? 2u : asked + 1; };
        Worker& worker = runtime::current();
        const unsigned none = open_region(worker, {.body = [](void*) {}, .data = nullptr, .threads = 0}).size;
        close_region(worker);
        const unsigned two = open_region(worker, {.body = [](void*) {}, .data = nullptr, .threads = 2}).size;
        close_region(worker);
        end_with({none == 2, two == 3});
      },
      "^$");
}

// -- how many threads, and how long ----------------------------------------------------------------------------------

unsigned region_of(unsigned threads) {
  Worker& worker = runtime::current();
  const unsigned size = open_region(worker, {.body = [](void*) {}, .data = nullptr, .threads = threads}).size;
  close_region(worker);
  return size;
}

TEST(ThreadLimit, is_of_threads_beside_the_programs_own) {
  const Variables variables{{"HEDDLE_THREAD_LIMIT", "2"}};
  in_a_process(
      [] {
        const unsigned small = region_of(2), large = region_of(8);
        unsigned of_another = 0;
        std::thread([&of_another] { of_another = region_of(8); }).join();
        end_with({small == 2, large == 3, of_another >= 1, of_another <= 3, Process::get().runtime->threads() == 3});
      },
      "^$");
}

TEST(ThreadLimit, of_none_is_no_limit) {
  const Variables variables{{"HEDDLE_THREAD_LIMIT", "0"}};
  in_a_process([] { end_with({region_of(9) == 9, Process::get().runtime->threads() == 9}); }, "^$");
}

// A thread whose seat a smaller region does not need has slept for a millisecond, and ends.
TEST(Linger, is_how_long_threads_too_many_are_kept) {
  const Variables variables{{"HEDDLE_LINGER", "1"}};
  in_a_process(
      [] {
        const unsigned processors = Process::get().runtime->settings().processors;
        const bool many = region_of(processors + 4) == processors + 4;
        region_of(2);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (Process::get().runtime->threads() > processors && std::chrono::steady_clock::now() < end)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const bool fewer = Process::get().runtime->threads() <= processors;
        end_with({many, fewer, region_of(processors + 4) == processors + 4});
      },
      "^$");
}

TEST(Linger, of_none_keeps_them_for_ever) {
  const Variables variables{{"HEDDLE_LINGER", "0"}};
  in_a_process(
      [] {
        const unsigned processors = Process::get().runtime->settings().processors;
        region_of(processors + 4);
        region_of(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        end_with({Process::get().runtime->threads() == processors + 4});
      },
      "^$");
}

// -- threads that must not leave -------------------------------------------------------------------------------------

constexpr const char* k_words =
    "a thread has called pthread_exit\\(\\), or was cancelled, inside a parallel region or a task";

#if !defined(__SANITIZE_THREAD__)  // which unwinds threads by itself
TEST(ForcedEndDeathTest, of_a_thread_inside_a_region_is_explained) {
  const Variables variables{};
  EXPECT_DEATH(
      {
        explain_forced_ends();
        Worker& worker = runtime::current();
        open_region(worker, {.body = [](void*) { pthread_exit(nullptr); }, .data = nullptr, .threads = 2});
        close_region(worker);
      },
      k_words);
}

TEST(ForcedEndDeathTest, of_a_thread_inside_a_task_is_explained) {
  const Variables variables{};
  EXPECT_DEATH(
      {
        explain_forced_ends();
        Worker& worker = runtime::current();
        runtime::Spawn what;
        what.body = [](void*) { pthread_exit(nullptr); };
        runtime::Tasking<P>::spawn(worker, what);
        runtime::Tasking<P>::wait_children(worker);
      },
      k_words);
}

TEST(ForcedEnd, of_a_thread_outside_of_regions_is_its_own_affair) {
  const Variables variables{};
  in_a_process(
      [] {
        explain_forced_ends();
        pthread_t thread;
        const bool made = pthread_create(
                              &thread, nullptr,
                              [](void*) -> void* {
                                region_of(2);
                                pthread_exit(nullptr);
                              },
                              nullptr) == 0;
        pthread_join(thread, nullptr);
        end_with({made, region_of(2) == 2});
      },
      "^$");
}
#endif

}  // namespace

// What HEDDLE_VERIFY finds in depend clauses that carry lengths, and what it leaves alone.
#include "process/verify.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

#include "omp/region.hpp"
#include "omp/tasks.hpp"
#include "process/source_place.hpp"
#include "runtime/barrier.hpp"
#include "runtime/tasking.hpp"

namespace {

using namespace heddle;
using graph::Access;
using graph::Mode;
using Tasking = runtime::Tasking<platform::Threads>;

char memory[1000];

// Each finding is said once for its places: every test has places of its own.
const void* place() {
  static const char places[1000] = {};
  static std::size_t next = 0;
  return &places[next++];
}

/// A task with this clause, which does nothing.
void task(std::vector<Access> accesses, const void* at) {
  omp::Worker& worker = runtime::current();
  process::verify(worker, {accesses.data(), static_cast<std::uint32_t>(accesses.size()), at});
  runtime::Spawn what;
  what.body = [](void*) {};
  what.accesses = accesses.data();
  what.access_count = static_cast<std::uint32_t>(accesses.size());
  Tasking::spawn(worker, what);
}

void task(std::size_t first, std::size_t bytes, const void* at, Mode mode = Mode::out) {
  task({{memory + first, mode, bytes}}, at);
}

/// What `program` makes the checker say, as one task of a region of two.
std::string said(std::function<void()> program) {
  testing::internal::CaptureStderr();
  omp::parallel({.body =
                     [](void* data) {
                       if (runtime::current().member->seat == 0) (*static_cast<std::function<void()>*>(data))();
                     },
                 .data = &program,
                 .threads = 2});
  return testing::internal::GetCapturedStderr();
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

constexpr const char* k_overlap = "overlap without being the same";

TEST(Verify, an_overlap_is_said_once_for_its_two_places_whatever_the_modes) {
  for (const Mode one : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset}) {
    const void* const first = place();
    const void* const second = place();
    const std::string text = said([&] {
      for (int i = 0; i < 10; ++i) {
        task(0, 100, first, one);
        task(50, 100, second, Mode::in);
      }
    });
    EXPECT_EQ(count(text, k_overlap), 1) << text;
    EXPECT_EQ(count(text, "100 bytes from"), 2) << text;
  }
}

TEST(Verify, another_length_at_the_same_address_is_an_overlap) {
  const std::string text = said([] {
    task(0, 100, place());
    task(0, 99, place());
  });
  EXPECT_EQ(count(text, k_overlap), 1) << text;
}

TEST(Verify, two_items_of_one_clause_must_not_overlap_either) {
  const std::string text = said([] { task({{memory, Mode::in, 10}, {memory + 9, Mode::out, 10}}, place()); });
  EXPECT_EQ(count(text, k_overlap), 1) << text;
}

TEST(Verify, same_and_separate_ranges_are_left_alone) {
  const std::string text = said([] {
    for (int i = 0; i < 100; ++i) task(static_cast<std::size_t>(i % 10) * 100, 100, place());
  });
  EXPECT_EQ(text, "");
}

/// Names two pieces that overlap, with something in between that every member of the team does.
std::string said_around(void (*between)(omp::Worker& worker)) {
  testing::internal::CaptureStderr();
  omp::parallel({.body =
                     [](void* between) {
                       omp::Worker& worker = runtime::current();
                       const bool first = worker.member->seat == 0;
                       if (first) task(0, 100, place());
                       reinterpret_cast<void (*)(omp::Worker&)>(between)(worker);
                       if (first) task(50, 100, place());
                     },
                 .data = reinterpret_cast<void*>(between),
                 .threads = 2});
  return testing::internal::GetCapturedStderr();
}

TEST(Verify, after_a_wait_for_all_children_the_pieces_may_be_others) {
  EXPECT_EQ(said_around([](omp::Worker& worker) {
              process::verify_waits(worker);
              Tasking::wait_children(worker);
            }),
            "");
  EXPECT_EQ(said_around([](omp::Worker& worker) { runtime::barrier(worker); }), "");
}

TEST(Verify, a_wait_for_some_does_not_make_them_others) {
  const std::string text = said_around([](omp::Worker& worker) {
    const Access other{memory + 500, Mode::in};
    Tasking::wait_accesses(worker, &other, 1);
  });
  EXPECT_EQ(count(text, k_overlap), 1) << text;
}

TEST(Verify, regions_and_parents_are_scopes_of_their_own) {
  const std::string text =
      said([] { task(0, 100, place()); }) + said([] { task(50, 100, place()); }) + said([] {
        for (int parent = 0; parent < 2; ++parent) {
          runtime::Spawn what;
          what.body = [](void* which) { task(*static_cast<int*>(which) == 0 ? 0 : 50, 100, place()); };
          what.data = &parent;
          what.bytes = sizeof parent;
          what.alignment = alignof(int);
          Tasking::spawn(runtime::current(), what);
          Tasking::wait_children(runtime::current());
        }
      });
  EXPECT_EQ(text, "");
}

TEST(Verify, a_length_given_by_the_program_counts_for_the_next_clause_only) {
  runtime::current();  // starts the process, which reads its settings
  process::verify_depends = true;
  const std::string text = said([] {
    process::verify_range(memory, 100);
    task(0, 0, place());
    process::verify_range(memory + 50, 10);
    task(400, 100, place());
    task(50, 0, place());  // of unknown length, but inside the first
  });
  process::verify_depends = false;
  EXPECT_EQ(count(text, k_overlap), 1) << text;
}

TEST(Verify, an_address_named_in_two_ways_is_said) {
  const void* const at = place();
  const std::string text = said([&] {
    for (int i = 0; i < 3; ++i) task({{memory, Mode::in, 8}, {memory, Mode::out, 8}}, at);
    task({{memory, Mode::in, 8}, {memory, Mode::in, 8}}, place());
  });
  EXPECT_EQ(count(text, "twice, as in and as out"), 1) << text;
}

TEST(Verify, an_address_in_the_tasks_own_arguments_is_said) {
  const std::string text = said([] {
    int argument = 0;
    const Access inside{&argument, Mode::out, sizeof argument};
    process::verify(runtime::current(), {&inside, 1, place(), &argument, sizeof argument});
    const Access behind{&argument + 1, Mode::out, 1};
    process::verify(runtime::current(), {&behind, 1, place(), &argument, sizeof argument});
  });
  EXPECT_EQ(count(text, "in its own arguments"), 1) << text;
}

TEST(SourcePlace, names_at_least_the_module_and_does_so_while_the_program_ignores_its_children) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const std::string text = process::source_place(reinterpret_cast<const void*>(&said_around));
  std::signal(SIGCHLD, before);
  EXPECT_TRUE(text.find("verify_test.cpp:") != text.npos || text.find("unit_omp+0x") != text.npos) << text;
}

TEST(SourcePlace, an_address_of_nothing_is_a_number) {
  EXPECT_EQ(process::source_place(reinterpret_cast<const void*>(0x10)), "0x10");
}

}  // namespace

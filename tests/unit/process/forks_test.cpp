// Children of fork(): the calling thread is all that is left of the pool, and everything that the others held, waited
// for or had counted is forgotten.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "format/trace.hpp"
#include "process/contention_group.hpp"
#include "process/process.hpp"
#include "process/region.hpp"
#include "process/room.hpp"
#include "process/standing.hpp"
#include "runtime/tasking.hpp"
#include "tests/unit/forks.hpp"
#include "tests/unit/process/own_process.hpp"
#include "tests/unit/process/temporary_folder.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using namespace heddle::process::test;
using Tasking = runtime::Tasking<P>;

/// The number of the first claim of a child's that is not so; 0: all are. -1: it did not end by itself.
template <class Body>
int first_false_of_child(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // it ends rather than hangs
    int number = 0;
    for (const bool claim : body()) {
      ++number;
      if (!claim) _exit(number);
    }
    _exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
using Claims = std::vector<bool>;

unsigned region_of(unsigned threads) {
  Worker& worker = runtime::current();
  std::atomic<unsigned> others{0};
  const unsigned size = open_region(worker, {.body = [](void* count) { ++*static_cast<std::atomic<unsigned>*>(count); },
                                             .data = &others,
                                             .threads = threads})
                            .size;
  close_region(worker);
  return others == size - 1 ? size : 0;
}

/// While it lives, the standing region has so many threads.
class StandingSize {
 public:
  explicit StandingSize(unsigned threads) {
    static Room room;
    static const bool once = (enter_room(room), true);
    static_cast<void>(once);
    size_ = threads;
    room_ = &room;
    room.team_size = [](const Worker&, unsigned asked) noexcept { return asked != 0 ? asked : size_; };
  }
  ~StandingSize() { room_->team_size = nullptr; }
  StandingSize(const StandingSize&) = delete;
  StandingSize& operator=(const StandingSize&) = delete;

 private:
  static inline unsigned size_ = 0;
  Room* room_;
};

template <class Body>
void as_a_thread(Body body) {
  std::thread([&body] { body(runtime::current()); }).join();
}

void spawn(Worker& worker, graph::Body body, void* data) {
  void* const argument = data;
  runtime::Spawn what;
  what.body = body;
  what.data = const_cast<void**>(&argument);
  what.bytes = sizeof argument;
  what.alignment = alignof(void*);
  Tasking::spawn(worker, what);
}
template <class T>
T& given(void* argument) {
  return **static_cast<T**>(argument);
}

class Forks : public testing::Test {
 protected:
  void SetUp() override {
    HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
    HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS();
  }
};

TEST_F(Forks, threads_of_the_pool_are_not_the_childs) {
  as_a_thread([](Worker& worker) {
    EXPECT_EQ(region_of(4), 4u);
    EXPECT_NE(worker.member->inner, nullptr) << "kept for the next region";
    EXPECT_EQ(first_false_of_child([&worker] {
                const auto& engine = *Process::get().runtime;
                const bool alone = engine.threads() == 1 && worker.member->inner == nullptr;
                const bool same = &runtime::current() == &worker;
                const bool again = region_of(3) == 3;
                return Claims{alone, same, again, engine.threads() == 3};
              }),
              0);
    EXPECT_EQ(region_of(4), 4u) << "the parent has its own";
  });
}

TEST_F(Forks, of_a_thread_that_has_not_used_the_pool_have_nobody) {
  runtime::current();
  int found = -3;
  std::thread([&found] {
    found = first_false_of_child([] {
      const bool nobody = Process::get().runtime->threads() == 0;
      return Claims{nobody, region_of(2) == 2, Process::get().runtime->threads() == 2};
    });
  }).join();
  EXPECT_EQ(found, 0);
}

TEST_F(Forks, of_forks_do_so_again) {
  as_a_thread([](Worker&) {
    region_of(3);
    EXPECT_EQ(first_false_of_child([] {
                const bool first = region_of(3) == 3;
                const int of_child = first_false_of_child([] {
                  const bool alone = Process::get().runtime->threads() == 1;
                  return Claims{alone, region_of(4) == 4};
                });
                return Claims{first, of_child == 0, region_of(2) == 2};
              }),
              0);
  });
}

// A task outside of regions that cannot end holds the parent's standing region open. The child has no such task.
TEST_F(Forks, do_not_wait_for_tasks_that_others_were_to_run) {
  const StandingSize two(2);
  as_a_thread([](Worker& worker) {
    struct Shared {
      std::atomic<bool> runs{false}, may_end{false};
    } shared;
    std::atomic<int> children{0};
    {
      const Visit visit(worker);
      spawn(
          worker,
          [](void* argument) {
            auto& all = given<Shared>(argument);
            all.runs = true;
            while (!all.may_end) P::yield();
          },
          &shared);
    }
    while (!shared.runs) P::yield();
    EXPECT_EQ(first_false_of_child([&worker, &children] {
                const bool none = Process::data(worker).standing == nullptr && Visit::outermost(worker);
                {
                  const Visit visit(worker);
                  for (int i = 0; i < 50; ++i)
                    spawn(worker, [](void* argument) { ++given<std::atomic<int>>(argument); }, &children);
                }
                close_standing(worker);
                return Claims{none, children == 50};
              }),
              0);
    shared.may_end = true;
    close_standing(worker);
  });
}

TEST_F(Forks, have_the_places_of_their_own_regions_and_no_others) {
  as_a_thread([](Worker& worker) {
    Team& initial = *worker.member->team;
    initial.deeper_threads = 5;
    EXPECT_EQ(first_false_of_child([&] { return Claims{initial.deeper_threads == 0}; }), 0);
    EXPECT_EQ(initial.deeper_threads, 5u);
    initial.deeper_threads = 0;
  });
}

TEST_F(Forks, leave_the_parents_pool_to_its_other_threads) {
  std::atomic<bool> over{false};
  std::atomic<int> wrong{0};
  std::thread other([&] {
    while (!over) wrong += region_of(2) == 2 ? 0 : 1;
  });
  as_a_thread([](Worker&) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(first_false_of_child([] { return Claims{region_of(2) == 2}; }), 0) << i;
  });
  over = true;
  other.join();
  EXPECT_EQ(wrong, 0);
}

// -- the trace
// ---------------------------------------------------------------------------------------------------------

struct Traced {
  int starts = 0;
  std::size_t records = 0;
  std::uint64_t parent = 0;
};

std::map<std::uint32_t, Traced> processes_in(const std::string& path) {
  std::string bytes;
  if (std::FILE* const file = std::fopen(path.c_str(), "rb")) {
    char piece[4096];
    for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, file)) != 0;) bytes.append(piece, got);
    std::fclose(file);
  }
  std::map<std::uint32_t, Traced> found;
  format::TraceReader reader(std::as_bytes(std::span(bytes)));
  while (const auto chunk = reader.next()) {
    Traced& process = found[chunk->head.process];
    if (chunk->head.kind == format::ChunkKind::records) process.records += chunk->record_count();
    if (chunk->head.kind != format::ChunkKind::process) continue;
    ++process.starts;
    format::ProcessStart start;
    std::memcpy(&start, chunk->payload.data(), sizeof start);
    process.parent = start.parent;
  }
  EXPECT_EQ(reader.flaw(), format::TraceFlaw::none);
  return found;
}

TEST_F(Forks, record_under_their_own_number_and_not_what_the_parent_has_noted) {
  const char* const inherited = std::getenv("HEDDLE_TRACE");  // where this is the case's own process
  std::optional<heddle::test::TemporaryFolder> folder;
  if (inherited == nullptr) folder.emplace();
  const std::string path = inherited != nullptr ? inherited : folder->file("trace.raw");
  const Variables variables{{"HEDDLE_TRACE", path.c_str()}};
  EXPECT_EXIT(
      {
        for (int i = 0; i < 50; ++i) region_of(1);
        const pid_t child = fork();
        region_of(1);  // one, in each
        if (child != 0) waitpid(child, nullptr, 0);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$");
  const auto all = processes_in(path);
  ASSERT_EQ(all.size(), 2u);
  const auto& [first, one] = *all.begin();
  const auto& [second, other] = *std::next(all.begin());
  EXPECT_EQ(one.starts, 1);
  EXPECT_EQ(other.starts, 1);
  EXPECT_TRUE(one.parent == second || other.parent == first) << "one is the other's child";
  const Traced& parent = other.parent == first ? one : other;
  const Traced& child = other.parent == first ? other : one;
  EXPECT_GE(parent.records, 102u) << "51 regions, each with its begin and end";
  EXPECT_GE(child.records, 2u);
  EXPECT_LT(child.records, 20u);
}

}  // namespace

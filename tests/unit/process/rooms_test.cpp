// What the process tells the rooms above it, and what it asks them.
#include "process/room.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <thread>

#include "platform/topology/available.hpp"
#include "process/process.hpp"
#include "process/standing.hpp"
#include "process/team_size.hpp"
#include "runtime/region.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using Region = runtime::Region<P>;

struct Told {
  std::atomic<int> starts, used, workers, teams, threads_begun, comes, goes;
};
Told told;
std::atomic<Worker*> last_gone;

Room& own_room() {
  static Room room;
  return room;
}

// As a room does it: while the program is loaded.
[[gnu::constructor]] void enter() {
  Room& room = own_room();
  room.starts = [](runtime::Settings&) noexcept { ++told.starts; };
  room.used = []() noexcept { ++told.used; };
  room.worker_made = [](Worker&) noexcept { ++told.workers; };
  room.team_made = [](Team&) noexcept { ++told.teams; };
  room.thread_begins = [](Worker&) noexcept { ++told.threads_begun; };
  room.thread_comes = [](Worker&) noexcept { ++told.comes; };
  room.thread_goes = [](Worker& worker) noexcept {
    ++told.goes;
    last_gone = &worker;
  };
  enter_room(room);
}

/// A region of so many threads, which do nothing, opened by a thread of the program's own.
void in_a_thread_of_its_own(unsigned threads) {
  std::thread([threads] {
    Worker& worker = runtime::current();
    const runtime::Launch launch{[](void*) {}, nullptr, threads, worker.task->environment};
    Region::open(worker, launch, [](Team& team) noexcept { team.region_front = nullptr; });
    Region::close(worker);
  }).join();
}

TEST(Rooms, are_found_from_the_last_entered_to_the_first) {
  bool found = false;
  for (const Room* room = rooms(); room != nullptr; room = room->next) found = found || room == &own_room();
  EXPECT_TRUE(found);
  static Room later;
  Room* const before = rooms();
  enter_room(later);
  EXPECT_EQ(rooms(), &later);
  EXPECT_EQ(later.next, before);
}

TEST(Rooms, only_those_that_want_something_are_asked) {
  static Room with_size;
  with_size.team_size = [](const Worker&, unsigned) noexcept { return 11u; };
  static Room without;
  enter_room(with_size);
  enter_room(without);
  EXPECT_EQ(wanted(&Room::team_size), with_size.team_size);
  EXPECT_EQ(threads_for(runtime::current(), 0), 11u);
  with_size.thread_limit = []() noexcept { return 5u; };
  EXPECT_EQ(thread_limit(), 5u);
  with_size.team_size = nullptr;
  with_size.thread_limit = nullptr;
  // This program has no room that says more.
  EXPECT_EQ(threads_for(runtime::current(), 0), Process::get().runtime->settings().processors);
  EXPECT_EQ(thread_limit(), UINT_MAX);
}

TEST(Rooms, are_told_when_the_process_starts_and_of_each_thread_that_comes_and_goes) {
  Process& process = Process::get();
  EXPECT_EQ(&Process::get(), &process);
  EXPECT_EQ(process.runtime->settings().processors, platform::topology::default_concurrency());
  EXPECT_EQ(told.starts, 1);
  const int used = told.used;
  const int comes = told.comes;
  const int goes = told.goes;
  std::thread([] { runtime::current(); }).join();
  EXPECT_EQ(told.used, used + 1);
  EXPECT_EQ(told.comes, comes + 1);
  EXPECT_EQ(told.goes, goes + 1);
  EXPECT_NE(last_gone.load(), nullptr);
  EXPECT_EQ(told.starts, 1);
}

TEST(Rooms, are_told_of_each_worker_and_team_that_is_made_and_these_are_used_again) {
  in_a_thread_of_its_own(3);
  const int workers = told.workers;
  const int teams = told.teams;
  EXPECT_GE(workers, 3);
  EXPECT_GE(teams, 2) << "a thread's team of one, and the region's";
  EXPECT_GE(told.threads_begun, 3);
  constexpr int k_more = 20;
  for (int i = 0; i < k_more; ++i) in_a_thread_of_its_own(3);
  EXPECT_LT(told.workers, workers + k_more) << "not three for each";
  EXPECT_LT(told.teams, teams + k_more);
}

TEST(Process, each_worker_has_its_own_data) {
  Worker& mine = runtime::current();
  Process::data(mine).next_ranges.push_back({});
  std::thread([&mine] {
    Worker& other = runtime::current();
    EXPECT_NE(&other, &mine);
    EXPECT_NE(&Process::data(other), &Process::data(mine));
    EXPECT_TRUE(Process::data(other).next_ranges.empty());
  }).join();
  Process::data(mine).next_ranges.clear();
}

/// While it lives, a region that asks for no number gets so many.
class TeamSize {
 public:
  explicit TeamSize(unsigned threads) {
    size_ = threads;
    static Room room;
    static const bool once = (enter_room(room), true);
    static_cast<void>(once);
    room_ = &room;
    room.team_size = [](const Worker&, unsigned) noexcept { return size_; };
  }
  ~TeamSize() { room_->team_size = nullptr; }
  TeamSize(const TeamSize&) = delete;
  TeamSize& operator=(const TeamSize&) = delete;

 private:
  static inline unsigned size_ = 0;
  Room* room_;
};

template <class Body>
void as_a_thread(Body body) {
  std::thread([&body] { body(runtime::current()); }).join();
}

TEST(Visit, seats_a_thread_where_others_help_and_back_where_it_was) {
  const TeamSize three(3);
  as_a_thread([](Worker& worker) {
    Member* const outside = worker.member;
    Task* const task = worker.task;
    EXPECT_TRUE(Visit::outermost(worker));
    Team* standing = nullptr;
    {
      const Visit visit(worker);
      standing = worker.member->team;
      EXPECT_EQ(standing->size, 3u);
      EXPECT_EQ(standing->outer, outside);
      EXPECT_EQ(Process::data(worker).standing, standing);
      EXPECT_FALSE(Visit::outermost(worker));
      const Visit again(worker);
      EXPECT_EQ(worker.member->team, standing) << "no visit within a visit";
    }
    EXPECT_EQ(worker.member, outside);
    EXPECT_EQ(worker.task, task);
    const Visit second(worker);
    EXPECT_EQ(worker.member->team, standing) << "it stands until somebody closes it";
    EXPECT_EQ(worker.task, &standing->members[0].implicit);
  });
}

TEST(Visit, of_a_thread_that_would_be_alone_there_too_changes_nothing) {
  const TeamSize one(1);
  as_a_thread([](Worker& worker) {
    Member* const outside = worker.member;
    const Visit visit(worker);
    EXPECT_EQ(worker.member, outside);
    EXPECT_EQ(Process::data(worker).standing, nullptr);
  });
}

TEST(MakeWay, closes_a_region_that_has_nothing_to_do_and_keeps_its_team) {
  const TeamSize three(3);
  as_a_thread([](Worker& worker) {
    make_way(worker);
    EXPECT_EQ(worker.member->inner, nullptr) << "there was none";
    {
      const Visit visit(worker);
    }
    Team* const standing = Process::data(worker).standing;
    Member* const outside = worker.member;
    make_way(worker);
    EXPECT_EQ(Process::data(worker).standing, nullptr);
    EXPECT_EQ(worker.member, outside);
    EXPECT_EQ(worker.member->inner, standing) << "the next region is opened on it";
    EXPECT_TRUE(Visit::outermost(worker));
  });
}

TEST(MakeWay, leaves_a_region_with_tasks_its_workers) {
  const TeamSize two(2);
  as_a_thread([](Worker& worker) {
    std::atomic<bool> may_end{false};
    std::atomic<bool> ran{false};
    struct Both {
      std::atomic<bool>* may_end;
      std::atomic<bool>* ran;
    } both{&may_end, &ran};
    {
      const Visit visit(worker);
      runtime::Spawn what;
      what.body = [](void* argument) {
        const Both& both = *static_cast<Both*>(argument);
        while (!*both.may_end) P::yield();
        *both.ran = true;
      };
      what.data = &both;
      what.bytes = sizeof both;
      what.alignment = alignof(Both);
      runtime::Tasking<P>::spawn(worker, what);
    }
    if (!ran) {
      Team* const standing = Process::data(worker).standing;
      make_way(worker);
      EXPECT_EQ(Process::data(worker).standing, standing) << "it goes on";
      EXPECT_EQ(worker.member->inner, nullptr) << "and the next region gets a team of its own";
    }
    may_end = true;
    close_standing(worker);
    EXPECT_TRUE(ran);
    EXPECT_EQ(Process::data(worker).standing, nullptr);
  });
}

TEST(CloseStanding, tells_that_the_thread_goes_but_not_inside_of_a_region) {
  const TeamSize two(2);
  as_a_thread([](Worker& worker) {
    const int goes = told.goes;
    {
      const Visit visit(worker);
      close_standing(worker);
      EXPECT_EQ(told.goes, goes);
      EXPECT_NE(Process::data(worker).standing, nullptr);
    }
    close_standing(worker);
    EXPECT_EQ(told.goes, goes + 1);
    EXPECT_EQ(Process::data(worker).standing, nullptr);
  });
}

TEST(CloseStanding, waits_for_the_tasks_of_a_thread_that_was_alone) {
  const TeamSize one(1);
  as_a_thread([](Worker& worker) {
    std::atomic<int> ran{0};
    std::atomic<int>* const counter = &ran;
    runtime::Spawn what;
    what.body = [](void* argument) { ++**static_cast<std::atomic<int>**>(argument); };
    what.data = const_cast<std::atomic<int>**>(&counter);
    what.bytes = sizeof counter;
    what.alignment = alignof(std::atomic<int>*);
    for (int i = 0; i < 100; ++i) runtime::Tasking<P>::spawn(worker, what);
    close_standing(worker);
    EXPECT_EQ(ran, 100);
  });
}

TEST(MakeWay, leaves_a_thread_inside_of_a_region_where_it_is) {
  const TeamSize two(2);
  as_a_thread([](Worker& worker) {
    {
      const Visit visit(worker);
    }
    Team* const standing = Process::data(worker).standing;
    const Visit visit(worker);
    Member* const inside = worker.member;
    make_way(worker);
    EXPECT_EQ(Process::data(worker).standing, standing);
    EXPECT_EQ(worker.member, inside);
  });
}

TEST(MakeWay, puts_the_thread_back_with_the_task_that_it_runs) {
  const TeamSize two(2);
  as_a_thread([](Worker& worker) {
    Task* const task = worker.task;
    {
      const Visit visit(worker);
    }
    make_way(worker);
    EXPECT_EQ(worker.task, task);
    EXPECT_EQ(worker.member->team->outer, nullptr);
  });
}

TEST(ForgetStanding, leaves_a_child_that_waits_for_nobody) {
  as_a_thread([](Worker& worker) {
    Member& member = *worker.member;
    member.created = 7;
    member.finished = 3;
    member.team->events = 2;
    worker.task->children.created(5);
    forget_standing(worker);
    EXPECT_EQ(Process::data(worker).standing, nullptr);
    EXPECT_EQ(member.finished, 7u);
    EXPECT_EQ(member.finished_shown.load(), 7u);
    EXPECT_EQ(member.team->events.load(), 0u);
    EXPECT_TRUE(worker.task->children.none());
    EXPECT_EQ(worker.task->domain, nullptr);
    member.created_shown = 7;
  });
}

}  // namespace

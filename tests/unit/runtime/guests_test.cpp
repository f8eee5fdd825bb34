// Seats of an open team for threads that are not the pool's: who sits there is that worker, makes tasks that the team
// runs, and is itself again when it gets up.
#include "runtime/guests.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using Guests = runtime::Guests<P>;

/// A team of some pool threads and guests' seats. Its host is a worker without a thread.
class OpenTeam {
 public:
  OpenTeam(Engine& engine, std::uint32_t pool, std::uint32_t guests) : engine_(engine), guests_(guests) {
    own_ = &self();
    host_ = &engine_.runtime().attach();
    team_ = &Guests::open(*host_, pool, guests);
    P::self() = own_;
  }
  ~OpenTeam() {
    Guests::close(*host_, guests_);
    engine_.runtime().detach(*host_);
    P::self() = own_;
  }
  OpenTeam(const OpenTeam&) = delete;
  OpenTeam& operator=(const OpenTeam&) = delete;

  Team& team() { return *team_; }
  /// The worker of a guest's seat: the last ones.
  Worker& guest(std::uint32_t number) { return *team_->members[team_->size - 1 - number].worker; }

 private:
  Engine& engine_;
  const std::uint32_t guests_;
  Worker* own_ = nullptr;
  Worker* host_ = nullptr;
  Team* team_ = nullptr;
};

TEST(Guests, sit_in_the_last_seats_and_are_themselves_again_when_they_get_up) {
  Engine engine(quick_settings());
  Worker& own = self();
  OpenTeam open(engine, 2, 2);
  EXPECT_EQ(&self(), &own);
  EXPECT_GE(open.team().size, 3u);
  for (const std::uint32_t number : {0u, 1u}) {
    Worker& seat = open.guest(number);
    EXPECT_EQ(seat.member->seat, open.team().size - 1 - number);
    EXPECT_EQ(seat.member->team, &open.team());
    EXPECT_EQ(seat.clock.load(), 0) << "no thread sits there";
    Guests::sit_down(seat, own);
    EXPECT_EQ(&self(), &seat);
    EXPECT_EQ(seat.stack_half, own.stack_half) << "it is the thread's stack";
    EXPECT_EQ(seat.clock.load(), own.clock.load());
    Guests::get_up(seat, own);
    EXPECT_EQ(&self(), &own);
    EXPECT_EQ(seat.clock.load(), 0);
  }
}

TEST(Guests, make_tasks_and_wait_for_them) {
  Engine engine(quick_settings());
  Worker& own = self();
  OpenTeam open(engine, 2, 1);
  for (int visit = 0; visit < 20; ++visit) {
    std::atomic<int> ran{0};
    int x = 0;
    Guests::sit_down(open.guest(0), own);
    for (int i = 0; i < 50; ++i) spawn([&ran] { ++ran; });
    for (int i = 0; i < 50; ++i) spawn([&x] { ++x; }, {{&x, Mode::out}});
    taskwait();
    EXPECT_EQ(ran, 50);
    EXPECT_EQ(x, 50) << "in order, whoever runs them";
    Guests::get_up(open.guest(0), own);
  }
}

TEST(Guests, are_different_threads_one_after_the_other_and_beside_each_other) {
  Engine engine(quick_settings());
  OpenTeam open(engine, 2, 2);
  std::atomic<int> sum{0};
  std::atomic<int> strangers{0};
  const auto visit = [&](std::uint32_t number) {
    engine.enter();
    Worker& own = self();
    for (int i = 0; i < 10; ++i) {
      Guests::sit_down(open.guest(number), own);
      std::atomic<int> mine{0};
      for (int task = 1; task <= 20; ++task) spawn([&mine, task] { mine += task; });
      taskwait();
      if (mine != 210) ++strangers;
      sum += mine;
      Guests::get_up(open.guest(number), own);
    }
    engine.leave();
  };
  std::thread one(visit, 0), other(visit, 1);
  one.join();
  other.join();
  std::thread(visit, 0).join();
  EXPECT_EQ(sum, 3 * 10 * 210);
  EXPECT_EQ(strangers, 0);
}

TEST(Guests, who_never_runs_tasks_leaves_them_to_the_pool) {
  Engine engine(quick_settings());
  Worker& own = self();
  OpenTeam open(engine, 1, 1);
  ASSERT_GE(open.team().size, 3u) << "the host's seat, one of the pool and the guest's";
  std::atomic<int> ran{0};
  std::atomic<int> by_guest{0};
  Worker& door = open.guest(0);
  Guests::sit_down(door, own);
  Guests::never_runs_tasks(door);
  for (int i = 0; i < 3000; ++i) {  // more than a queue and a window hold
    spawn([&] {
      ++ran;
      by_guest += &self() == &door ? 1 : 0;
    });
  }
  Guests::get_up_from_tasks(door, own);
  EXPECT_EQ(&self(), &own);
  spin_until([&] { return ran == 3000; });
  EXPECT_EQ(by_guest, 0);
}

TEST(Guests, the_end_of_the_team_waits_for_what_they_have_left) {
  Engine engine(quick_settings());
  Worker& own = self();
  std::atomic<int> ran{0};
  {
    OpenTeam open(engine, 1, 1);
    Guests::sit_down(open.guest(0), own);
    Guests::never_runs_tasks(open.guest(0));
    for (int i = 0; i < 200; ++i) spawn([&ran] { ++ran; });
    Guests::get_up_from_tasks(open.guest(0), own);
  }
  EXPECT_EQ(ran, 200);
}

}  // namespace

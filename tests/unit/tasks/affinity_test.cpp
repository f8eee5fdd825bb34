// Where tasks run that say so: on the worker that they name, or that wrote what they name, when it comes for them; else
// on another. The other workers are held fast where a test says who runs what.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "runtime/current.hpp"

namespace {

using heddle::in;
using heddle::inout;
using heddle::near;
using heddle::out;

unsigned seat() { return heddle::runtime::current().member->seat; }

template <class Done>
void hold_still_until(const Done& done) {
  while (!done()) std::this_thread::yield();
}

/// Workers 1 and up of a scope sit in tasks until they are let go.
class Held {
 public:
  Held() {
    for (unsigned worker = 1; worker < heddle::workers(); ++worker) {
      heddle::spawn({.worker = static_cast<int>(worker)}, [this] {
        ++held_;
        hold_still_until([this] { return let_go_.load(); });
        --held_;
      });
    }
    hold_still_until([this] { return held_ == heddle::workers() - 1; });
  }
  /// Returns when none of them looks at this any more.
  void let_go() {
    let_go_ = true;
    hold_still_until([this] { return held_ == 0; });
  }

 private:
  std::atomic<unsigned> held_{0};
  std::atomic<bool> let_go_{false};
};

TEST(TasksThatPrefer, a_worker_that_does_not_come_run_on_another) {
  heddle::scope({.workers = 3}, [] {
    Held others;
    int chain = 0;
    std::vector<unsigned> seats;
    for (int i = 0; i < 100; ++i) {
      heddle::spawn({.worker = i}, [&] { seats.push_back(seat()); }, inout(chain));
      heddle::spawn([&] { seats.push_back(seat()); }, near(inout(chain)));
    }
    heddle::wait_for(in(chain));
    EXPECT_EQ(seats, std::vector<unsigned>(200, 0));
    others.let_go();
  });
}

TEST(TasksThatPrefer, a_worker_are_given_away_though_they_are_short) {
  heddle::scope({.workers = 2}, [] {
    // The creator neither waits nor helps: only the other worker can run them.
    std::atomic<int> elsewhere{0};
    for (int i = 0; i < 500; ++i) {
      heddle::spawn({.worker = 1}, [&elsewhere] { elsewhere += seat() == 1 ? 1 : 1000; });
      if (i % 100 == 99) hold_still_until([&elsewhere, i] { return elsewhere >= i + 1; });
    }
    EXPECT_EQ(elsewhere, 500);
  });
}

TEST(TasksThatPrefer, the_writer_of_their_data_are_given_to_it_when_they_are_ready) {
  heddle::scope({.workers = 2}, [] {
    int block = 0;
    for (int round = 0; round < 50; ++round) {
      std::atomic<bool> made{false};
      std::atomic<int> reader{-1};
      heddle::spawn({.worker = 1}, [&] { hold_still_until([&] { return made.load(); }); }, out(block));
      heddle::spawn([&] { reader = static_cast<int>(seat()); }, near(in(block)));
      made = true;
      hold_still_until([&] { return reader >= 0; });  // seat 0 takes nothing meanwhile
      EXPECT_EQ(reader, 1);
      heddle::wait();
    }
  });
}

TEST(TasksThatPrefer, all_the_same_worker_lose_nothing_to_tasks_that_wait) {
  heddle::scope({.workers = 4}, [] {
    std::atomic<int> runs{0};
    for (int i = 0; i < 200; ++i) {
      heddle::spawn({.worker = 3}, [&runs] {
        for (int child = 0; child < 5; ++child) heddle::spawn({.worker = 2}, [&runs] { ++runs; });
        heddle::wait();
      });
    }
    const heddle::future<int> value = heddle::async({.worker = 1}, [] { return 7; });
    EXPECT_EQ(value.get(), 7);
    heddle::wait();
    EXPECT_EQ(runs, 1000);
  });
}

TEST(TasksThatPrefer, a_worker_run_where_there_is_but_one) {
  heddle::scope({.workers = 1}, [] {
    int sum = 0;
    heddle::event late;
    heddle::spawn({.until = &late, .worker = 5}, [&sum] { ++sum; }, out(sum));
    heddle::spawn({.worker = 7}, [&sum] { ++sum; }, near(inout(sum)));
    std::thread outside([&late] { late.complete(); });
    heddle::wait();
    outside.join();
    EXPECT_EQ(sum, 2);
  });
}

TEST(TasksThatPrefer, a_worker_can_be_made_in_c) {
  int x = 0;
  const heddle_access access{&x, sizeof x, HEDDLE_OUT | HEDDLE_NEAR};
  heddle_task task = HEDDLE_TASK;
  static std::atomic<int> runs;
  runs = 0;
  task.body = [](void*) { ++runs; };
  task.worker = 1 + 6;
  task.accesses = &access;
  task.access_count = 1;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_OK);
  task.worker = 0;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_OK);
  task.worker = UINT32_MAX;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_WORKERS);
  heddle_wait(nullptr);
  EXPECT_EQ(runs, 2);
}

}  // namespace

// Tasks that wait for each other, some of them for tasks that they have made: who waits for a value is told so, nobody
// hangs; and what is no circle is not taken for one.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "tests/unit/forks.hpp"

namespace {

// Counts who is told of a circle, and keeps what was said last.
class Told {
 public:
  template <class F>
  void listen(F act) {
    try {
      act();
    } catch (const heddle::deadlock& told) {
      says_[count_++ % 2] = told.what();
    }
  }
  int count() const { return count_; }
  bool names(const std::string& name) const {
    return says_[0].find(name) != std::string::npos || says_[1].find(name) != std::string::npos;
  }

 private:
  std::atomic<int> count_{0};
  std::string says_[2];
};

// The mother waits for her child by wait() or a group, the child for the father's value, he for the mother's.
void run_family(const std::function<void(const std::function<void()>&)>& bear) {
  Told told;
  heddle::event known;
  heddle::future<int> father;
  heddle::future<int> mother;
  father = heddle::async({.name = "father"}, [&]() -> int {
    known.wait();
    told.listen([&] { mother.get(); });
    return 1;
  });
  mother = heddle::async({.name = "mother"}, [&]() -> int {
    known.wait();
    bear([&] { told.listen([&] { father.get(); }); });
    return 2;
  });
  known.complete();
  EXPECT_EQ(mother.get(), 2);
  EXPECT_EQ(father.get(), 1);
  EXPECT_EQ(told.count(), 1) << "one gives way, the other gets its value";
  EXPECT_TRUE(told.names("father") || told.names("mother"));
}

class CirclesOfWaits : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(workers, CirclesOfWaits, testing::Values(2U, 3U, 4U));

TEST_P(CirclesOfWaits, through_wait_are_named) {
  for (int round = 0; round < 20; ++round) {
    heddle::scope({.workers = GetParam()}, [] {
      run_family([](const std::function<void()>& child) {
        heddle::spawn(child);
        heddle::wait();
      });
    });
  }
}

TEST_P(CirclesOfWaits, through_a_group_are_named) {
  for (int round = 0; round < 20; ++round) {
    heddle::scope({.workers = GetParam()}, [] {
      run_family([](const std::function<void()>& child) {
        heddle::task_group group;
        group.run([&child] { heddle::spawn(child); });
        group.wait();
      });
    });
  }
}

// The mother waits for her child, which waits for a value and meanwhile runs a stranger, who waits for the mother.
TEST(CirclesOfWaits, through_a_stranger_that_a_waiting_task_runs_are_named) {
  for (int round = 0; round < 20; ++round) {
    heddle::scope({.workers = 3}, [] {
      heddle::event open;
      int gate = 0;
      std::atomic<bool> child_runs{false};
      std::atomic<bool> all_made{false};
      std::atomic<bool> stranger_over{false};
      Told told;
      heddle::spawn({.until = &open}, [] {}, heddle::out(gate));
      const heddle::future<int> late = heddle::async({.name = "late"}, [] { return 1; }, heddle::in(gate));
      const heddle::future<int> mother = heddle::async({.name = "mother"}, [&] {
        heddle::spawn([&] {
          child_runs = true;
          while (!all_made) std::this_thread::yield();
          EXPECT_EQ(late.get(), 1) << "it lies below the stranger, and to give it up would not help";
        });
        while (!child_runs) std::this_thread::yield();
        heddle::wait();
        return 2;
      });
      while (!child_runs) std::this_thread::yield();
      const heddle::future<void> stranger = heddle::async({.name = "stranger"}, [&] {
        told.listen([&] { mother.get(); });
        stranger_over = true;
      });
      all_made = true;
      while (!stranger_over) std::this_thread::yield();  // this worker runs nothing
      open.complete();
      EXPECT_EQ(mother.get(), 2);
      EXPECT_EQ(told.count(), 1);
      EXPECT_TRUE(told.names("mother"));
      heddle::wait();
    });
  }
}

TEST_P(CirclesOfWaits, are_not_seen_where_who_waits_is_not_in_the_group) {
  for (int round = 0; round < 20; ++round) {
    heddle::scope({.workers = GetParam()}, [] {
      heddle::event known;
      heddle::event go;
      heddle::future<int> parent;
      int seen = 0;
      std::atomic<bool> made{false};
      parent = heddle::async([&]() -> int {
        known.wait();
        std::atomic<bool> begun{false};
        heddle::spawn([&] {  // beside the group: may wait for its parent, as long as it does not run above it
          begun = true;
          seen = parent.get();
        });
        while (!begun) std::this_thread::yield();
        heddle::task_group group;
        group.run({.until = &go}, [] {});
        made = true;
        group.wait();
        return 5;
      });
      known.complete();
      std::thread outside([&] {
        while (!made) std::this_thread::yield();
        go.complete();
      });
      EXPECT_NO_THROW(parent.get());
      heddle::wait();
      outside.join();
      EXPECT_EQ(seen, 5);
    });
  }
}

TEST_P(CirclesOfWaits, are_not_seen_where_there_are_none) {
  heddle::scope({.workers = GetParam()}, [] {
    std::vector<heddle::future<int>> values;
    for (int i = 0; i < 300; ++i) {
      values.push_back(heddle::async([&values, i]() -> int {
        int sum = 1;
        std::vector<heddle::future<int>> own(2);
        for (heddle::future<int>& one : own) one = heddle::async([] { return 1; });
        heddle::task_group group;
        std::atomic<int> members{0};
        group.run([&] { members += own[0].get(); });
        heddle::spawn([&members, &own] { members += own[1].get(); });
        group.wait();
        heddle::wait();
        return sum + members;
      }));
    }
    for (heddle::future<int>& value : values) EXPECT_EQ(value.get(), 3);
  });
}

// While others are being told of circles all the time, a child of fork() is told of one of its own.
TEST(CirclesOfWaits, are_named_in_a_forked_child_whatever_other_threads_were_doing) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  std::atomic<bool> over{false};
  const auto bite_own_tail = [] {
    heddle::scope({.workers = 1}, [] {
      heddle_event event = HEDDLE_EVENT;
      heddle_event_set_completer(&event, "tail");
      ASSERT_EQ(heddle_event_wait(&event, nullptr, 0), HEDDLE_DEADLOCK);
    });
  };
  std::vector<std::thread> others;
  for (int t = 0; t < 2; ++t) {
    others.emplace_back([&] {
      while (!over) bite_own_tail();
    });
  }
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(120);  // of a child that hangs
      bite_own_tail();
      _exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  over = true;
  for (std::thread& thread : others) thread.join();
}

// With one worker, who waits runs the other task on its own stack.
TEST(ACircleThroughAStack, is_called_that_and_is_none_for_then_and_coroutines) {
  heddle::scope({.workers = 1}, [] {
    std::string says;
    int first = 0;
    int second = 0;
    heddle::event known;
    heddle::event go;
    heddle::future<int> below;
    heddle::future<int> continued;
    heddle::future<int> awaited;
    heddle::spawn({.until = &known}, [] {}, heddle::out(first));
    heddle::spawn({.until = &go}, [] {}, heddle::out(second));
    const auto ask = [&] {
      try {
        below.get();
      } catch (const heddle::deadlock& told) {
        says = told.what();
      }
    };
    const auto wait_for_leaf = [&] {
      const auto leaf = heddle::async({.name = "leaf"}, [] { return 1; }, heddle::in(second));
      const auto one_more = [](heddle::future<int> value) -> heddle::task<int> { co_return co_await value + 1; };
      continued = below.then([](int value) { return value + 1; });
      awaited = heddle::async(one_more(below));
      heddle::spawn(ask, heddle::in(second));
      go.complete();
      return leaf.get();
    };
    below = heddle::async({.name = "below"}, wait_for_leaf, heddle::in(first));
    known.complete();
    heddle::wait();
    EXPECT_EQ(below.get(), 1);
    EXPECT_EQ(continued.get() + awaited.get(), 4);
    EXPECT_NE(says.find("\"below\", which"), says.npos) << "the task that asks is found first: " << says;
    EXPECT_NE(says.find("runs this"), says.npos) << says;
    EXPECT_NE(says.find("stack, so neither can go on: use then(), or co_await"), says.npos) << says;
  });
}

}  // namespace

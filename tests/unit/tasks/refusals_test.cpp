// What a refused task, and a cancelled group, must not take along: the order of those behind it, and values that others
// wait for.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "heddle/heddle.hpp"

namespace {

using heddle::in;
using heddle::out;

class WhatIsLeftOut : public testing::TestWithParam<unsigned> {
 protected:
  template <class F>
  void with_workers(F body) {
    heddle::scope({.workers = GetParam()}, body);
  }
};
INSTANTIATE_TEST_SUITE_P(workers, WhatIsLeftOut, testing::Values(1U, 2U, 4U));

TEST_P(WhatIsLeftOut, by_refusal_leaves_those_behind_it_in_order) {
  with_workers([] {
    std::vector<int> data(100, 0);
    const auto upper = std::span(data).subspan(50);
    heddle::event used;
    used.complete();
    heddle::event written;
    int seen = 0;
    heddle::spawn({.ranges = true, .until = &written}, [] {}, out(std::span(data)));
    EXPECT_THROW(heddle::spawn({.ranges = true, .until = &used}, [] {}, out(upper)), heddle::task_error);
    heddle::spawn({.ranges = true}, [&] { seen = data[60]; }, in(upper));
    data[60] = 7;
    written.complete();
    heddle::wait();
    EXPECT_EQ(seen, 7);
  });
}

// A value whose task cancels its group; it begins when the test says so.
class Value {
 public:
  Value() {
    group_.run({.until = &go_}, [] {}, out(gate_));
    value_ = heddle::async(
        group_,
        [this] {
          group_.cancel();
          return 1;
        },
        in(gate_));
  }
  const heddle::future<int>& get() const { return value_; }
  void come() {
    go_.complete();
    EXPECT_FALSE(group_.wait());
  }

 private:
  heddle::task_group group_;
  heddle::event go_;
  int gate_ = 0;
  heddle::future<int> value_;
};

TEST_P(WhatIsLeftOut, by_a_cancelled_group_is_not_what_continues_its_values) {
  with_workers([] {
    Value value;
    const heddle::future<int> next = value.get().then([](int one) { return one + 1; });
    value.come();
    EXPECT_EQ(next.get(), 2);
  });
}

heddle::task<int> one_more(heddle::future<int> value) { co_return co_await value + 1; }

TEST_P(WhatIsLeftOut, by_a_cancelled_group_is_not_what_awaits_its_values) {
  with_workers([] {
    Value value;
    const heddle::future<int> next = heddle::async(one_more(value.get()));
    value.come();
    EXPECT_EQ(next.get(), 2);
  });
}

heddle::task<int> owner(std::shared_ptr<int> owned) { co_return *owned; }

TEST_P(WhatIsLeftOut, by_a_cancelled_group_are_its_coroutines_and_they_say_so) {
  with_workers([] {
    const auto owned = std::make_shared<int>(1);
    heddle::task_group group;
    heddle::future<int> value;
    group.run([&] {
      group.cancel();
      value = heddle::async(owner(owned));
    });
    EXPECT_FALSE(group.wait());
    EXPECT_THROW(value.get(), heddle::cancelled);
    EXPECT_EQ(owned.use_count(), 1);
  });
}

}  // namespace

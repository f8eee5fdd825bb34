// The events of a simulation beside a plain list of them: what comes first, and what of one time was made first.
#include "platform/sim/event_heap.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <random>
#include <vector>

namespace {

using heddle::platform::sim::Cycles;
using heddle::platform::sim::EventHeap;
using heddle::platform::sim::TimedEvent;

struct Case {
  std::size_t events;  // that are there at once
  Cycles span;         // a new one comes at most so much later
  unsigned at_once;    // so many in a hundred come at the time that it is
};

class AnyEvents : public testing::TestWithParam<Case> {};

// The first one of a list that keeps the order in which they were made.
TimedEvent taken_from(std::vector<TimedEvent>& list) {
  const auto first = std::min_element(
      list.begin(), list.end(), [](const TimedEvent& one, const TimedEvent& other) { return one.time < other.time; });
  const TimedEvent event = *first;
  list.erase(first);
  return event;
}

TEST_P(AnyEvents, come_in_order_of_time_and_of_one_time_in_the_order_in_which_they_were_made) {
  const Case& how = GetParam();
  std::mt19937_64 random(7);
  EventHeap heap;
  std::vector<TimedEvent> list;
  Cycles now = 0;
  for (std::uint32_t made = 0; made < 50'000; ++made) {
    const bool here = random() % 100 < how.at_once;
    // Small spans are as likely as large ones.
    const Cycles later = here ? 0 : random() % ((how.span >> (random() % 20)) + 1);
    const TimedEvent event{now + later, made, 1};
    heap.push(event);
    list.push_back(event);
    while (list.size() > how.events || (made % 1000 == 999 && !list.empty())) {
      ASSERT_FALSE(heap.empty());
      const TimedEvent wanted = taken_from(list);
      ASSERT_EQ(heap.first().what, wanted.what);
      const TimedEvent event_taken = heap.pop();
      ASSERT_EQ(event_taken.what, wanted.what);
      ASSERT_EQ(event_taken.time, wanted.time);
      now = wanted.time;
    }
  }
  while (!list.empty()) ASSERT_EQ(heap.pop().what, taken_from(list).what);
  EXPECT_TRUE(heap.empty());
}

INSTANTIATE_TEST_SUITE_P(Sim, AnyEvents,
                         testing::Values(Case{1, 100, 10}, Case{5, 1'000, 30}, Case{64, 5'000, 20}, Case{400, 300, 5},
                                         Case{900, 1'000'000, 2}, Case{900, 40, 50}, Case{700, UINT64_C(1) << 50, 1}));

TEST(SimEvents, a_time_near_the_end_of_all_times_comes_last) {
  EventHeap heap;
  heap.push({UINT64_MAX, 1, 0});
  heap.push({UINT64_MAX - 1, 2, 0});
  heap.push({3, 3, 0});
  EXPECT_EQ(heap.pop().what, 3u);
  heap.push({UINT64_MAX, 4, 0});
  EXPECT_EQ(heap.pop().what, 2u);
  EXPECT_EQ(heap.pop().what, 1u);
  EXPECT_EQ(heap.pop().what, 4u);
  EXPECT_TRUE(heap.empty());
}

}  // namespace

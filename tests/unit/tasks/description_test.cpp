// A task's description before it becomes a task: which accesses are refused, which tasks end with their children, how
// parts are joined, and whom an event tells.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "heddle/task.h"
#include "runtime/current.hpp"
#include "tasks/accesses.hpp"
#include "tasks/event_protocol.hpp"
#include "tasks/header.hpp"
#include "tasks/join.hpp"

namespace {

using namespace heddle;
using namespace heddle::tasks;

char bytes[64];

heddle_access access(std::size_t first, std::size_t length, std::uint32_t mode) {
  heddle_access made{};
  made.address = bytes + first;
  made.bytes = length;
  made.mode = mode;
  return made;
}

struct CheckCase {
  std::vector<heddle_access> accesses;
  int answer;
  bool weak_alone;  // what weak_ones_stand_alone() says
};

TEST(Accesses, two_that_write_the_same_bytes_are_refused_and_so_is_a_weak_one_beside_another) {
  const CheckCase cases[] = {
      {{}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_IN)}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_IN), access(0, 8, HEDDLE_IN)}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_IN), access(0, 8, HEDDLE_OUT)}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_OUT), access(0, 8, HEDDLE_OUT)}, HEDDLE_OVERLAP, true},
      {{access(0, 8, HEDDLE_OUT), access(7, 8, HEDDLE_OUT)}, HEDDLE_OVERLAP, true},
      {{access(0, 8, HEDDLE_OUT), access(8, 8, HEDDLE_OUT)}, HEDDLE_OK, true},
      {{access(8, 8, HEDDLE_OUT), access(0, 8, HEDDLE_OUT)}, HEDDLE_OK, true},
      {{access(8, 8, HEDDLE_OUT), access(0, 9, HEDDLE_OUT)}, HEDDLE_OVERLAP, true},
      {{access(0, 8, HEDDLE_CONCURRENT), access(4, 8, HEDDLE_COMMUTATIVE)}, HEDDLE_OVERLAP, true},
      {{access(0, 8, HEDDLE_OUT), access(20, 8, HEDDLE_IN), access(0, 1, HEDDLE_OUT)}, HEDDLE_OVERLAP, true},
      {{access(0, 8, HEDDLE_OUT | HEDDLE_NEAR)}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_COMMUTATIVE + 1)}, HEDDLE_BAD_OPTION, true},
      {{access(0, 8, HEDDLE_IN), access(0, 8, 77)}, HEDDLE_BAD_OPTION, true},
      {{access(0, 8, HEDDLE_OUT | HEDDLE_WEAK)}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_OUT | HEDDLE_WEAK), access(8, 8, HEDDLE_OUT)}, HEDDLE_OK, true},
      {{access(0, 8, HEDDLE_OUT | HEDDLE_WEAK), access(0, 8, HEDDLE_IN)}, HEDDLE_OK, false},
      {{access(0, 8, HEDDLE_IN), access(7, 8, HEDDLE_OUT | HEDDLE_WEAK)}, HEDDLE_OK, false},
      {{access(0, 8, HEDDLE_IN | HEDDLE_WEAK), access(0, 8, HEDDLE_OUT)}, HEDDLE_OK, false},
      {{access(0, 8, HEDDLE_IN | HEDDLE_WEAK), access(0, 8, HEDDLE_IN)}, HEDDLE_OK, true},
  };
  for (const CheckCase& row : cases) {
    const auto number = &row - cases;
    EXPECT_EQ(check_accesses(row.accesses.data(), row.accesses.size()), row.answer) << "case " << number;
    EXPECT_EQ(weak_ones_stand_alone(row.accesses.data(), row.accesses.size()), row.weak_alone) << "case " << number;
  }
}

TEST(Accesses, a_list_that_is_not_there_or_as_long_as_no_memory_is_refused) {
  EXPECT_EQ(check_accesses(nullptr, 0), HEDDLE_OK);
  EXPECT_EQ(check_accesses(nullptr, 1), HEDDLE_NULL_BODY);
  const heddle_access one = access(0, 1, HEDDLE_IN);
  EXPECT_EQ(check_accesses(&one, SIZE_MAX), HEDDLE_NULL_BODY);
}

TEST(Accesses, are_the_engines_in_their_order_however_many) {
  for (const std::size_t count : {0u, 1u, 6u, 7u, 40u}) {
    std::vector<heddle_access> given;
    for (std::size_t i = 0; i < count; ++i) given.push_back(access(i, 1 + i % 3, i % 2 == 0 ? HEDDLE_IN : HEDDLE_OUT));
    const Accesses accesses(runtime::current(), given.data(), count, 0);
    ASSERT_EQ(accesses.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(accesses.data()[i].address, bytes + i);
      EXPECT_EQ(accesses.data()[i].bytes, 1 + i % 3);
      EXPECT_EQ(accesses.data()[i].mode, i % 2 == 0 ? graph::Mode::in : graph::Mode::out);
    }
  }
}

TEST(Accesses, of_nothing_name_a_place_of_their_own_and_weak_ones_no_length) {
  heddle_access given[] = {access(0, 8, HEDDLE_IN), access(8, 8, HEDDLE_COMMUTATIVE | HEDDLE_WEAK | HEDDLE_NEAR)};
  given[0].address = nullptr;
  const Accesses accesses(runtime::current(), given, 2, 0);
  EXPECT_EQ(accesses.data()[0].address, &graph::null_address) << "null means all memory to the engine";
  EXPECT_EQ(accesses.data()[1].mode, graph::Mode::mutexinoutset);
  EXPECT_EQ(accesses.data()[1].bytes, 0u) << "its children move them, and say so";
}

TEST(Header, is_needed_for_an_event_and_by_tasks_that_end_with_their_children) {
  const heddle_access strong = access(0, 8, HEDDLE_OUT);
  const heddle_access weak = access(0, 8, HEDDLE_OUT | HEDDLE_WEAK);
  const auto made = [](const heddle_access* accesses, std::uint32_t flags) {
    heddle_task task{};
    task.accesses = accesses;
    task.access_count = accesses == nullptr ? 0 : 1;
    task.flags = flags;
    return task;
  };
  EXPECT_FALSE(is_whole(made(nullptr, 0)));
  EXPECT_FALSE(is_whole(made(&strong, 0)));
  EXPECT_TRUE(is_whole(made(&weak, 0)));
  EXPECT_TRUE(is_whole(made(nullptr, HEDDLE_TASK_WITH_CHILDREN)));
  EXPECT_TRUE(is_whole(made(&strong, HEDDLE_TASK_WITH_CHILDREN | HEDDLE_TASK_RANGES)));
  EXPECT_FALSE(is_whole(made(&weak, HEDDLE_TASK_EARLY | HEDDLE_TASK_RANGES))) << "its ends say when it is over";
  EXPECT_TRUE(is_whole(made(&weak, HEDDLE_TASK_EARLY | HEDDLE_TASK_WITH_CHILDREN)));
  heddle_task with_event = made(&strong, 0);
  EXPECT_FALSE(needs_header(with_event));
  heddle_event event = HEDDLE_EVENT;
  with_event.event = &event;
  EXPECT_TRUE(needs_header(with_event));
  EXPECT_TRUE(needs_header(made(&weak, 0)));
}

TEST(JoinPart, one_part_at_a_time_gets_to_a_target) {
  constexpr int k_threads = 4;
  constexpr int k_rounds = 5'000;
  long sums[3] = {};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < k_threads; ++thread) {
    threads.emplace_back([&sums] {
      long part = 1;
      for (int round = 0; round < k_rounds; ++round)
        join_part(&sums[round % 3], &part,
                  [](void* target, void* what) { *static_cast<long*>(target) += *static_cast<long*>(what); });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sums[0] + sums[1] + sums[2], long{k_threads} * k_rounds);
}

struct Listener {
  Listener* next = nullptr;
  void (*call)(Listener* self) = [](Listener* self) { ++self->calls; };
  int calls = 0;
};
using Protocol = EventProtocol<platform::Threads, Listener>;

TEST(EventProtocol, whoever_listens_before_is_told_once_and_who_comes_later_learns_at_once) {
  Protocol event;
  Listener early[3];
  Listener late;
  EXPECT_FALSE(event.done());
  for (Listener& each : early) EXPECT_TRUE(event.listen(each));
  for (const Listener& each : early) EXPECT_EQ(each.calls, 0);
  EXPECT_TRUE(event.complete());
  EXPECT_TRUE(event.done());
  for (const Listener& each : early) EXPECT_EQ(each.calls, 1);
  EXPECT_FALSE(event.listen(late));
  EXPECT_FALSE(event.complete()) << "it has happened";
  EXPECT_EQ(late.calls, 0);
  for (const Listener& each : early) EXPECT_EQ(each.calls, 1);
}

TEST(EventProtocol, one_task_ends_with_it) {
  Protocol event;
  EXPECT_TRUE(event.reserve());
  EXPECT_FALSE(event.reserve());
  event.forgo();
  EXPECT_TRUE(event.reserve());
  event.forgo();
  EXPECT_TRUE(event.complete());
  EXPECT_FALSE(event.reserve()) << "it has happened";
}

}  // namespace

// Lists of accesses that are made at run time, in every call that takes accesses; pointers that are data themselves;
// numbers of workers.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

using heddle::in;
using heddle::inout;
using heddle::out;

// More than lie in the call's own memory, so both ways of a list are gone.
constexpr int k_pieces = 40;

class AccessLists : public WithWorkers {
 protected:
  std::vector<heddle::access> read_all(int count = k_pieces) {
    std::vector<heddle::access> list;
    for (int at = 0; at < count; ++at) list.push_back(in(pieces[static_cast<std::size_t>(at)]));
    return list;
  }
  /// A writer of each piece; the last begins late.
  void write_all(int value) {
    for (int& piece : pieces) heddle::spawn([&piece, value] { piece = value; }, out(piece));
  }
  int sum() const {
    int total = 0;
    for (const int piece : pieces) total += piece;
    return total;
  }

  std::array<int, k_pieces> pieces{};
};

TEST_P(AccessLists, order_a_task_behind_all_that_they_name) {
  with_workers([this] {
    for (int round = 1; round <= 50; ++round) {
      write_all(round);
      int alone = 0;
      int besides = 0;
      heddle::spawn([&] { alone = sum(); }, read_all());
      heddle::spawn([&] { besides = sum(); }, read_all(), out(besides));
      heddle::spawn({.name = "sum"}, [&] { besides += sum(); }, read_all(), inout(besides));
      heddle::wait();
      EXPECT_EQ(alone, k_pieces * round);
      EXPECT_EQ(besides, 2 * k_pieces * round);
    }
  });
}

TEST_P(AccessLists, of_groups_values_and_waits_are_the_same) {
  with_workers([this] {
    for (int round = 1; round <= 50; ++round) {
      write_all(round);
      std::atomic<int> total{0};
      heddle::task_group group;
      group.run([&] { total += sum(); }, read_all());
      group.run([&] { total += sum(); }, read_all(), in(round));
      group.run({.priority = 1}, [&] { total += sum(); }, read_all(), in(round));
      const auto value = heddle::async([&] { return sum(); }, read_all());
      const auto second = heddle::async([&] { return sum(); }, read_all(), in(round));
      const auto named = heddle::async({.name = "named"}, [&] { return sum(); }, read_all(), in(round));
      const auto grouped = heddle::async(group, [&] { return sum(); }, read_all());
      const auto with = heddle::async(group, {.name = "with"}, [&] { return sum(); }, read_all(), in(round));
      heddle::wait_for(read_all());
      EXPECT_EQ(sum(), k_pieces * round);
      group.wait();
      EXPECT_EQ(total, 3 * k_pieces * round);
      for (const auto* one : {&value, &second, &named, &grouped, &with}) EXPECT_EQ(one->get(), k_pieces * round);
      heddle::wait();
    }
  });
}

TEST_P(AccessLists, of_ranges_meet_where_their_bytes_overlap) {
  with_workers([this] {
    for (int round = 1; round <= 20; ++round) {
      for (int at = 0; at < k_pieces; at += 2)
        heddle::spawn(
            {.ranges = true}, [this, at, round] { pieces[at] = pieces[at + 1] = round; },
            out(std::span(pieces).subspan(at, 2)));
      std::vector<heddle::access> odd;
      for (int at = 1; at < k_pieces; at += 2) odd.push_back(in(std::span(pieces).subspan(at, 1)));
      int total = 0;
      heddle::spawn({.ranges = true}, [&] { total = sum(); }, odd, out(std::span(&total, 1)));
      heddle::wait_for_ranges(odd, in(std::span(&total, 1)));
      EXPECT_EQ(total, k_pieces * round);
    }
    heddle::wait();
  });
}

TEST_P(AccessLists, may_be_empty_and_are_copied) {
  with_workers([this] {
    std::vector<heddle::access> list;
    int ran = 0;
    heddle::spawn([&] { ++ran; }, list);
    heddle::wait_for(list, inout(ran));
    heddle::wait();
    EXPECT_EQ(ran, 1);
    write_all(3);
    list = read_all();
    int total = 0;
    heddle::spawn([&] { total = sum(); }, list);
    list.clear();
    list.shrink_to_fit();
    heddle::wait();
    EXPECT_EQ(total, 3 * k_pieces);
  });
}

// A tiled factorisation in the form in which a task has as many accesses as tiles to its left.
TEST_P(AccessLists, let_a_left_looking_factorisation_be_written) {
  constexpr int k_tiles = 8;
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    long tile[k_tiles][k_tiles];
    for (auto& row : tile)
      for (long& one : row) one = static_cast<long>(random() % 100);
    long serial[k_tiles][k_tiles];
    std::copy(&tile[0][0], &tile[0][0] + k_tiles * k_tiles, &serial[0][0]);
    const auto update = [](long(*of)[k_tiles], int i, int j) {
      for (int k = 0; k < j; ++k) of[i][j] = (of[i][j] * 3 + of[i][k] * of[j][k]) % 1009;
    };
    for (int j = 0; j < k_tiles; ++j)
      for (int i = j; i < k_tiles; ++i) update(serial, i, j);
    with_workers([&] {
      for (int j = 0; j < k_tiles; ++j) {
        for (int i = j; i < k_tiles; ++i) {
          std::vector<heddle::access> left;
          for (int k = 0; k < j; ++k) {
            left.push_back(in(tile[i][k]));
            if (i != j) left.push_back(in(tile[j][k]));
          }
          heddle::spawn([&tile, update, i, j] { update(tile, i, j); }, left, inout(tile[i][j]));
        }
      }
      heddle::wait();
    });
    for (int j = 0; j < k_tiles; ++j)
      for (int i = j; i < k_tiles; ++i) EXPECT_EQ(tile[i][j], serial[i][j]) << i << ' ' << j;
  }
}

TEST_P(AccessLists, order_tasks_of_plans) {
  int alone = 0;
  int besides = 0;
  heddle::plan plan({.workers = GetParam()});
  for (int& piece : pieces) plan.task([&piece] { ++piece; }, inout(piece));
  plan.task([&] { alone = sum(); }, read_all());
  plan.task({.name = "again"}, [&] { besides = sum(); }, read_all(), out(besides));
  heddle::plan ranges({.workers = GetParam()});
  int seen = 0;
  for (int& piece : pieces) ranges.task([&piece] { ++piece; }, inout(piece));
  const std::vector<heddle::access> all{in(std::span(pieces))};
  ranges.task([&] { seen = sum(); }, all, out(seen));
  for (int lap = 1; lap <= 10; ++lap) {
    plan.replay();
    EXPECT_EQ(alone, k_pieces * (2 * lap - 1));
    EXPECT_EQ(besides, k_pieces * (2 * lap - 1));
    ranges.replay();
    EXPECT_EQ(seen, 2 * k_pieces * lap);
  }
}

TEST_P(AccessLists, may_name_a_pointer_itself) {
  with_workers([this] {
    int* at = nullptr;
    for (int round = 0; round < 50; ++round) {
      heddle::spawn([&] { at = &pieces[3]; }, out(heddle::itself(at)));
      heddle::spawn([&] { *at = round; }, in(heddle::itself(at)), out(pieces[3]));
      heddle::spawn([&] { at = nullptr; }, inout(heddle::itself(at)));
      heddle::wait_for(in(heddle::itself(at)));
      EXPECT_EQ(at, nullptr);
      heddle::wait();
      EXPECT_EQ(pieces[3], round);
    }
  });
}

TEST_P(AccessLists, tasks_know_the_number_of_their_worker) {
  with_workers([] {
    ASSERT_EQ(heddle::worker(), 0U);
    std::vector<std::atomic<int>> inside(heddle::workers());
    std::atomic<int> wrong{0};
    for (int at = 0; at < 400; ++at) {
      heddle::spawn([&] {
        const unsigned own = heddle::worker();
        if (own >= inside.size() || inside[own].fetch_add(1) != 0) ++wrong;
        for (int turn = 0; turn < 3; ++turn) std::this_thread::yield();
        if (own != heddle::worker() || inside[own].fetch_sub(1) != 1) ++wrong;
      });
    }
    heddle::wait();
    EXPECT_EQ(wrong, 0) << "two tasks at a time had one number";
  });
}

INSTANTIATE_TEST_SUITE_P(workers, AccessLists, testing::Values(1U, 2U, 4U));

}  // namespace

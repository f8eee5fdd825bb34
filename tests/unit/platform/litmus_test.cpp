// Litmus tests: small programs whose outcomes C++20 allows or forbids. The explorer must reach every allowed outcome
// and none of the forbidden ones, otherwise what it says about our own headers is worth nothing.
//
// Each test gives the program as columns in a comment; `seen` holds the values that the loads returned.
// Load buffering (LB) is the known gap: allowed by the standard, not reached here, stated by a test.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "platform/check/check.hpp"

namespace {

using heddle::platform::Check;
namespace check = heddle::platform::check;
using enum std::memory_order;

using Outcome = std::array<int, 4>;
using Outcomes = std::set<Outcome>;

struct Litmus {
  Check::atomic<int> x{0};
  Check::atomic<int> y{0};
  Outcome seen{};  // r1..r4
  int& r1 = seen[0];
  int& r2 = seen[1];
  int& r3 = seen[2];
  int& r4 = seen[3];
};

using Body = void (*)(Litmus&);

Outcomes outcomes(std::vector<Body> bodies, check::Options options = {.preemptions = 8}) {
  Outcomes all;
  const check::Result result = check::explore(options, [&] {
    Litmus litmus;
    std::vector<std::function<void()>> threads;
    for (const Body body : bodies) threads.push_back([&litmus, body] { body(litmus); });
    check::run_threads(std::move(threads));
    all.insert(litmus.seen);
  });
  EXPECT_TRUE(result.passed && result.complete) << result.text();
  return all;
}

bool reached(const Outcomes& all, Outcome outcome) { return all.count(outcome) == 1; }

// SB, heavy fence on one side    x = 1; heavy; r1 = y   |   y = 1; light; r2 = x      whichever thread is the heavy one
TEST(Litmus, a_heavy_fence_and_a_light_one_forbid_store_buffering) {
  const Body heavy_x = [](Litmus& m) {
    m.x.store(1, relaxed);
    Check::heavy_fence();
    m.r1 = m.y.load(relaxed);
  };
  const Body light_y = [](Litmus& m) {
    m.y.store(1, relaxed);
    Check::light_fence();
    m.r2 = m.x.load(relaxed);
  };
  for (const Outcomes& all : {outcomes({heavy_x, light_y}), outcomes({light_y, heavy_x})}) {
    EXPECT_FALSE(reached(all, {0, 0}));
    EXPECT_TRUE(reached(all, {0, 1}) && reached(all, {1, 0}));
  }
}

// SB    x = 1; r1 = y   |   y = 1; r2 = x
TEST(Litmus, store_buffering_is_allowed_with_release_and_acquire) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, release);
                                   m.r1 = m.y.load(acquire);
                                 },
                                 [](Litmus& m) {
                                   m.y.store(1, release);
                                   m.r2 = m.x.load(acquire);
                                 }});
  EXPECT_EQ(all, (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST(Litmus, store_buffering_is_forbidden_with_seq_cst_accesses) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1);
                                   m.r1 = m.y.load();
                                 },
                                 [](Litmus& m) {
                                   m.y.store(1);
                                   m.r2 = m.x.load();
                                 }});
  EXPECT_EQ(all, (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
}

TEST(Litmus, store_buffering_is_forbidden_with_seq_cst_fences) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   Check::fence(seq_cst);
                                   m.r1 = m.y.load(relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.y.store(1, relaxed);
                                   Check::fence(seq_cst);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_EQ(all, (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
}

TEST(Litmus, store_buffering_is_allowed_when_one_fence_is_missing) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   Check::fence(seq_cst);
                                   m.r1 = m.y.load(relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.y.store(1, relaxed);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_TRUE(reached(all, {0, 0}));
}

// A seq_cst access on one side and a fence on the other are enough (C++20 [atomics.order]/4).
TEST(Litmus, store_buffering_is_forbidden_with_a_fence_against_seq_cst_accesses) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.fetch_add(1);
                                   m.r1 = m.y.load();
                                 },
                                 [](Litmus& m) {
                                   m.y.fetch_add(1);
                                   Check::fence(seq_cst);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_FALSE(reached(all, {0, 0}));
  EXPECT_TRUE(reached(all, {1, 1}));
}

TEST(Litmus, a_relaxed_load_after_a_seq_cst_read_modify_write_may_be_early) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.fetch_add(1);
                                   m.r1 = m.y.load(relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.y.fetch_add(1);
                                   Check::fence(seq_cst);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_TRUE(reached(all, {0, 0}));
}

// MP    x = 1; y = 1   |   r1 = y; r2 = x
TEST(Litmus, message_passing_works_with_release_and_acquire) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   m.y.store(1, release);
                                 },
                                 [](Litmus& m) {
                                   m.r1 = m.y.load(acquire);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_EQ(all, (Outcomes{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(Litmus, message_passing_fails_without_release) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   m.y.store(1, relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r1 = m.y.load(acquire);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_TRUE(reached(all, {1, 0}));
}

TEST(Litmus, message_passing_fails_without_acquire) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   m.y.store(1, release);
                                 },
                                 [](Litmus& m) {
                                   m.r1 = m.y.load(relaxed);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_TRUE(reached(all, {1, 0}));
}

TEST(Litmus, message_passing_works_with_release_and_acquire_fences) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   Check::fence(release);
                                   m.y.store(1, relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r1 = m.y.load(relaxed);
                                   Check::fence(acquire);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_EQ(all, (Outcomes{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(Litmus, a_read_modify_write_continues_a_release_sequence) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   m.y.store(1, release);
                                 },
                                 [](Litmus& m) { m.y.fetch_add(1, relaxed); },
                                 [](Litmus& m) {
                                   m.r1 = m.y.load(acquire);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_FALSE(reached(all, {2, 0}));
  EXPECT_TRUE(reached(all, {2, 1}));
}

// C++20 dropped the rule of C++11 by which later relaxed stores of the same thread did so too.
TEST(Litmus, a_later_relaxed_store_of_the_same_thread_ends_a_release_sequence) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   m.y.store(1, release);
                                   m.y.store(2, relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r1 = m.y.load(acquire);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_TRUE(reached(all, {2, 0}));
  EXPECT_FALSE(reached(all, {1, 0}));
}

// CoRR  x = 1; x = 2   |   r1 = x; r2 = x
TEST(Litmus, a_thread_never_reads_backwards) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.x.store(1, relaxed);
                                   m.x.store(2, relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r1 = m.x.load(relaxed);
                                   m.r2 = m.x.load(relaxed);
                                 }});
  EXPECT_EQ(all, (Outcomes{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

TEST(Litmus, two_readers_agree_on_the_order_of_stores_to_one_atomic) {
  const Outcomes all = outcomes({[](Litmus& m) { m.x.store(1, relaxed); }, [](Litmus& m) { m.x.store(2, relaxed); },
                                 [](Litmus& m) {
                                   m.r1 = m.x.load(relaxed);
                                   m.r2 = m.x.load(relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r3 = m.x.load(relaxed);
                                   m.r4 = m.x.load(relaxed);
                                 }},
                                {.preemptions = 3});
  EXPECT_FALSE(reached(all, {1, 2, 2, 1}));
  EXPECT_TRUE(reached(all, {1, 2, 1, 2}));
}

// IRIW  x = 1   |   y = 1   |   r1 = x; r2 = y   |   r3 = y; r4 = x
TEST(Litmus, readers_may_disagree_on_independent_writes_with_acquire) {
  const Outcomes all = outcomes({[](Litmus& m) { m.x.store(1, release); }, [](Litmus& m) { m.y.store(1, release); },
                                 [](Litmus& m) {
                                   m.r1 = m.x.load(acquire);
                                   m.r2 = m.y.load(acquire);
                                 },
                                 [](Litmus& m) {
                                   m.r3 = m.y.load(acquire);
                                   m.r4 = m.x.load(acquire);
                                 }},
                                {.preemptions = 3});
  EXPECT_TRUE(reached(all, {1, 0, 1, 0}));
}

TEST(Litmus, readers_agree_on_independent_writes_with_seq_cst) {
  const Outcomes all = outcomes({[](Litmus& m) { m.x.store(1); }, [](Litmus& m) { m.y.store(1); },
                                 [](Litmus& m) {
                                   m.r1 = m.x.load();
                                   m.r2 = m.y.load();
                                 },
                                 [](Litmus& m) {
                                   m.r3 = m.y.load();
                                   m.r4 = m.x.load();
                                 }},
                                {.preemptions = 3});
  EXPECT_FALSE(reached(all, {1, 0, 1, 0}));
  EXPECT_TRUE(reached(all, {1, 1, 1, 1}));
}

TEST(Litmus, readers_agree_on_independent_writes_with_seq_cst_fences_between_their_loads) {
  const Outcomes all = outcomes({[](Litmus& m) { m.x.store(1, relaxed); }, [](Litmus& m) { m.y.store(1, relaxed); },
                                 [](Litmus& m) {
                                   m.r1 = m.x.load(relaxed);
                                   Check::fence(seq_cst);
                                   m.r2 = m.y.load(relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r3 = m.y.load(relaxed);
                                   Check::fence(seq_cst);
                                   m.r4 = m.x.load(relaxed);
                                 }},
                                {.preemptions = 3});
  EXPECT_FALSE(reached(all, {1, 0, 1, 0}));
}

// WRC   x = 1   |   r1 = x; y = 1   |   r2 = y; r3 = x
TEST(Litmus, what_was_read_is_passed_on_with_release) {
  const Outcomes all = outcomes({[](Litmus& m) { m.x.store(1, relaxed); },
                                 [](Litmus& m) {
                                   m.r1 = m.x.load(relaxed);
                                   m.y.store(1, release);
                                 },
                                 [](Litmus& m) {
                                   m.r2 = m.y.load(acquire);
                                   m.r3 = m.x.load(relaxed);
                                 }});
  EXPECT_FALSE(reached(all, {1, 1, 0}));
  EXPECT_TRUE(reached(all, {1, 1, 1}));
}

// 2+2W  x = 1; y = 2   |   y = 1; x = 2   with the final values in r1 and r2
Outcomes two_plus_two_writes(std::memory_order order, check::Stores stores) {
  Outcomes all;
  check::explore({.preemptions = 8, .stores = stores}, [&] {
    Litmus m;
    check::run_threads({[&] {
                          m.x.store(1, order);
                          m.y.store(2, order);
                        },
                        [&] {
                          m.y.store(1, order);
                          m.x.store(2, order);
                        }});
    all.insert({m.x.load(relaxed), m.y.load(relaxed)});
  });
  return all;
}

TEST(Litmus, both_first_writes_may_win_when_stores_may_slip_in) {
  EXPECT_TRUE(reached(two_plus_two_writes(release, check::Stores::may_slip_in), {1, 1}));
  EXPECT_TRUE(reached(two_plus_two_writes(relaxed, check::Stores::may_slip_in), {1, 1}));
}

TEST(Litmus, both_first_writes_never_win_with_seq_cst) {
  const Outcomes all = two_plus_two_writes(seq_cst, check::Stores::may_slip_in);
  EXPECT_FALSE(reached(all, {1, 1}));
  EXPECT_TRUE(reached(all, {2, 2}) && reached(all, {1, 2}) && reached(all, {2, 1}));
}

TEST(Litmus, known_gap_without_slipping_in_stores_keep_the_order_of_execution) {
  EXPECT_FALSE(reached(two_plus_two_writes(relaxed, check::Stores::at_the_end), {1, 1}));
}

// LB    r1 = x; y = 1   |   r2 = y; x = 1
TEST(Litmus, known_gap_load_buffering_is_not_modelled) {
  const Outcomes all = outcomes({[](Litmus& m) {
                                   m.r1 = m.x.load(relaxed);
                                   m.y.store(1, relaxed);
                                 },
                                 [](Litmus& m) {
                                   m.r2 = m.y.load(relaxed);
                                   m.x.store(1, relaxed);
                                 }});
  EXPECT_FALSE(reached(all, {1, 1}));  // C++20 allows it
}

TEST(Litmus, read_modify_writes_lose_no_update) {
  const Outcomes all = outcomes(
      {[](Litmus& m) { m.r1 = m.x.fetch_add(1, relaxed); }, [](Litmus& m) { m.r2 = m.x.fetch_add(1, relaxed); }},
      {.preemptions = 8, .stores = check::Stores::may_slip_in});
  EXPECT_EQ(all, (Outcomes{{0, 1}, {1, 0}}));
}

TEST(Litmus, of_two_compare_exchanges_one_succeeds) {
  const Body attempt = [](Litmus& m) {
    int expected = 0;
    if (m.x.compare_exchange_strong(expected, 1, relaxed)) ++m.r1;
  };
  EXPECT_EQ(outcomes({attempt, attempt, attempt}, {.preemptions = 3}), (Outcomes{{1}}));
}

}  // namespace

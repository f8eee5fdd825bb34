// The order of what goes one at a time, as ThreadSanitizer hears it: locks, critical and ordered parts, iterations that
// were posted, values that are copied. order_test.cpp says why both kinds of error count.
#include <gtest/gtest.h>

#include <optional>

#include "front/kmpc/abi.hpp"
#include "omp/locks.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/races/meeting.hpp"

namespace heddle::ompt::test {
namespace {

/// Seat 0 holds it first, then seat 1. @returns whether seat 1 sees what seat 0 did inside
template <class Acquire, class Release>
bool orders(Acquire acquire, Release release) {
  Moment inside, behind;
  bool order = false;
  Meeting meeting(2);
  parallel(2, [&] {
    if (seat() == 0) {
      acquire();
      inside = now();
      release();
      behind = now();
      meeting.come();
    } else {
      meeting.come();
      EXPECT_FALSE(seen(inside)) << "before it holds it";
      acquire();
      order = seen(inside);
      EXPECT_FALSE(seen(behind));
      release();
    }
  });
  return order;
}

TEST(OmptOrder, who_holds_a_lock_sees_what_was_done_under_it) {
  omp::SimpleLock lock;
  CALL(omp_init_lock)(&lock);
  EXPECT_TRUE(orders([&] { CALL(omp_set_lock)(&lock); }, [&] { CALL(omp_unset_lock)(&lock); }));
  EXPECT_TRUE(orders([&] { EXPECT_EQ(CALL(omp_test_lock)(&lock), 1); }, [&] { CALL(omp_unset_lock)(&lock); }));
  CALL(omp_destroy_lock)(&lock);
  omp::NestLock nest;
  CALL(omp_init_nest_lock)(&nest);
  EXPECT_TRUE(orders([&] { CALL(omp_set_nest_lock)(&nest); }, [&] { CALL(omp_unset_nest_lock)(&nest); }));
  EXPECT_TRUE(orders(
      [&] {
        CALL(omp_set_nest_lock)(&nest);
        EXPECT_EQ(CALL(omp_test_nest_lock)(&nest), 2);
      },
      [&] {
        CALL(omp_unset_nest_lock)(&nest);
        CALL(omp_unset_nest_lock)(&nest);
      }));
  CALL(omp_destroy_nest_lock)(&nest);
}

TEST(OmptOrder, critical_sections_of_both_compilers_are_ordered_by_their_names) {
  static kmpc::SectionWords words, others;
  static void* named;
  EXPECT_TRUE(
      orders([] { CALL(__kmpc_critical)(nullptr, 0, &words); }, [] { CALL(__kmpc_end_critical)(nullptr, 0, &words); }));
  EXPECT_TRUE(orders([] { CALL(__kmpc_critical_with_hint)(nullptr, 0, &others, 1); },
                     [] { CALL(__kmpc_end_critical)(nullptr, 0, &others); }));
  EXPECT_TRUE(orders([] { CALL(GOMP_critical_start)(); }, [] { CALL(GOMP_critical_end)(); }));
  EXPECT_TRUE(orders([] { CALL(GOMP_critical_name_start)(&named); }, [] { CALL(GOMP_critical_name_end)(&named); }));
  EXPECT_TRUE(orders([] { CALL(GOMP_atomic_start)(); }, [] { CALL(GOMP_atomic_end)(); }));
}

TEST(OmptOrder, a_test_that_fails_orders_nothing) {
  omp::SimpleLock lock;
  CALL(omp_init_lock)(&lock);
  CALL(omp_set_lock)(&lock);
  CALL(omp_unset_lock)(&lock);
  Moment before;
  Meeting meeting(2);
  parallel(2, [&] {
    if (seat() == 0) {
      CALL(omp_set_lock)(&lock);
      CALL(omp_unset_lock)(&lock);
      before = now();
      CALL(omp_set_lock)(&lock);
      meeting.come();
      meeting.come();
      CALL(omp_unset_lock)(&lock);
    } else {
      meeting.come();
      EXPECT_EQ(CALL(omp_test_lock)(&lock), 0);
      EXPECT_FALSE(seen(before));
      meeting.come();
    }
  });
  CALL(omp_destroy_lock)(&lock);
}

TEST(OmptOrder, ordered_parts_follow_one_another) {
  Moment last = now();
  int parts = 0;
  parallel(2, [&] {
    heddle___kmpc_dispatch_init_4(nullptr, 0, 67, 0, 9, 1, 1);
    std::int32_t end = 0, lower = 0, upper = 0, stride = 0;
    while (heddle___kmpc_dispatch_next_4(nullptr, 0, &end, &lower, &upper, &stride) != 0) {
      for (int i = lower; i <= upper; ++i) {
        CALL(__kmpc_ordered)(nullptr, 0);
        EXPECT_TRUE(seen(last)) << i;
        last = now();
        ++parts;
        CALL(__kmpc_end_ordered)(nullptr, 0);
      }
    }
  });
  EXPECT_EQ(parts, 10);
}

TEST(OmptOrder, an_iteration_that_was_posted_is_visible_to_who_waits_for_that_one) {
  Moment of_one, between, of_two;
  Meeting meeting(2);
  parallel(2, [&] {
    const kmpc::NestDimension nest[] = {{0, 5, 1}};
    heddle___kmpc_doacross_init(nullptr, 0, 1, nest);
    const std::int64_t one = 1, two = 2;
    if (seat() == 0) {
      of_one = now();
      CALL(__kmpc_doacross_post)(nullptr, 0, &one);
      of_two = now();
      CALL(__kmpc_doacross_post)(nullptr, 0, &two);
      between = now();
      meeting.come();
    } else {
      meeting.come();
      EXPECT_FALSE(seen(of_one));
      CALL(__kmpc_doacross_wait)(nullptr, 0, &one);
      EXPECT_TRUE(seen(of_one));
      EXPECT_FALSE(seen(of_two));
      CALL(__kmpc_doacross_wait)(nullptr, 0, &two);
      EXPECT_TRUE(seen(of_two));
      EXPECT_FALSE(seen(between));
    }
    heddle___kmpc_doacross_fini(nullptr, 0);
  });
}

TEST(OmptOrder, the_values_of_a_single_that_are_copied_are_visible_to_the_others) {
  static Moment written;
  static int value;
  parallel_of_gcc(3, [] {
    void* const copied = CALL(GOMP_single_copy_start)();
    if (copied == nullptr) {
      written = now();
      CALL(GOMP_single_copy_end)(&value);
    } else {
      EXPECT_TRUE(seen(written));
    }
  });
}

// Each thread has a copy of its own; tasks that it runs one after the other use the same.
TEST(OmptOrder, tasks_of_one_thread_that_share_a_copy_of_a_reduction_are_in_order) {
  static long sum;
  static std::optional<Moment> done;
  static int ran;
  sum = 0;
  ran = 0;
  done.reset();
  void (*initialise)(void*, void*) = [](void* copy, void*) { *static_cast<long*>(copy) = 0; };
  void (*combine)(void*, void*) = [](void* into, void* from) {
    *static_cast<long*>(into) += *static_cast<long*>(from);
  };
  const kmpc::ReducedInput input{
      &sum, &sum, sizeof sum, reinterpret_cast<void*>(initialise), nullptr, reinterpret_cast<void*>(combine), 0};
  parallel(1, [&] {
    CALL(__kmpc_taskgroup)(nullptr, 0);
    static void* registered;
    registered = heddle___kmpc_taskred_init(0, 1, &input);
    for (int i = 0; i < 3; ++i) {
      spawn([] {
        auto* const copy = static_cast<long*>(CALL(__kmpc_task_reduction_get_th_data)(0, registered, &sum));
        if (done) {
          EXPECT_TRUE(seen(*done)) << "what the task before has added";
        }
        ++*copy;
        ++ran;
        done = now();
      });
    }
    CALL(__kmpc_end_taskgroup)(nullptr, 0);
    EXPECT_TRUE(seen(*done));
  });
  EXPECT_EQ(ran, 3);
  EXPECT_EQ(sum, 3);
}

TEST(OmptOrder, whoever_was_asked_to_look_away_looks_again) {
  parallel(2, [] {
    for (int i = 0; i < 20; ++i) spawn([] { EXPECT_EQ(looks_away(), 0); });
    taskwait();
    EXPECT_EQ(looks_away(), 0);
  });
  EXPECT_EQ(looks_away(), 0);
}

}  // namespace
}  // namespace heddle::ompt::test

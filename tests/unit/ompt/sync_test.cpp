// Waits and locks: what is told around each call, from which place, and in which state the thread is meanwhile.
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "front/gomp/exports.hpp"
#include "omp/locks.hpp"
#include "ompt/events.hpp"
#include "ompt/states.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {
namespace {

using Lines = std::vector<std::string>;

struct Seen {
  std::vector<std::pair<std::string, int>> states;  // behind each event, by its line
  std::set<ompt_wait_id_t> ids;
};
Seen* seen = nullptr;

template <class Body>
Lines told_of(Body body) {
  forget();
  Lines found;
  parallel(1, [&] {
    const std::size_t before = told().size();
    body();
    found = told();
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before));
  });
  return found;
}

Lines around(const std::string& what) {
  return {"sync " + what + " begin t1 of R1", "wait " + what + " begin t1 of R1", "wait " + what + " end t1 of R1",
          "sync " + what + " end t1 of R1"};
}

TEST(OmptSync, a_barrier_is_told_by_its_kind) {
  EXPECT_EQ(told_of([] { CALL(__kmpc_barrier)(nullptr, 0); }), around("barrier"));
  static kmpc::Ident implicit{0, kmpc::k_barrier_implicit, 0, 0, nullptr};
  EXPECT_EQ(told_of([] { CALL(__kmpc_barrier)(&implicit, 0); }), around("barrier_workshare"));
  static kmpc::Ident plain{0, 0, 0, 0, nullptr};
  EXPECT_EQ(told_of([] { CALL(__kmpc_barrier)(&plain, 0); }), around("barrier"));
  EXPECT_EQ(told_of([] { CALL(__kmpc_cancel_barrier)(nullptr, 0); }), around("barrier"));
  EXPECT_EQ(told_of([] { CALL(GOMP_barrier)(); }), around("barrier"));
  EXPECT_EQ(told_of([] { CALL(GOMP_barrier_cancel)(); }), around("barrier"));
}

TEST(OmptSync, a_taskwait_is_told_whether_there_is_something_to_wait_for_or_not) {
  EXPECT_EQ(told_of([] { taskwait(); }), around("taskwait"));
  EXPECT_EQ(told_of([] { CALL(GOMP_taskwait)(); }), around("taskwait"));
}

TEST(OmptSync, a_taskgroup_opens_with_its_region_and_waits_at_its_end) {
  const Lines expected{"sync taskgroup begin t1 of R1", "wait taskgroup begin t1 of R1", "wait taskgroup end t1 of R1",
                       "sync taskgroup end t1 of R1"};
  EXPECT_EQ(told_of([] {
              CALL(__kmpc_taskgroup)(nullptr, 0);
              CALL(__kmpc_end_taskgroup)(nullptr, 0);
            }),
            expected);
  EXPECT_EQ(told_of([] {
              CALL(GOMP_taskgroup_start)();
              CALL(GOMP_taskgroup_end)();
            }),
            expected);
}

TEST(OmptSync, the_values_of_a_single_are_waited_for_in_a_barrier_that_ends_a_construct) {
  static int value;
  EXPECT_EQ(told_of([] { CALL(__kmpc_copyprivate)(nullptr, 0, 4, &value, [](void*, void*) {}, 1); }),
            around("barrier_workshare"));
}

TEST(OmptSync, each_wait_names_the_place_that_called) {
  forget();
  parallel(1, [] { taskwait(); });
  std::set<const void*> places;
  for (const Line& line : lines()) {
    if (line.text.find("taskwait") == std::string::npos) continue;
    EXPECT_NE(line.caller, nullptr);
    places.insert(line.caller);
  }
  EXPECT_EQ(places.size(), 1U);
}

int state_now() { return entry<ompt_get_state_t>("ompt_get_state")(nullptr); }

// What the thread is doing behind each event, by its line.
template <class Body>
std::vector<std::pair<std::string, int>> states_in(Body body) {
  Seen mine;
  forget();
  parallel(1, [&] {
    seen = &mine;
    in_events = [](ompt_callbacks_t) { seen->states.emplace_back(told().back(), state_now()); };
    body();
    in_events = nullptr;
  });
  return mine.states;
}

TEST(OmptSync, a_thread_that_waits_is_in_the_state_of_its_wait) {
  int after_begin = 0;
  const auto waiting_in = [&after_begin](auto body, ompt_state_t expected) {
    const auto states = states_in(body);
    ASSERT_FALSE(states.empty());
    // An event comes before the state that it begins, and behind the one that it ends.
    for (const auto& [line, state] : states) EXPECT_EQ(state, ompt_state_work_parallel) << line;
    static_cast<void>(expected);
    ++after_begin;
  };
  waiting_in([] { CALL(__kmpc_barrier)(nullptr, 0); }, ompt_state_wait_barrier_explicit);
  waiting_in([] { taskwait(); }, ompt_state_wait_taskwait);
  begin_sync_wait(ompt_sync_region_taskgroup);
  EXPECT_EQ(this_thread.state, ompt_state_wait_taskgroup);
  end_sync_wait(ompt_sync_region_taskgroup);
  EXPECT_EQ(this_thread.state, ompt_state_work_serial);
  begin_sync_wait(ompt_sync_region_barrier_implicit_workshare);
  EXPECT_EQ(this_thread.state, ompt_state_wait_barrier_implicit_workshare);
  end_sync_wait(ompt_sync_region_barrier_implicit_workshare);
  begin_sync_wait(ompt_sync_region_barrier_explicit);
  EXPECT_EQ(this_thread.state, ompt_state_wait_barrier_explicit);
  end_sync_wait(ompt_sync_region_barrier_explicit);
  begin_sync_wait(ompt_sync_region_taskwait);
  EXPECT_EQ(this_thread.state, ompt_state_wait_taskwait);
  end_sync_wait(ompt_sync_region_taskwait);
  EXPECT_EQ(after_begin, 2);
}

// -- locks -----------------------------------------------------------------------------------------------------------

// All lines are of one lock, whose number is given back.
ompt_wait_id_t only_id() {
  std::set<ompt_wait_id_t> ids;
  for (const Line& line : lines()) ids.insert(line.id);
  EXPECT_EQ(ids.size(), 1U);
  return ids.empty() ? 0 : *ids.begin();
}

TEST(OmptMutex, a_lock_is_told_from_its_making_to_its_end) {
  forget();
  omp::SimpleLock lock;
  CALL(omp_init_lock)(&lock);
  CALL(omp_set_lock)(&lock);
  CALL(omp_unset_lock)(&lock);
  CALL(omp_destroy_lock)(&lock);
  EXPECT_EQ(told(), (Lines{"init lock 0 1", "acquire lock 0 1", "acquired lock", "released lock", "destroy lock"}));
  EXPECT_EQ(only_id(), reinterpret_cast<ompt_wait_id_t>(&lock));
}

TEST(OmptMutex, a_test_that_fails_has_acquired_nothing) {
  omp::SimpleLock lock;
  CALL(omp_init_lock)(&lock);
  forget();
  EXPECT_EQ(CALL(omp_test_lock)(&lock), 1);
  EXPECT_EQ(told(), (Lines{"acquire test_lock 0 1", "acquired test_lock"}));
  forget();
  EXPECT_EQ(CALL(omp_test_lock)(&lock), 0);
  EXPECT_EQ(told(), (Lines{"acquire test_lock 0 1"}));
  CALL(omp_unset_lock)(&lock);
  CALL(omp_destroy_lock)(&lock);
}

TEST(OmptMutex, a_nestable_lock_is_acquired_once_and_nested_from_then_on) {
  omp::NestLock lock;
  forget();
  CALL(omp_init_nest_lock)(&lock);
  CALL(omp_set_nest_lock)(&lock);
  CALL(omp_set_nest_lock)(&lock);
  EXPECT_EQ(CALL(omp_test_nest_lock)(&lock), 3);
  CALL(omp_unset_nest_lock)(&lock);
  CALL(omp_unset_nest_lock)(&lock);
  CALL(omp_unset_nest_lock)(&lock);
  EXPECT_EQ(CALL(omp_test_nest_lock)(&lock), 1);
  CALL(omp_unset_nest_lock)(&lock);
  CALL(omp_destroy_nest_lock)(&lock);
  const Lines kinds = told();
  ASSERT_FALSE(kinds.empty());
  EXPECT_EQ(kinds.front(), "init nest_lock 0 1");
  EXPECT_EQ(kinds.back(), "destroy nest_lock");
  EXPECT_EQ(told_of_kind("acquired").size(), 2U) << "once by set, once by test";
  EXPECT_EQ(told_of_kind("acquired nest_lock").size(), 1U);
  EXPECT_EQ(told_of_kind("acquired test_nest_lock").size(), 1U);
  EXPECT_EQ(told_of_kind("nest begin").size(), 2U);
  EXPECT_EQ(told_of_kind("nest end").size(), 2U);
  EXPECT_EQ(told_of_kind("released nest_lock").size(), 2U);
  EXPECT_EQ(only_id(), reinterpret_cast<ompt_wait_id_t>(&lock));
}

TEST(OmptMutex, a_nestable_lock_of_another_is_asked_for_in_vain) {
  omp::NestLock lock;
  CALL(omp_init_nest_lock)(&lock);
  std::atomic<int> step{0};
  Lines others;
  forget();
  parallel(2, [&] {
    if (seat() == 0) {
      CALL(omp_set_nest_lock)(&lock);
      step = 1;
      while (step != 2) {
      }
      CALL(omp_unset_nest_lock)(&lock);
    } else {
      while (step != 1) {
      }
      EXPECT_EQ(CALL(omp_test_nest_lock)(&lock), 0);
      for (const Line& line : lines())
        if (line.thread == this_threads_number() && line.id != 0) others.push_back(line.text);
      step = 2;
    }
  });
  EXPECT_EQ(others, (Lines{"acquire test_nest_lock 0 1"}));
  CALL(omp_destroy_nest_lock)(&lock);
}

TEST(OmptMutex, critical_sections_of_both_compilers_are_told_with_their_own_number) {
  kmpc::SectionWords words = {};
  kmpc::SectionWords others = {};
  forget();
  CALL(__kmpc_critical)(nullptr, 0, &words);
  CALL(__kmpc_end_critical)(nullptr, 0, &words);
  EXPECT_EQ(told(), (Lines{"acquire critical 0 1", "acquired critical", "released critical"}));
  const ompt_wait_id_t first = only_id();
  forget();
  CALL(__kmpc_critical_with_hint)(nullptr, 0, &others, 1);
  CALL(__kmpc_end_critical)(nullptr, 0, &others);
  EXPECT_EQ(told(), (Lines{"acquire critical 0 1", "acquired critical", "released critical"}));
  EXPECT_NE(only_id(), first);
  forget();
  CALL(GOMP_critical_start)();
  CALL(GOMP_critical_end)();
  EXPECT_EQ(told(), (Lines{"acquire critical 0 1", "acquired critical", "released critical"}));
  EXPECT_EQ(only_id(), reinterpret_cast<ompt_wait_id_t>(&omp::unnamed_critical));
  forget();
  static void* named = nullptr;
  CALL(GOMP_critical_name_start)(&named);
  CALL(GOMP_critical_name_end)(&named);
  EXPECT_EQ(told(), (Lines{"acquire critical 0 1", "acquired critical", "released critical"}));
  EXPECT_EQ(only_id(), reinterpret_cast<ompt_wait_id_t>(&named));
}

TEST(OmptMutex, an_atomic_that_needs_a_lock_is_told) {
  forget();
  CALL(GOMP_atomic_start)();
  CALL(GOMP_atomic_end)();
  EXPECT_EQ(told(), (Lines{"acquire atomic 0 1", "acquired atomic", "released atomic"}));
}

TEST(OmptMutex, ordered_parts_are_told_in_the_order_of_their_iterations) {
  std::vector<int> order;
  forget();
  parallel(2, [&] {
    heddle___kmpc_dispatch_init_4(nullptr, 0, 67, 0, 7, 1, 1);
    std::int32_t last = 0, lower = 0, upper = 0, stride = 0;
    while (heddle___kmpc_dispatch_next_4(nullptr, 0, &last, &lower, &upper, &stride) != 0) {
      for (int i = lower; i <= upper; ++i) {
        CALL(__kmpc_ordered)(nullptr, 0);
        order.push_back(i);
        CALL(__kmpc_end_ordered)(nullptr, 0);
      }
    }
  });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(told_of_kind("acquire ordered 0 1").size(), 8U);
  // A part is left for the tool behind the call that lets the next one in: so no more than two can seem open.
  int open = 0, most = 0;
  for (const Line& line : lines()) {
    open += line.text == "acquired ordered" ? 1 : line.text == "released ordered" ? -1 : 0;
    most = std::max(most, open);
    EXPECT_GE(open, 0);
  }
  EXPECT_EQ(open, 0);
  EXPECT_LE(most, 2);
}

TEST(OmptMutex, a_thread_that_waits_for_a_lock_says_for_which) {
  omp::SimpleLock lock;
  CALL(omp_init_lock)(&lock);
  acquire_mutex(ompt_mutex_lock, &lock);
  ompt_wait_id_t id = 0;
  EXPECT_EQ(entry<ompt_get_state_t>("ompt_get_state")(&id), ompt_state_wait_lock);
  EXPECT_EQ(id, reinterpret_cast<ompt_wait_id_t>(&lock));
  acquired_mutex(ompt_mutex_lock, &lock);
  EXPECT_EQ(entry<ompt_get_state_t>("ompt_get_state")(&id), ompt_state_work_serial);
  EXPECT_EQ(id, 0U);
  for (const auto& [kind, state] :
       {std::pair(ompt_mutex_critical, ompt_state_wait_critical), std::pair(ompt_mutex_atomic, ompt_state_wait_atomic),
        std::pair(ompt_mutex_ordered, ompt_state_wait_ordered),
        std::pair(ompt_mutex_nest_lock, ompt_state_wait_lock)}) {
    acquire_mutex(kind, &lock);
    EXPECT_EQ(entry<ompt_get_state_t>("ompt_get_state")(nullptr), state);
    acquired_mutex(kind, &lock);
  }
  CALL(omp_destroy_lock)(&lock);
}

TEST(OmptMutex, a_flush_names_the_thread) {
  forget();
  CALL(__kmpc_flush)(nullptr);
  EXPECT_EQ(told(), (Lines{"flush T" + std::to_string(this_threads_number())}));
}

}  // namespace
}  // namespace heddle::ompt::test

// The order that OpenMP gives, as ThreadSanitizer hears it: what is visible where, and what is not. A missing order is
// a false report to the user; one too many hides a race of the program.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <optional>

#include "front/kmpc/abi.hpp"
#include "omp/locks.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/races/sanitizer.hpp"

namespace heddle::ompt::test {
namespace {

constexpr std::uint8_t k_in = 1, k_out = 2, k_inout = 3, k_mutexinoutset = 4, k_inoutset = 8, k_all = 0x80;

/// Lets threads meet where the sanitizer does not hear it.
class Meeting {
 public:
  explicit Meeting(int threads) : threads_(threads) {}
  void come() {
    const int turn = ++come_;
    const int whole = (turn + threads_ - 1) / threads_ * threads_;
    while (come_ < whole) platform::Threads::yield();
  }

 private:
  const int threads_;
  std::atomic<int> come_{0};
};

template <std::size_t count>
using Moments = std::array<Moment, count>;

Moment& at_seat(auto& moments) { return moments[static_cast<std::size_t>(seat())]; }

/// How many of the others' moments are visible here.
int seen_of_others(const auto& moments) {
  int count = 0;
  for (std::size_t other = 0; other < moments.size(); ++other)
    count += other != static_cast<std::size_t>(seat()) && seen(moments[other]) ? 1 : 0;
  return count;
}

int seen_of(const auto& moments) {
  int count = 0;
  for (const Moment& moment : moments) count += seen(moment) ? 1 : 0;
  return count;
}

// -- regions and barriers --------------------------------------------------------------------------------------------

TEST(OmptOrder, a_region_lies_behind_what_was_done_before_it_and_before_what_follows) {
  for (int round = 0; round < 3; ++round) {
    const Moment before = now();
    Moments<3> inside;
    parallel(3, [&] {
      EXPECT_TRUE(seen(before)) << seat();
      at_seat(inside) = now();
    });
    EXPECT_EQ(seen_of(inside), 3);
  }
}

TEST(OmptOrder, threads_of_a_region_are_in_no_order_until_a_barrier) {
  Moments<3> first, second;
  Meeting meeting(3);
  parallel(3, [&] {
    at_seat(first) = now();
    meeting.come();
    EXPECT_EQ(seen_of_others(first), 0);
    CALL(__kmpc_barrier)(nullptr, 0);
    EXPECT_EQ(seen_of_others(first), 2);
    at_seat(second) = now();
    meeting.come();
    EXPECT_EQ(seen_of_others(second), 0) << "done behind the barrier";
  });
}

TEST(OmptOrder, each_of_many_barriers_orders_what_lies_before_it_and_no_more) {
  constexpr int k_rounds = 9;
  std::array<Moments<2>, k_rounds> moments;
  Meeting meeting(2);
  parallel(2, [&] {
    for (int round = 0; round < k_rounds; ++round) {
      at_seat(moments[static_cast<std::size_t>(round)]) = now();
      meeting.come();
      EXPECT_EQ(seen_of_others(moments[static_cast<std::size_t>(round)]), 0) << round;
      round % 2 == 0 ? CALL(__kmpc_barrier)(nullptr, 0) : CALL(GOMP_barrier)();
      EXPECT_EQ(seen_of_others(moments[static_cast<std::size_t>(round)]), 1) << round;
      meeting.come();
    }
  });
}

TEST(OmptOrder, regions_of_gccs_programs_are_ordered_alike) {
  const Moment before = now();
  Moments<2> inside;
  Meeting meeting(2);
  parallel_of_gcc(2, [&] {
    EXPECT_TRUE(seen(before));
    at_seat(inside) = now();
    meeting.come();
    EXPECT_EQ(seen_of_others(inside), 0);
  });
  EXPECT_EQ(seen_of(inside), 2);
}

TEST(OmptOrder, an_inner_region_is_behind_its_own_master_and_not_behind_the_others) {
  heddle_omp_set_max_active_levels(2);
  Moments<2> outer, inner;
  Meeting meeting(2);
  parallel(2, [&] {
    at_seat(outer) = now();
    meeting.come();
    if (seat() == 1) return;
    parallel(2, [&] {
      EXPECT_TRUE(seen(outer[0]));
      EXPECT_FALSE(seen(outer[1]));
      at_seat(inner) = now();
    });
    EXPECT_EQ(seen_of(inner), 2);
    EXPECT_FALSE(seen(outer[1]));
  });
  heddle_omp_set_max_active_levels(1);
}

// -- tasks -----------------------------------------------------------------------------------------------------------

TEST(OmptOrder, tasks_on_other_threads_are_behind_their_making_and_before_who_waits_for_them) {
  constexpr std::size_t k_tasks = 100;
  Moments<k_tasks> made, done;
  parallel(3, [&] {
    if (seat() != 0) return;
    for (std::size_t i = 0; i < k_tasks; ++i) {
      made[i] = now();
      spawn([&made, &done, i] {
        EXPECT_TRUE(seen(made[i]));
        done[i] = now();
      });
    }
    taskwait();
    EXPECT_EQ(seen_of(done), static_cast<int>(k_tasks));
  });
}

TEST(OmptOrder, what_the_creator_does_behind_the_making_is_not_before_the_task) {
  static Moment before, after;
  static int x;
  static bool ran;
  ran = false;
  parallel(1, [] {
    auto* const first = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &first->head);
    const Dependence list[] = {on(&x, k_out)};
    CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &first->head, 1, list, 0, nullptr);
    before = now();
    spawn_depending({on(&x, k_in)}, [] {
      EXPECT_TRUE(seen(before));
      EXPECT_FALSE(seen(after));
      ran = true;
    });
    fulfill(reinterpret_cast<std::uintptr_t>(event));  // from here on the second may run, and does at the wait
    after = now();
    taskwait();
  });
  EXPECT_TRUE(ran);
}

TEST(OmptOrder, the_creator_sees_a_task_where_it_waits_for_it_and_its_siblings_never) {
  parallel(1, [] {
    static Moment first, second;
    spawn([] { first = now(); });
    EXPECT_FALSE(seen(first)) << "it has run, on this very thread";
    spawn([] {
      EXPECT_FALSE(seen(first));
      second = now();
    });
    taskwait();
    EXPECT_TRUE(seen(first));
    EXPECT_TRUE(seen(second));
  });
}

TEST(OmptOrder, an_undeferred_task_comes_before_what_its_creator_does_next) {
  parallel(1, [] {
    static Moment of_clang, of_gcc, before;
    before = now();
    run_between(allocate([] {
      EXPECT_TRUE(seen(before));
      of_clang = now();
    }));
    EXPECT_TRUE(seen(of_clang));
    CALL(GOMP_task)(
        [](void*) {
          EXPECT_TRUE(seen(before));
          of_gcc = now();
        },
        nullptr, nullptr, 0, 1, false, 0, nullptr, 0, nullptr);
    EXPECT_TRUE(seen(of_gcc));
  });
}

TEST(OmptOrder, a_taskwait_is_behind_children_alone_and_a_barrier_behind_all) {
  for (const int threads : {1, 2}) {
    static Moment child, grandchild;
    parallel(threads, [] {
      if (seat() == 0) {
        spawn([] {
          spawn([] { grandchild = now(); });
          taskwait();  // so that it is over
          child = now();
        });
        spawn([] {
          static Moment lost;
          spawn([] { lost = now(); });
        });
        taskwait();
        EXPECT_TRUE(seen(child));
        EXPECT_TRUE(seen(grandchild)) << "its parent has waited for it";
      }
      CALL(__kmpc_barrier)(nullptr, 0);
      EXPECT_TRUE(seen(child));
    });
  }
  parallel(1, [] {
    static Moment child, grandchild;
    spawn([] {
      spawn([] { grandchild = now(); });
      child = now();
    });
    taskwait();
    EXPECT_TRUE(seen(child));
    EXPECT_FALSE(seen(grandchild)) << "nobody has waited for it";
    CALL(__kmpc_barrier)(nullptr, 0);
    EXPECT_TRUE(seen(grandchild));
  });
}

TEST(OmptOrder, a_barrier_is_behind_the_tasks_of_all_threads) {
  Moments<2> of_tasks;
  for (int round = 0; round < 4; ++round) {
    parallel(2, [&] {
      for (int barrier = 0; barrier < 3; ++barrier) {
        spawn([&of_tasks, mine = seat()] { of_tasks[static_cast<std::size_t>(mine)] = now(); });
        CALL(__kmpc_barrier)(nullptr, 0);
        EXPECT_EQ(seen_of(of_tasks), 2);
        CALL(__kmpc_barrier)(nullptr, 0);
      }
    });
  }
}

TEST(OmptOrder, the_end_of_a_region_is_behind_its_tasks) {
  static Moment child, grandchild;
  parallel(2, [] {
    if (seat() != 0) return;
    spawn([] {
      spawn([] { grandchild = now(); });
      child = now();
    });
  });
  EXPECT_TRUE(seen(child));
  EXPECT_TRUE(seen(grandchild));
}

TEST(OmptOrder, the_end_of_a_taskgroup_is_behind_all_that_was_made_in_it_and_nothing_else) {
  for (int round = 0; round < 2; ++round) {  // the second group lies where the first did
    parallel(1, [] {
      static Moment outside, inside, grandchild;
      spawn([] { outside = now(); });
      CALL(__kmpc_taskgroup)(nullptr, 0);
      spawn([] {
        spawn([] { grandchild = now(); });
        inside = now();
      });
      CALL(__kmpc_end_taskgroup)(nullptr, 0);
      EXPECT_TRUE(seen(inside));
      EXPECT_TRUE(seen(grandchild));
      EXPECT_FALSE(seen(outside));
      CALL(__kmpc_taskgroup)(nullptr, 0);
      CALL(__kmpc_end_taskgroup)(nullptr, 0);
      EXPECT_FALSE(seen(outside));
    });
  }
}

TEST(OmptOrder, the_tasks_of_a_taskloop_come_before_its_end) {
  struct LoopTask {
    CompilersTask head;
    std::uint64_t lower, upper;
  };
  static std::vector<Moment> tasks;
  tasks.clear();
  parallel(1, [] {
    CompilersTask* const task =
        CALL(__kmpc_omp_task_alloc)(nullptr, 0, kmpc::k_tied, sizeof(LoopTask), 0, [](ThreadNumber, CompilersTask*) {
          tasks.push_back(now());
          return std::int32_t{0};
        });
    auto* const loop = reinterpret_cast<LoopTask*>(task);
    loop->lower = 4;
    loop->upper = 9;
    CALL(__kmpc_taskloop)(nullptr, 0, task, 1, &loop->lower, &loop->upper, 1, 0, 2, 3, nullptr);
    EXPECT_EQ(tasks.size(), 3u);
    EXPECT_EQ(seen_of(tasks), 3);
  });
}

TEST(OmptOrder, what_came_before_an_event_is_visible_to_who_waits_for_its_task) {
  static Moment said, done;
  static std::atomic<std::uintptr_t> event;
  event = 0;
  parallel(2, [] {
    if (seat() == 0) {
      event = spawn_with_event([] { done = now(); });
      taskwait();
      EXPECT_TRUE(seen(done));
      EXPECT_TRUE(seen(said));
    } else {
      while (event == 0) platform::Threads::yield();
      said = now();
      fulfill(event);
    }
  });
}

// -- depend clauses --------------------------------------------------------------------------------------------------

/// Whether two siblings with these clauses are in order; one thread runs both.
bool in_order(const std::vector<Dependence>& first, const std::vector<Dependence>& second) {
  static std::optional<Moment> done;
  static bool order;
  done.reset();
  static int ran;
  ran = 0;
  parallel(1, [&] {
    const auto body = [] {
      ++ran;
      if (done) {
        order = seen(*done);
      } else {
        done = now();
      }
    };
    spawn_depending(first, body);
    spawn_depending(second, body);
    taskwait();
  });
  EXPECT_EQ(ran, 2);
  return order;
}

TEST(OmptOrder, pairs_of_modes_are_in_order_as_they_must_be) {
  struct Row {
    std::uint8_t first, second;
    bool order;
  };
  static int x;
  for (const Row row :
       {Row{k_in, k_in, false}, Row{k_in, k_out, true}, Row{k_in, k_inoutset, true}, Row{k_in, k_mutexinoutset, true},
        Row{k_out, k_in, true}, Row{k_out, k_inout, true}, Row{k_out, k_inoutset, true},
        Row{k_out, k_mutexinoutset, true}, Row{k_inoutset, k_in, true}, Row{k_inoutset, k_out, true},
        Row{k_inoutset, k_inoutset, false}, Row{k_inoutset, k_mutexinoutset, true}, Row{k_mutexinoutset, k_in, true},
        Row{k_mutexinoutset, k_out, true}, Row{k_mutexinoutset, k_inoutset, true},
        Row{k_mutexinoutset, k_mutexinoutset, true}}) {
    EXPECT_EQ(in_order({on(&x, row.first)}, {on(&x, row.second)}), row.order)
        << int{row.first} << " before " << int{row.second};
  }
}

TEST(OmptOrder, all_memory_is_in_order_with_every_address) {
  static int x;
  EXPECT_TRUE(in_order({on(&x, k_out)}, {on(nullptr, k_all)}));
  EXPECT_TRUE(in_order({on(&x, k_in)}, {on(nullptr, k_all)}));
  EXPECT_TRUE(in_order({on(nullptr, k_all)}, {on(&x, k_in)}));
  EXPECT_TRUE(in_order({on(nullptr, k_all)}, {on(nullptr, k_all)}));
}

TEST(OmptOrder, one_address_of_several_is_enough) {
  static int x[3];
  EXPECT_TRUE(in_order({on(&x[0], k_in), on(&x[1], k_out)}, {on(&x[2], k_in), on(&x[1], k_in)}));
}

// Tokens of addresses lie in a table: that two addresses share one is rare, and of three pairs happens once at most.
TEST(OmptOrder, other_addresses_are_none) {
  static int x[6];
  int ordered = 0;
  for (int i = 0; i < 3; ++i) ordered += in_order({on(&x[2 * i], k_out)}, {on(&x[2 * i + 1], k_out)}) ? 1 : 0;
  EXPECT_LE(ordered, 1);
}

TEST(OmptOrder, children_of_different_parents_are_in_none_by_one_address) {
  static int x[3];
  int ordered = 0;
  for (int& each : x) {
    static std::optional<Moment> done;
    static bool order;
    static int* address;
    address = &each;
    done.reset();
    parallel(1, [] {
      const auto parent = [] {
        spawn_depending({on(address, k_out)}, [] {
          if (done) {
            order = seen(*done);
          } else {
            done = now();
          }
        });
        taskwait();
      };
      spawn(parent);
      spawn(parent);
      taskwait();
    });
    ordered += order ? 1 : 0;
  }
  EXPECT_LE(ordered, 1);
}

TEST(OmptOrder, a_wait_for_an_address_is_behind_its_tasks_alone) {
  static int x, y;
  parallel(1, [] {
    static Moment of_x, of_y;
    spawn_depending({on(&x, k_out)}, [] { of_x = now(); });
    spawn_depending({on(&y, k_out)}, [] { of_y = now(); });
    const Dependence list[] = {on(&x, k_in)};
    CALL(__kmpc_omp_wait_deps)(nullptr, 0, 1, list, 0, nullptr);
    EXPECT_TRUE(seen(of_x));
    taskwait();
    EXPECT_TRUE(seen(of_y));
  });
}

// -- one at a time ---------------------------------------------------------------------------------------------------

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

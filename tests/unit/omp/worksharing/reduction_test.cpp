// Task reductions as GCC uses them: the descriptor it writes, where it looks for the copies, what it asks of a remap.
#include <gtest/gtest.h>

#include <array>
#include <atomic>

#include "omp/loop.hpp"
#include "omp/reduction.hpp"
#include "omp/tasks.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;

/// What GCC keeps for one thread: `reduction(+ : a, b)` of an int and a long.
struct Copy {
  int a;
  bool a_used;
  long b;
  bool b_used;
};
constexpr std::size_t k_copy_bytes = 64;  // rounded up to a cache line by the compiler

using Descriptor = std::array<ReductionWords, 7 + 2 * 3>;

Descriptor describe(int& a, long& b) {
  Descriptor words{};
  words[0] = 2;
  words[1] = k_copy_bytes;
  words[2] = 64;
  words[3] = ~ReductionWords{0};
  words[7] = reinterpret_cast<ReductionWords>(&a);
  words[8] = offsetof(Copy, a);
  words[10] = reinterpret_cast<ReductionWords>(&b);
  words[11] = offsetof(Copy, b);
  return words;
}

Copy& copy_of(const Descriptor& words, std::size_t thread) {
  return *reinterpret_cast<Copy*>(words[2] + thread * words[1]);
}

TEST(TaskgroupReduction, makes_a_zeroed_copy_for_each_thread_where_the_compiler_looks_for_it) {
  Worker& worker = runtime::current();
  int a = 1;
  long b = 2;
  Descriptor words = describe(a, b);
  taskgroup_start(worker);
  register_reductions(worker, words.data());
  EXPECT_EQ(words[2] % 64, 0u);
  const Copy& copy = copy_of(words, 0);
  EXPECT_EQ(copy.a, 0);
  EXPECT_EQ(copy.b, 0);
  EXPECT_FALSE(copy.a_used || copy.b_used);
  taskgroup_end(worker);
  unregister_reductions(words.data());
}

TEST(TaskgroupReduction, a_variable_and_anybodys_copy_of_it_lead_to_ones_own_copy) {
  Worker& worker = runtime::current();
  int a = 1;
  long b = 2;
  Descriptor words = describe(a, b);
  taskgroup_start(worker);
  register_reductions(worker, words.data());
  Copy& own = copy_of(words, 0);
  std::array<void*, 4> addresses{&b, &own.a, nullptr, nullptr};
  remap_task_reductions(worker, 2, 2, addresses.data());
  EXPECT_EQ(addresses[0], &own.b);
  EXPECT_EQ(addresses[1], &own.a);
  EXPECT_EQ(addresses[2], &b) << "the originals of the first ones are given too";
  EXPECT_EQ(addresses[3], &a);
  taskgroup_end(worker);
  unregister_reductions(words.data());
}

TEST(TaskgroupReduction, the_innermost_taskgroup_with_the_variable_counts) {
  Worker& worker = runtime::current();
  int a = 1;
  int other = 1;
  long b = 2;
  Descriptor outer = describe(a, b);
  Descriptor inner = describe(a, b);
  Descriptor beside = describe(other, b);
  beside[0] = 1;
  taskgroup_start(worker);
  register_reductions(worker, outer.data());
  taskgroup_start(worker);
  register_reductions(worker, inner.data());
  register_reductions(worker, beside.data());
  std::array<void*, 2> addresses{&a, &other};
  remap_task_reductions(worker, 2, 0, addresses.data());
  EXPECT_EQ(addresses[0], &copy_of(inner, 0).a);
  EXPECT_EQ(addresses[1], &copy_of(beside, 0).a);
  taskgroup_end(worker);
  addresses[0] = &a;
  remap_task_reductions(worker, 1, 0, addresses.data());
  EXPECT_EQ(addresses[0], &copy_of(outer, 0).a);
  taskgroup_end(worker);
  for (Descriptor* words : {&outer, &inner, &beside}) unregister_reductions(words->data());
}

TEST(ParallelReduction, each_thread_has_its_copy_and_the_caller_adds_them_up) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    struct Data {
      ReductionWords* descriptor;
      int* a;
    };
    int a = 0;
    long b = 0;
    Descriptor words = describe(a, b);
    Data data{words.data(), &a};
    RegionRequest request;
    request.threads = threads;
    request.data = &data;
    request.body = [](void* argument) {
      const auto& mine = *static_cast<Data*>(argument);
      Worker& worker = runtime::current();
      void* address = mine.a;
      remap_task_reductions(worker, 1, 0, &address);
      *static_cast<int*>(address) += static_cast<int>(worker.member->seat) + 1;
    };
    const unsigned used = parallel_reductions(request);
    EXPECT_EQ(used, threads);
    int sum = 0;
    for (unsigned thread = 0; thread < used; ++thread) sum += copy_of(words, thread).a;
    EXPECT_EQ(sum, static_cast<int>(threads * (threads + 1) / 2));
    unregister_reductions(words.data());
  }
}

// What every thread of the next test does, as the compiler writes it.
void reduce_in_scope(Worker& worker, int& a, long& b) {
  Descriptor words = describe(a, b);
  start_scope(worker, words.data());
  Copy& own = copy_of(words, worker.member->seat);
  own.b += static_cast<long>(worker.member->seat) + 1;
  runtime::barrier(worker);
  if (worker.member->seat == 0) {
    for (std::size_t thread = 0; thread < worker.member->team->size; ++thread) b += copy_of(words, thread).b;
  }
  leave_reductions(worker, RegionIs::going_on);
}

TEST(WorksharingReduction, is_combined_when_the_construct_is_left_and_may_follow_at_once) {
  struct Data {
    int a = 0;
    long b = 0;
    std::atomic<int> wrong{0};
  };
  for (const unsigned threads : {1u, 2u, 5u}) {
    Data data;
    RegionRequest request;
    request.threads = threads;
    request.data = &data;
    request.body = [](void* argument) {
      auto& mine = *static_cast<Data*>(argument);
      Worker& worker = runtime::current();
      const long team = worker.member->team->size;
      for (long round = 1; round <= 40; ++round) {
        reduce_in_scope(worker, mine.a, mine.b);
        if (mine.b != round * team * (team + 1) / 2) ++mine.wrong;
        runtime::barrier(worker);
      }
    };
    parallel(request);
    EXPECT_EQ(data.wrong, 0);
  }
}

TEST(RemapDeathTest, of_what_nobody_reduces_is_the_callers_mistake) {
  int alone = 0;
  void* address = &alone;
  EXPECT_DEATH(remap_task_reductions(runtime::current(), 1, 0, &address), "no enclosing construct reduces");
}

/// A pointer to each member of a copy, from a pointer to the variable.
void* copy_for(Worker& worker, void* address) {
  remap_task_reductions(worker, 1, 0, &address);
  return address;
}

TEST(TaskgroupReduction, another_threads_copy_leads_each_thread_to_its_own) {
  // A task that another thread has begun is told that thread's addresses.
  for (const unsigned threads : {2u, 3u}) {
    struct Data {
      Descriptor words;
      int* a;
      long* b;
      std::atomic<int> wrong{0};
    };
    int a = 0;
    long b = 0;
    Data data{describe(a, b), &a, &b};
    ReductionWords* descriptor = data.words.data();
    struct Passed {
      ReductionWords* descriptor;  // first, as the compiler has it
      Data* data;
    } passed{descriptor, &data};
    RegionRequest request;
    request.threads = threads;
    request.data = &passed;
    request.body = [](void* argument) {
      Data& mine = *static_cast<Passed*>(argument)->data;
      Worker& worker = runtime::current();
      const std::size_t seat = worker.member->seat;
      for (std::size_t other = 0; other < worker.member->team->size; ++other) {
        if (copy_for(worker, &copy_of(mine.words, other).a) != &copy_of(mine.words, seat).a) ++mine.wrong;
        if (copy_for(worker, &copy_of(mine.words, other).b) != &copy_of(mine.words, seat).b) ++mine.wrong;
      }
      if (copy_for(worker, mine.b) != &copy_of(mine.words, seat).b) ++mine.wrong;
    };
    EXPECT_EQ(parallel_reductions(request), threads);
    EXPECT_EQ(data.wrong, 0);
    EXPECT_EQ(data.words[6], data.words[2] + threads * k_copy_bytes) << "where the copies end";
    unregister_reductions(data.words.data());
  }
}

TEST(TaskgroupReduction, of_several_clauses_in_one_taskgroup_the_last_with_the_variable_counts) {
  Worker& worker = runtime::current();
  int a = 1;
  long b = 2;
  Descriptor first = describe(a, b);
  Descriptor second = describe(a, b);
  second[0] = 1;  // a alone
  taskgroup_start(worker);
  register_reductions(worker, first.data());
  register_reductions(worker, second.data());
  EXPECT_EQ(copy_for(worker, &a), &copy_of(second, 0).a);
  EXPECT_EQ(copy_for(worker, &b), &copy_of(first, 0).b);
  EXPECT_EQ(copy_for(worker, &copy_of(first, 0).a), &copy_of(first, 0).a) << "a copy tells its clause";
  taskgroup_end(worker);
  unregister_reductions(first.data());
  unregister_reductions(second.data());
}

TEST(TaskgroupReduction, a_task_made_inside_finds_the_copies_and_its_originals) {
  Worker& worker = runtime::current();
  int a = 5;
  long b = 0;
  Descriptor words = describe(a, b);
  taskgroup_start(worker);
  register_reductions(worker, words.data());
  std::array<void*, 3> addresses{&b, &a, nullptr};
  remap_task_reductions(worker, 2, 1, addresses.data());
  EXPECT_EQ(addresses[0], &copy_of(words, 0).b);
  EXPECT_EQ(addresses[1], &copy_of(words, 0).a);
  EXPECT_EQ(addresses[2], &b) << "of the first one alone";
  taskgroup_end(worker);
  unregister_reductions(words.data());
}

TEST(WorksharingReduction, of_another_size_is_zeroed_and_follows_at_once) {
  // Copies are kept in the construct's slot: a smaller set must not see what a larger one has left.
  for (const unsigned threads : {1u, 3u}) {
    static std::atomic<int> wrong;
    wrong = 0;
    RegionRequest request;
    request.threads = threads;
    request.body = [](void*) {
      Worker& worker = runtime::current();
      for (std::size_t round = 0; round < 40; ++round) {
        int a = 0;
        long b = 0;
        Descriptor words = describe(a, b);
        words[1] = round % 3 == 0 ? 8192 : k_copy_bytes;  // beyond what a slot keeps, every third time
        start_scope(worker, words.data());
        Copy& own = copy_of(words, worker.member->seat);
        if (own.a != 0 || own.b != 0 || own.a_used || own.b_used) ++wrong;
        own = {-1, true, -1, true};
        runtime::barrier(worker);
        leave_reductions(worker, RegionIs::going_on);
      }
    };
    parallel(request);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(WorksharingReductionDeathTest, what_was_not_opened_cannot_be_left) {
  EXPECT_DEATH(leave_reductions(runtime::current(), RegionIs::going_on), "without task reductions unregisters them");
  int a = 0;
  long b = 0;
  Descriptor words = describe(a, b);
  EXPECT_DEATH(register_reductions(runtime::current(), words.data()), "outside any taskgroup");
}

}  // namespace

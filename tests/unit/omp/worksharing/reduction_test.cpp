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

}  // namespace

// How the block of a task is cut: alignment, sizes up to and beyond the largest block, many accesses.
#include "graph/task_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Slab = memory::Slab<P>;

TEST(TaskMemory, arguments_and_records_lie_aligned_and_apart_whatever_their_sizes) {
  Slab slab;
  for (const std::uint32_t accesses : {0u, 1u, 2u, 7u, 40u, 70u, 300u}) {
    for (const std::size_t alignment : {1u, 2u, 8u, 16u, 32u, 64u, 128u, 4096u}) {
      for (const std::size_t bytes : {0u, 1u, 8u, 24u, 63u, 200u, 1000u, 3800u, 4096u, 5000u, 100'000u}) {
        auto* task = graph::allocate_task<P>(slab, {bytes, alignment, accesses, 0, graph::k_most_slots});
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(task->argument) % alignment, 0u);
        ASSERT_EQ(task->records == nullptr, accesses == 0);
        const graph::Slots<P> slots = task->successor_slots();
        ASSERT_LE(slots.count, graph::k_most_slots);
        for (std::uint32_t i = 0; i < slots.count; ++i) slots[i] = task;
        std::memset(task->argument, 0xAB, bytes);
        for (std::uint32_t i = 0; i < accesses; ++i) {
          graph::Record<P>& record = task->records[i];
          ASSERT_EQ(record.last(), i + 1 == accesses);
          ASSERT_EQ(reinterpret_cast<std::uintptr_t>(&record) % alignof(graph::Record<P>), 0u);
          std::memset(&record, 0xCD, sizeof(record));
        }
        for (std::uint32_t i = 0; i < slots.count; ++i) ASSERT_EQ(slots[i], task);
        const auto* argument = static_cast<const unsigned char*>(task->argument);
        for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(argument[i], 0xAB);
        ASSERT_TRUE(task->children.none());
        ASSERT_EQ(task->home, &slab);
        graph::free_task(slab, task);
      }
    }
  }
}

TEST(TaskMemory, a_small_task_takes_three_lines) {
  Slab slab;
  auto* task = graph::allocate_task<P>(slab, {.argument_bytes = 64, .argument_alignment = 8});
  EXPECT_EQ(Slab::k_sizes[task->size_class], 192u);
  EXPECT_FALSE(task->has(graph::k_separate));
  graph::free_task(slab, task);
}

TEST(TaskMemory, a_task_that_waits_takes_three_lines_with_one_access_and_four_with_two) {
  Slab slab;
  auto* task = graph::allocate_task<P>(slab, {.argument_bytes = 16, .argument_alignment = 8, .accesses = 1});
  EXPECT_EQ(Slab::k_sizes[task->size_class], 192u);
  graph::free_task(slab, task);
  task = graph::allocate_task<P>(slab, {.argument_bytes = 16, .argument_alignment = 8, .accesses = 2});
  EXPECT_EQ(Slab::k_sizes[task->size_class], 256u);
  graph::free_task(slab, task);
}

TEST(TaskMemory, what_a_block_has_to_spare_becomes_slots) {
  Slab slab;
  const auto slots_of = [&slab](const graph::TaskSpace& space) {
    auto* task = graph::allocate_task<P>(slab, space);
    const std::uint32_t slots = task->slots;
    graph::free_task(slab, task);
    return slots;
  };
  EXPECT_EQ(slots_of({40, 8, 4, 0, graph::k_most_slots}), 3u);  // a stencil's task: 384 bytes
  EXPECT_EQ(slots_of({16, 8, 1, 0, graph::k_most_slots}), 0u);  // 192 bytes are full
  EXPECT_EQ(slots_of({24, 8, 1, 0, graph::k_most_slots}), graph::k_most_slots);
  EXPECT_EQ(slots_of({24, 8, 1, 0, 0}), 0u);
  EXPECT_EQ(slots_of({100'000, 8, 1, 0, graph::k_most_slots}), 0u);  // arguments that lie apart
}

}  // namespace

// One task's successors and the end of its life, step by step; and the locks of mutexinoutset tasks. The same headers
// run under the explorer in tests/model; here each promise stands alone.
#include "graph/dependences.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "graph/exclusion.hpp"
#include "graph/linking.hpp"
#include "graph/task_memory.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Slab = memory::Slab<P>;
using Task = graph::Task<P>;
using Edge = graph::Edge<P>;
using Record = graph::Record<P>;
using Slots = graph::Slots<P>;
using Exclusion = graph::Exclusion<P>;

/// A task of so many accesses, given back in the end.
class Block {
 public:
  explicit Block(std::uint32_t accesses, std::uint32_t slots = 0)
      : task_(graph::allocate_task<P>(slab(), {24, 8, accesses, 0, slots})) {
    for (std::uint32_t index = 0; index < accesses; ++index)
      task_->records[index].set(*task_, {nullptr, graph::Mode::in});
  }
  ~Block() { graph::free_task(slab(), task_); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  Task* operator->() const { return task_; }
  Task& operator*() const { return *task_; }

 private:
  static Slab& slab() {
    static Slab slab;
    return slab;
  }
  Task* task_;
};

std::vector<const Task*> named(const graph::Successors<P>& successors) {
  std::vector<const Task*> tasks;
  for (std::uint32_t index = 0; index < successors.named.count; ++index) tasks.push_back(successors.named[index]);
  return tasks;
}

std::vector<const Task*> listed(const graph::Successors<P>& successors) {
  std::vector<const Task*> tasks;
  for (const Edge* edge = successors.list; edge != nullptr; edge = edge->next) tasks.push_back(edge->successor);
  return tasks;
}

using Tasks = std::vector<const Task*>;

TEST(Dependences, successors_fill_the_slots_and_then_the_list) {
  const Block task(1);
  std::array<Task, 5> later{};
  std::array<Edge, 5> edges{};
  std::array<Task*, 2> memory{};
  const Slots slots{memory.data() + memory.size(), 2};
  EXPECT_EQ(named(task->dependences.so_far(slots)), Tasks{});
  for (std::size_t index = 0; index < later.size(); ++index) {
    edges[index].successor = &later[index];
    EXPECT_TRUE(task->dependences.link(edges[index], slots));
    if (index == 0) {
      EXPECT_EQ(named(task->dependences.so_far(slots)), (Tasks{&later[0]}));
      EXPECT_EQ(listed(task->dependences.so_far(slots)), Tasks{});
    }
  }
  EXPECT_EQ(listed(task->dependences.so_far(slots)), (Tasks{&later[4], &later[3], &later[2]}));
  const auto all = task->dependences.close(slots);
  EXPECT_EQ(named(all), (Tasks{&later[0], &later[1]}));
  EXPECT_EQ(listed(all), (Tasks{&later[4], &later[3], &later[2]}));
}

TEST(Dependences, slots_that_are_just_full_have_no_list_behind_them) {
  const Block task(1);
  std::array<Task, 2> later{};
  std::array<Edge, 2> edges{};
  std::array<Task*, 2> memory{};
  const Slots slots{memory.data() + memory.size(), 2};
  for (std::size_t index = 0; index < 2; ++index) {
    edges[index].successor = &later[index];
    task->dependences.link(edges[index], slots);
  }
  const auto all = task->dependences.close(slots);
  EXPECT_EQ(named(all), (Tasks{&later[0], &later[1]}));
  EXPECT_EQ(listed(all), Tasks{});
}

TEST(Dependences, as_many_slots_as_there_may_be_are_told_from_a_list) {
  const Block task(1, graph::k_most_slots);
  const Slots slots = task->successor_slots();
  ASSERT_EQ(slots.count, graph::k_most_slots);
  std::vector<Task> later(graph::k_most_slots + 1);
  std::vector<Edge> edges(later.size());
  for (std::size_t index = 0; index < later.size(); ++index) {
    edges[index].successor = &later[index];
    EXPECT_TRUE(task->dependences.link(edges[index], slots));
    const auto now = task->dependences.so_far(slots);
    EXPECT_EQ(now.named.count, std::min<std::size_t>(index + 1, graph::k_most_slots)) << index;
    EXPECT_EQ(now.list != nullptr, index == graph::k_most_slots) << index;
  }
}

TEST(Dependences, of_a_finished_task_take_no_successor) {
  const Block task(1);
  Task later{};
  Edge edge{};
  edge.successor = &later;
  EXPECT_FALSE(task->dependences.closed());
  task->dependences.close();
  EXPECT_TRUE(task->dependences.closed());
  EXPECT_FALSE(task->dependences.link(edge));
}

TEST(Dependences, a_forgotten_task_keeps_its_successors_and_still_finishes) {
  const Block task(1);
  Task later{};
  Edge edge{};
  edge.successor = &later;
  task->dependences.link(edge);
  EXPECT_FALSE(task->dependences.drop()) << "it has not retired";
  EXPECT_EQ(listed(task->dependences.close()), (Tasks{&later}));
  EXPECT_TRUE(task->dependences.closed());
  EXPECT_TRUE(task->dependences.retire()) << "who comes second frees the block";
}

TEST(Dependences, whoever_comes_last_of_domain_and_retirement_frees_the_block) {
  const Block first(1);
  first->dependences.close();
  EXPECT_FALSE(first->dependences.retire());
  EXPECT_TRUE(first->dependences.drop());
  const Block second(1);
  second->dependences.close();
  EXPECT_FALSE(second->dependences.drop());
  EXPECT_TRUE(second->dependences.retire());
}

// dependence/async deals with a task's end later than it retires: three marks, in any order.
TEST(Dependences, whoever_sets_the_last_of_three_marks_frees_the_block) {
  using Marks = graph::Dependences<P>;
  bool (Marks::* const steps[])() noexcept = {&Marks::drop, &Marks::settle, &Marks::retire_unsettled};
  std::array<int, 3> order = {0, 1, 2};
  do {
    const Block task(1);
    Task later{};
    Edge edge{};
    edge.successor = &later;
    task->dependences.link(edge);
    EXPECT_EQ(listed(task->dependences.close_keeping_marks()), (Tasks{&later}));
    EXPECT_TRUE(task->dependences.closed());
    EXPECT_FALSE((task->dependences.*steps[order[0]])());
    EXPECT_FALSE((task->dependences.*steps[order[1]])());
    EXPECT_TRUE((task->dependences.*steps[order[2]])()) << order[2] << " last";
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Dependences, a_task_is_ready_when_the_last_predecessor_has_finished) {
  const Block task(1);
  EXPECT_TRUE(task->dependences.end_linking(0)) << "none at all";
  const Block two(1);
  EXPECT_FALSE(two->dependences.end_linking(2));
  EXPECT_FALSE(two->dependences.arrive());
  EXPECT_TRUE(two->dependences.arrive());
  const Block early(1);
  EXPECT_FALSE(early->dependences.arrive()) << "while edges are being added nobody makes it ready";
  EXPECT_FALSE(early->dependences.arrive());
  EXPECT_TRUE(early->dependences.end_linking(2));
}

TEST(Linking, a_predecessor_met_twice_gets_one_edge) {
  const Block task(3);
  const Block before(1);
  graph::Linking<P> linking(*task);
  EXPECT_EQ(&linking.task(), &*task);
  EXPECT_EQ(linking.linked(), 0);
  EXPECT_TRUE(linking.link(*before, task->records[0].incoming));
  EXPECT_TRUE(linking.link(*before, task->records[1].incoming));
  EXPECT_EQ(linking.linked(), 1);
  EXPECT_EQ(listed(before->dependences.close()), (Tasks{&*task}));
}

TEST(Linking, remembers_eight_predecessors_and_counts_all) {
  const Block task(20);
  std::vector<std::unique_ptr<Block>> before;
  graph::Linking<P> linking(*task);
  for (std::uint32_t index = 0; index < 10; ++index) {
    before.push_back(std::make_unique<Block>(1));
    EXPECT_TRUE(linking.link(**before.back(), task->records[index].incoming));
  }
  EXPECT_EQ(linking.linked(), 10);
  for (std::uint32_t index = 0; index < 8; ++index) linking.link(**before[index], task->records[10 + index].incoming);
  EXPECT_EQ(linking.linked(), 10) << "the first eight are known";
  linking.link(**before[8], task->records[18].incoming);
  EXPECT_EQ(linking.linked(), 11) << "the ninth gets a second edge, which does no harm";
}

TEST(Linking, does_not_wait_for_what_has_finished) {
  const Block task(2);
  const Block before(1);
  before->dependences.close();
  graph::Linking<P> linking(*task);
  EXPECT_FALSE(linking.link(*before, task->records[0].incoming));
  EXPECT_FALSE(linking.link_new(*before, task->records[0].incoming));
  EXPECT_EQ(linking.linked(), 0);
}

TEST(Record, keeps_mode_lock_and_the_mark_of_the_last_apart) {
  const Block task(2);
  Exclusion lock;
  Record& record = task->records[1];
  EXPECT_TRUE(record.last());
  EXPECT_FALSE(task->records[0].last());
  record.set_exclusion(&lock);
  for (const graph::Mode mode :
       {graph::Mode::in, graph::Mode::out, graph::Mode::inoutset, graph::Mode::mutexinoutset}) {
    record.set_mode(mode);
    EXPECT_EQ(record.mode(), mode);
    EXPECT_EQ(record.exclusion(), &lock);
    EXPECT_TRUE(record.last());
  }
  record.set_exclusion(nullptr);
  EXPECT_EQ(record.mode(), graph::Mode::mutexinoutset);
  EXPECT_EQ(record.exclusion(), nullptr);
  EXPECT_TRUE(record.last());
}

TEST(Exclusion, goes_to_those_who_wait_in_the_order_in_which_they_came) {
  Exclusion lock;
  const Block first(1);
  const Block second(1);
  const Block third(1);
  EXPECT_TRUE(lock.take(first->records[0]));
  EXPECT_FALSE(lock.take(second->records[0]));
  EXPECT_FALSE(lock.take(third->records[0]));
  EXPECT_EQ(lock.give(), &*second);
  EXPECT_FALSE(lock.take(first->records[0])) << "it is held again";
  EXPECT_EQ(lock.give(), &*third);
  EXPECT_EQ(lock.give(), &*first);
  EXPECT_EQ(lock.give(), nullptr);
  EXPECT_TRUE(lock.take(second->records[0])) << "free";
  EXPECT_FALSE(lock.take(third->records[0])) << "and who comes then begins a queue of his own";
  EXPECT_EQ(lock.give(), &*third);
}

TEST(Exclusion, is_freed_by_whoever_gives_up_the_last_reference) {
  Exclusion lock;
  lock.references = 3;
  EXPECT_FALSE(lock.unreference());
  EXPECT_FALSE(lock.unreference());
  EXPECT_TRUE(lock.unreference());
}

TEST(Exclusions, of_a_task_are_taken_in_the_order_of_their_addresses) {
  std::array<Exclusion, 3> locks;
  const Block task(4);
  task->records[0].set_exclusion(&locks[2]);
  task->records[1].set_exclusion(&locks[0]);
  task->records[2].set_exclusion(nullptr);
  task->records[3].set_exclusion(&locks[1]);
  EXPECT_EQ(graph::next_exclusion<P>(*task, nullptr), &task->records[1]);
  EXPECT_EQ(graph::next_exclusion<P>(*task, &locks[0]), &task->records[3]);
  EXPECT_EQ(graph::next_exclusion<P>(*task, &locks[1]), &task->records[0]);
  EXPECT_EQ(graph::next_exclusion<P>(*task, &locks[2]), nullptr);
  EXPECT_TRUE(graph::take_exclusions<P>(*task, nullptr));
  for (const Exclusion& lock : locks) EXPECT_TRUE(lock.held);
}

TEST(Exclusions, a_task_keeps_those_below_the_one_that_it_waits_for) {
  std::array<Exclusion, 3> locks;
  const Block holder(1);
  const Block task(3);
  for (std::size_t index = 0; index < 3; ++index) task->records[index].set_exclusion(&locks[index]);
  ASSERT_TRUE(locks[1].take(holder->records[0]));
  EXPECT_FALSE(graph::take_exclusions<P>(*task, nullptr));
  EXPECT_TRUE(locks[0].held);
  EXPECT_FALSE(locks[2].held);
  EXPECT_EQ(locks[1].give(), &*task);
  EXPECT_TRUE(graph::take_exclusions<P>(*task, &locks[1])) << "it goes on above the one it was given";
  EXPECT_TRUE(locks[2].held);
}

TEST(TaskMemory, what_is_kept_beside_a_task_lies_at_the_end_of_its_block) {
  Slab slab;
  auto* task = graph::allocate_task<P>(slab, {40, 8, 2, graph::k_mark_bytes, graph::k_most_slots});
  const std::size_t bytes = Slab::k_sizes[task->size_class];
  const auto begin = reinterpret_cast<std::uintptr_t>(task);
  const auto arguments_end = reinterpret_cast<std::uintptr_t>(task->argument) + 40;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&graph::team_in_block(*task)), begin + bytes - sizeof(void*));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&graph::number_in_block(*task)), begin + bytes - 2 * sizeof(void*));
  EXPECT_GE(reinterpret_cast<std::uintptr_t>(&graph::mark_in_block(*task)), arguments_end);
  graph::number_in_block(*task) = 77;
  EXPECT_EQ(graph::trace_id(*task), 77u);
  task->flags |= graph::k_implicit;
  task->argument = reinterpret_cast<void*>(99);
  EXPECT_EQ(graph::trace_id(*task), 99u) << "an implicit task has no block";
  task->flags = 0;
  graph::free_task(slab, task);
}

TEST(TaskMemory, an_alignment_of_a_line_fits_the_block_and_a_larger_one_does_not) {
  Slab slab;
  auto* task = graph::allocate_task<P>(slab, {64, base::k_line_bytes, 0});
  EXPECT_FALSE(task->has(graph::k_separate));
  graph::free_task(slab, task);
  task = graph::allocate_task<P>(slab, {64, 2 * base::k_line_bytes, 0});
  EXPECT_TRUE(task->has(graph::k_separate));
  graph::free_task(slab, task);
}

TEST(TaskMemory, the_largest_block_is_filled_to_its_last_byte) {
  Slab slab;
  const std::size_t most = Slab::k_largest - sizeof(Task);
  auto* task = graph::allocate_task<P>(slab, {most, 1, 0});
  EXPECT_FALSE(task->has(graph::k_separate));
  EXPECT_EQ(Slab::k_sizes[task->size_class], Slab::k_largest);
  graph::free_task(slab, task);
  task = graph::allocate_task<P>(slab, {most + 1, 1, 0});
  EXPECT_TRUE(task->has(graph::k_separate));
  EXPECT_LT(Slab::k_sizes[task->size_class], Slab::k_largest) << "the block holds no arguments then";
  graph::free_task(slab, task);
}

TEST(TaskMemory, a_new_task_is_nobodys_and_waits_for_nothing) {
  Slab slab;
  auto* task = graph::allocate_task<P>(slab, {8, 8, 1});
  task->runner = reinterpret_cast<const graph::AnyWorker*>(task);
  task->event = 3;
  task->domain = reinterpret_cast<graph::Domain<P>*>(task);
  task->dependences.known = 4;
  task->dependences.close();
  graph::free_task(slab, task);
  auto* again = graph::allocate_task<P>(slab, {8, 8, 1});
  ASSERT_EQ(again, task) << "the same block";
  EXPECT_EQ(again->runner.load(), nullptr);
  EXPECT_EQ(again->event.load(), 0);
  EXPECT_EQ(again->domain, nullptr);
  EXPECT_EQ(again->flags, 0);
  EXPECT_EQ(again->dependences.known, 0u);
  EXPECT_FALSE(again->dependences.closed());
  graph::free_task(slab, again);
}

}  // namespace

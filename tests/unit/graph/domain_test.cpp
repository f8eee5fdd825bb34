// A domain: the children of one task and what each of them waits for, beside the rule said slowly, in tables that grow,
// are swept, and are emptied by an access to all memory; and that a domain forgets each of its tasks in the end.
#include "graph/domain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;
using graph::Access;
using graph::Mode;

constexpr bool conflict(Mode one, Mode other) { return one != other || one == Mode::out; }

/// A parent's children: each is entered as it is made, and finished when the test says so.
class Family {
 public:
  Family() = default;
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;
  ~Family() {
    for (std::size_t child = 0; child < children_.size(); ++child)
      if (!children_[child].over) finish(child);
    domain_.clear(slab_);
    for (const Child& child : children_) {
      EXPECT_TRUE(child.task->dependences.retire()) << "the domain still holds one that it was told to forget";
      graph::free_task(slab_, child.task);
    }
  }

  /// @returns its number
  std::size_t add(std::vector<Access> accesses) {
    Task* const task = graph::allocate_task<P>(slab_, {8, 8, static_cast<std::uint32_t>(accesses.size()), 0, 2});
    task->body = nullptr;
    task->flags = 0;
    task->dependences.reset();
    for (std::size_t index = 0; index < accesses.size(); ++index) task->records[index].set(*task, accesses[index]);
    children_.push_back({task, std::move(accesses), false, false});
    Child& child = children_.back();
    child.ready = domain_.enter(*task, slab_);
    return children_.size() - 1;
  }

  bool ready(std::size_t child) const { return children_[child].ready; }
  bool over(std::size_t child) const { return children_[child].over; }
  std::size_t size() const { return children_.size(); }
  bool idle(const std::vector<Access>& accesses) const {
    return domain_.idle(accesses.data(), static_cast<std::uint32_t>(accesses.size()));
  }

  void finish(std::size_t number) {
    children_[number].over = true;
    release(*children_[number].task);
  }

  /// As the rule says: nobody before it that is not over has an access that conflicts with one of its own.
  bool ready_by_rule(std::size_t number) const { return nothing_before(number, children_[number].accesses); }
  bool idle_by_rule(const std::vector<Access>& accesses) const { return nothing_before(size(), accesses); }

 private:
  struct Child {
    Task* task;
    std::vector<Access> accesses;
    bool ready;
    bool over;
  };

  bool nothing_before(std::size_t end, const std::vector<Access>& accesses) const {
    for (std::size_t before = 0; before < end; ++before) {
      if (children_[before].over) continue;
      for (const Access& earlier : children_[before].accesses) {
        for (const Access& later : accesses) {
          const bool all = earlier.address == graph::k_all_memory || later.address == graph::k_all_memory;
          if (all || (earlier.address == later.address && conflict(earlier.mode, later.mode))) return false;
        }
      }
    }
    return true;
  }

  void arrive(Task& task) {
    if (!task.dependences.arrive()) return;
    if (task.has(graph::k_join)) {
      release(task);
      if (task.dependences.retire()) graph::free_task(slab_, &task);
      return;
    }
    const auto found =
        std::find_if(children_.begin(), children_.end(), [&](const Child& one) { return one.task == &task; });
    ASSERT_NE(found, children_.end());
    EXPECT_FALSE(found->ready) << "made ready twice";
    found->ready = true;
  }

  void release(Task& task) {
    const graph::Successors<P> successors = task.dependences.close(task.successor_slots());
    std::vector<Task*> all;
    for (std::uint32_t index = 0; index < successors.named.count; ++index) all.push_back(successors.named[index]);
    for (const graph::Edge<P>* edge = successors.list; edge != nullptr; edge = edge->next)
      all.push_back(edge->successor);
    for (Task* const successor : all) arrive(*successor);
  }

  memory::Slab<P> slab_;
  graph::Domain<P> domain_;
  std::vector<Child> children_;
};

void expect_as_by_rule(const Family& family, const char* where) {
  for (std::size_t child = 0; child < family.size(); ++child) {
    if (!family.over(child)) {
      ASSERT_EQ(family.ready(child), family.ready_by_rule(child)) << where << ", child " << child;
    }
  }
}

std::vector<char> cells(4096);
void* cell(std::size_t number) { return &cells[number]; }

TEST(Domain, order_is_the_rules_in_tables_of_any_size) {
  for (const std::size_t addresses : {1u, 3u, 7u, 8u, 9u, 31u, 100u, 600u}) {
    std::mt19937 random(static_cast<unsigned>(addresses));
    Family family;
    for (int step = 0; step < 400; ++step) {
      std::vector<Access> accesses;
      const std::size_t first = random() % addresses;
      for (std::size_t i = 0; i < std::min<std::size_t>(1 + random() % 3, addresses); ++i) {
        constexpr Mode k_modes[] = {Mode::in, Mode::in, Mode::out, Mode::inoutset};
        accesses.push_back({cell((first + i) % addresses), k_modes[random() % 4]});
      }
      EXPECT_EQ(family.idle(accesses), family.idle_by_rule(accesses)) << step;
      family.add(accesses);
      if (step % 3 == 0) {
        for (std::size_t child = random() % family.size(), looked = 0; looked < 5;
             child = random() % family.size(), ++looked)
          if (family.ready(child) && !family.over(child)) family.finish(child);
        expect_as_by_rule(family, "behind a task's end");
      }
    }
    expect_as_by_rule(family, "in the end");
  }
}

TEST(Domain, a_table_that_is_swept_while_it_grows_keeps_what_is_not_over) {
  for (const std::size_t keep : {1u, 2u, 5u}) {
    Family family;
    for (std::size_t number = 0; number < 1000; ++number) {
      const std::size_t child = family.add({{cell(number), Mode::out}});
      EXPECT_TRUE(family.ready(child));
      if (number % keep != 0) family.finish(child);
    }
    for (std::size_t number = 0; number < 1000; ++number) {
      const std::size_t reader = family.add({{cell(number), Mode::in}});
      EXPECT_EQ(family.ready(reader), number % keep != 0) << number << " of each " << keep;
    }
  }
}

TEST(Domain, all_memory_waits_for_all_sets_and_everybody_behind_it_for_that) {
  for (const std::size_t addresses : {3u, 20u, 300u, 1000u}) {  // a large table is given back, a small one emptied
    Family family;
    std::vector<std::size_t> before;
    for (std::size_t number = 0; number < addresses; ++number) {
      before.push_back(family.add({{cell(number), Mode::in}}));
      before.push_back(family.add({{cell(number), Mode::in}}));
    }
    EXPECT_FALSE(family.idle({{graph::k_all_memory, Mode::out}}));
    const std::size_t barrier = family.add({{graph::k_all_memory, Mode::out}});
    const std::size_t behind = family.add({{cell(0), Mode::in}});
    const std::size_t new_address = family.add({{cell(4000), Mode::out}});
    const std::size_t second = family.add({{graph::k_all_memory, Mode::out}});
    for (const std::size_t child : before) {
      EXPECT_TRUE(family.ready(child));
      EXPECT_FALSE(family.ready(barrier));
      family.finish(child);
    }
    EXPECT_TRUE(family.ready(barrier));
    EXPECT_FALSE(family.ready(behind) || family.ready(new_address) || family.ready(second));
    EXPECT_FALSE(family.idle({{cell(17), Mode::in}}));
    family.finish(barrier);
    EXPECT_TRUE(family.ready(behind) && family.ready(new_address));
    EXPECT_FALSE(family.ready(second));
    family.finish(behind);
    family.finish(new_address);
    EXPECT_TRUE(family.ready(second));
    family.finish(second);
    EXPECT_TRUE(family.idle({{graph::k_all_memory, Mode::out}}));
    EXPECT_TRUE(family.idle({{cell(17), Mode::in}}));
  }
}

TEST(Domain, many_members_of_a_set_that_are_over_are_forgotten_and_the_others_still_waited_for) {
  Family family;
  std::vector<std::size_t> open;
  for (std::size_t number = 0; number < 500; ++number) {
    const std::size_t reader = family.add({{cell(1), Mode::in}});
    EXPECT_TRUE(family.ready(reader));
    if (number % 7 == 0) {
      open.push_back(reader);
    } else {
      family.finish(reader);
    }
  }
  const std::size_t writer = family.add({{cell(1), Mode::out}});
  for (const std::size_t reader : open) {
    EXPECT_FALSE(family.ready(writer)) << "reader " << reader << " is not over";
    family.finish(reader);
  }
  EXPECT_TRUE(family.ready(writer));
}

TEST(Domain, a_set_before_a_set_is_waited_for_as_a_whole) {
  for (const auto& [first, second] : {std::pair{Mode::in, Mode::inoutset}, {Mode::inoutset, Mode::in}}) {
    for (const int members : {1, 2, 5}) {
      Family family;
      std::vector<std::size_t> earlier;
      std::vector<std::size_t> later;
      for (int i = 0; i < members; ++i) earlier.push_back(family.add({{cell(2), first}}));
      for (int i = 0; i < members; ++i) later.push_back(family.add({{cell(2), second}}));
      for (const std::size_t child : earlier) {
        for (const std::size_t waiting : later) EXPECT_FALSE(family.ready(waiting));
        family.finish(child);
      }
      for (const std::size_t child : later) EXPECT_TRUE(family.ready(child)) << members;
    }
  }
}

TEST(Domain, what_has_never_been_named_is_idle) {
  Family family;
  EXPECT_TRUE(family.idle({{cell(3), Mode::out}}));
  EXPECT_TRUE(family.idle({{graph::k_all_memory, Mode::out}}));
  EXPECT_FALSE(family.idle({{cell(3), Mode::mutexinoutset}})) << "who takes turns is never asked about";
  const std::size_t child = family.add({{cell(3), Mode::out}});
  EXPECT_FALSE(family.idle({{cell(3), Mode::in}}));
  EXPECT_TRUE(family.idle({{cell(4), Mode::in}}));
  family.finish(child);
  EXPECT_TRUE(family.idle({{cell(3), Mode::in}}));
}

}  // namespace

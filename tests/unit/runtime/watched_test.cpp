// What a watcher is told of workers, regions and tasks, however the tasks are made: each task once, from its creation
// to its end, and on each worker as a stack of tasks.
#include "runtime/watcher.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using Lines = std::vector<std::string>;

/// Writes a line for each call, in teams of one; counts them in all, and sees that they fit each other.
class Journal final : public runtime::Watcher<P> {
 public:
  // -- workers
  void start() noexcept override {}
  bool watching() const noexcept override { return watching_; }
  void recorder_made(probe::Recorder&) noexcept override { note("recorder"); }
  void thread_begins(Worker& worker) noexcept override {
    EXPECT_EQ(&worker, &self());
    note("thread begins");
  }
  void thread_ends(Worker& worker) noexcept override {
    EXPECT_EQ(&worker, &self());
    note("thread ends");
  }

  // -- regions
  void region_opens(Worker& master, Team& team, std::uint32_t asked) noexcept override {
    EXPECT_EQ(team.master, &master);
    note("region of " + std::to_string(team.size) + ", asked for " + std::to_string(asked));
  }
  void region_closes(Worker& master) noexcept override {
    EXPECT_EQ(master.member->seat, 0u);
    note("region closes");
  }
  void region_closed(Worker& master, Team& team) noexcept override {
    EXPECT_EQ(master.member, team.outer) << "back in the seat around it";
    EXPECT_EQ(master.task, team.outer_task);
    note("region closed");
  }
  void seat_taken(Worker& worker) noexcept override {
    EXPECT_EQ(worker.task, &worker.member->implicit);
    note("seat " + std::to_string(worker.member->seat));
    const std::lock_guard guard(lock_);
    running_[&worker].push_back(worker.task);
  }
  void seat_left(Worker& worker) noexcept override {
    note("leaves");
    const std::lock_guard guard(lock_);
    pop(worker, worker.member->implicit);
  }
  void out_of_work(Worker&) noexcept override { ++out_of_work_; }
  bool is_called(const Worker&) const noexcept override { return false; }
  void code_called(Worker&, void* frame) noexcept override {
    EXPECT_NE(frame, nullptr);
    note("code");
  }

  // -- tasks
  void task_created(Worker& worker, Task& task, const runtime::Spawn& what) noexcept override {
    const std::uint64_t number = ++made_;
    graph::mark_in_block(task).words[0] = number;
    graph::mark_in_block(task).words[7] = ~number;
    EXPECT_NE(task.parent.load(), nullptr);
    note("t" + std::to_string(number) + " is made" + (what.access_count != 0 ? " with accesses" : ""));
    const std::lock_guard guard(lock_);
    EXPECT_TRUE(numbers_.insert(trace_id(task)).second) << "another task's number";
    EXPECT_EQ(&worker, &self());
    if (what.copy != nullptr) running_[&worker].push_back(&task);  // the function runs as the task's beginning
  }
  void arguments_copied(Worker& worker, Task& task) noexcept override {
    note(name(task) + " is copied");
    const std::lock_guard guard(lock_);
    pop(worker, task);
  }
  void task_starts(Worker& worker, Task& task, Task& before) noexcept override {
    note(name(task) + " starts");
    const std::lock_guard guard(lock_);
    auto& stack = running_[&worker];
    if (!helps(worker)) {
      EXPECT_EQ(&before, stack.empty() ? nullptr : stack.back()) << name(task);
    }
    stack.push_back(&task);
  }
  void task_ends(Worker& worker, Task& task, Task& next) noexcept override {
    note(name(task) + " ends");
    const std::lock_guard guard(lock_);
    pop(worker, task);
    const auto& stack = running_[&worker];
    if (!helps(worker)) {
      EXPECT_EQ(&next, stack.empty() ? nullptr : stack.back());
    }
  }

  // -- of doors
  void event_happens(Worker&, Task&) noexcept override {}
  void descendants_awaited(Worker&) noexcept override {}
  void league_opens(Worker&, std::uint32_t) noexcept override {}
  void team_begins(Worker&, std::uint32_t, std::uint32_t) noexcept override {}
  void team_ends(Worker&) noexcept override {}
  void league_closed(Worker&) noexcept override {}

  /// What was told since the last time.
  Lines told() {
    const std::lock_guard guard(lock_);
    return std::exchange(lines_, {});
  }
  /// Of that, lines that end or begin so.
  std::size_t count(const std::string& part) {
    const std::lock_guard guard(lock_);
    std::size_t found = 0;
    for (const std::string& line : lines_) found += line.ends_with(part) || line.starts_with(part) ? 1 : 0;
    return found;
  }
  void forget() {
    told();
    made_ = 0;
  }
  void watch(bool watching) { watching_ = watching; }
  int out_of_work() const { return out_of_work_; }

 private:
  void note(const std::string& line) {
    const std::lock_guard guard(lock_);
    lines_.push_back(line);
  }
  /// With tasks of a region that it has left: then it is in none itself.
  static bool helps(const Worker& worker) { return worker.member->left >= 2 * worker.member->region; }
  static std::string name(Task& task) {
    const graph::TaskMark& mark = graph::mark_in_block(task);
    EXPECT_EQ(mark.words[0], ~mark.words[7]) << "somebody else has written there";
    return "t" + std::to_string(mark.words[0]);
  }
  void pop(Worker& worker, Task& task) {
    auto& stack = running_[&worker];
    EXPECT_FALSE(stack.empty());
    if (stack.empty()) return;
    EXPECT_EQ(stack.back(), &task);
    stack.pop_back();
  }

  std::mutex lock_;
  Lines lines_;
  std::map<const Worker*, std::vector<Task*>> running_;
  std::set<std::uint64_t> numbers_;
  std::atomic<std::uint64_t> made_{0};
  std::atomic<int> out_of_work_{0};
  bool watching_ = true;
};

/// An engine whose workers are watched. It lives as long as the process, as those of Engine do.
class Watched {
 public:
  explicit Watched(const runtime::Settings& settings, bool watching = true) {
    journal.watch(watching);
    static std::vector<std::unique_ptr<runtime::Runtime<P>>>& kept =
        *new std::vector<std::unique_ptr<runtime::Runtime<P>>>;
    kept.push_back(std::make_unique<runtime::Runtime<P>>(settings, runtime::Hooks<P>{.watcher = &journal}));
    runtime_ = kept.back().get();
    runtime_->attach();
  }
  ~Watched() {
    leave();
    runtime_->dismiss_idle();
    spin_until([this] { return runtime_->threads() == 0; });  // the last that tells the journal anything
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  void leave() {
    if (attached_) runtime_->detach(self());
    attached_ = false;
  }

  // It outlives the test: threads of the pool may look at it still.
  Journal& journal = *new Journal;

 private:
  runtime::Runtime<P>* runtime_;
  bool attached_ = true;
};

TEST(Watcher, is_told_of_a_thread_its_seat_and_a_region_around_its_tasks) {
  Watched engine(quick_settings());
  EXPECT_EQ(engine.journal.told(), (Lines{"recorder", "thread begins", "seat 0"}));
  parallel(1, [&] {
    EXPECT_EQ(engine.journal.told(), (Lines{"region of 1, asked for 1", "seat 0"}));
    spawn_plain([] { spawn_plain([] {}); });
    EXPECT_EQ(engine.journal.told(),
              (Lines{"t1 is made", "t1 starts", "code", "t2 is made", "t2 starts", "code", "t2 ends", "t1 ends"}))
        << "also where nobody else would come for them";
  });
  EXPECT_EQ(engine.journal.told(), (Lines{"region closes", "leaves", "region closed"}));
  engine.leave();
  EXPECT_EQ(engine.journal.told(), (Lines{"leaves", "thread ends"}));
}

TEST(Watcher, that_watches_nothing_is_told_nothing) {
  Watched engine(quick_settings(), false);
  parallel(2, [] {
    spawn([] {});
    taskwait();
  });
  EXPECT_EQ(engine.journal.told(), Lines{});
  EXPECT_EQ(self().recorder, nullptr);
}

TEST(Watcher, is_told_of_each_thread_of_a_team_and_of_who_is_out_of_work) {
  Watched engine(sleepy_settings());
  engine.journal.forget();
  for (int round = 0; round < 5; ++round) parallel(3, [] {});
  const std::vector<std::pair<const char*, std::size_t>> told = {
      {"region of 3, asked for 3", 5},
      {"region closes", 5},
      {"region closed", 5},
      {"seat", 15},
      {"leaves", 15},
      {"thread begins", 2},
      {"recorder", 2},
      {"code", 10},  // the master calls its share itself
  };
  for (const auto& [line, times] : told) EXPECT_EQ(engine.journal.count(line), times) << line;
  spin_until([&] { return engine.journal.out_of_work() > 0; });
}

// -- tasks, however they are made

int x;  // what they access
std::atomic<int> ran;

void count_run(void*) { ++ran; }
void copy_and_make_one(void* /*to*/, void* /*from*/) {
  spawn_plain([] { ++ran; });
}

runtime::Spawn counting(std::uint16_t flags = 0) {
  static std::uint64_t nothing;
  return {.body = count_run, .data = &nothing, .bytes = sizeof nothing, .alignment = 8, .flags = flags};
}

Task& reserved() {
  struct Arguments {
    graph::Body code;
  };
  Task& task = Tasking::reserve(
      self(), {.body = count_run, .code = count_run, .bytes = sizeof(Arguments), .alignment = 8, .eventful = true});
  static_cast<Arguments*>(task.argument)->code = count_run;
  return task;
}

/// Until all of a region's threads have been told of.
void wait_for_seats(Journal& journal, unsigned threads) {
  spin_until([&] { return journal.count("seat") == threads && journal.count("code") == threads - 1; });
}

struct Way {
  const char* name;
  void (*make)();
  int tasks;            // told of
  int bodies;           // run: a wait for accesses has none of the program's
  bool code = true;     // the engine calls the body, not the program
  bool copied = false;  // by a function of the program's
};

const Way k_ways[] = {
    {"plain", [] { spawn_plain([] { ++ran; }); }, 1, 1},
    {"with accesses", [] { spawn([] { ++ran; }, {{&x, Mode::out}}); }, 1, 1},
    {"undeferred", [] { spawn([] { ++ran; }, {}, {.undeferred = true}); }, 1, 1},
    {"undeferred with accesses", [] { spawn([] { ++ran; }, {{&x, Mode::out}}, {.undeferred = true}); }, 1, 1},
    {"final with a child", [] { spawn([] { spawn_plain([] { ++ran; }); }, {}, {.flags = graph::k_final}); }, 2, 1},
    {"urgent",
     [] {
       runtime::Spawn how = counting();
       how.priority = 3;
       Tasking::spawn_urgent(self(), how);
     },
     1, 1},
    {"for a seat",
     [] {
       runtime::Spawn how = counting(graph::k_prefers);
       how.preference = runtime::Preference::seat(1);
       Tasking::spawn(self(), how);
     },
     1, 1},
    {"copied by a function that makes a task",
     [] {
       runtime::Spawn how = counting();
       how.copy = copy_and_make_one;
       Tasking::spawn(self(), how);
     },
     2, 2, true, true},
    {"in a group", [] { taskgroup([] { spawn([] { ++ran; }); }); }, 1, 1},
    {"with an event", [] { fulfill(spawn_detachable([] { ++ran; })); }, 1, 1},
    {"of the seat", [] { Tasking::spawn_rooted(self(), counting()); }, 1, 1},
    {"a part", [] { Tasking::spawn_part(self(), *self().task, counting()); }, 1, 1},
    {"beside", [] { spawn([] { Tasking::spawn_beside(self(), counting()); }); }, 2, 1},
    {"reserved", [] { Tasking::spawn_reserved(self(), reserved(), {.body = count_run}); }, 1, 1},
    {"reserved, plain", [] { Tasking::spawn_reserved_plain(self(), reserved(), count_run); }, 1, 1},
    {"reserved, with accesses",
     [] {
       const Access access{&x, Mode::out};
       Tasking::spawn_reserved(self(), reserved(), {.body = count_run, .accesses = &access, .access_count = 1});
     },
     1, 1},
    {"reserved and run by the program",
     [] {
       Task& task = reserved();
       Tasking::begin_reserved(self(), task, {.body = count_run});
       ++ran;
       Tasking::end_reserved(self(), task);
     },
     1, 1, false},
    {"a wait for accesses", [] { wait_for({{&x, Mode::out}}); }, 1, 0},
};

TEST(Watcher, is_told_of_each_task_once_however_it_is_made) {
  for (const unsigned threads : {1u, 2u}) {
    Watched engine(quick_settings());
    engine.journal.forget();
    for (const Way& way : k_ways) {
      ran = 0;
      parallel(threads, [&] {
        if (seat() != 0) return;
        wait_for_seats(engine.journal, threads);
        way.make();
      });
      const auto tasks = static_cast<std::size_t>(way.tasks);
      EXPECT_EQ(ran, way.bodies) << way.name;
      EXPECT_EQ(engine.journal.count(" is made") + engine.journal.count(" is made with accesses"), tasks) << way.name;
      EXPECT_EQ(engine.journal.count(" starts"), tasks) << way.name;
      EXPECT_EQ(engine.journal.count(" ends"), tasks) << way.name;
      EXPECT_EQ(engine.journal.count("code") - (threads - 1), way.code ? tasks : 0) << way.name;
      EXPECT_EQ(engine.journal.count(" is copied"), way.copied ? 1u : 0u) << way.name;
      engine.journal.forget();
    }
  }
}

}  // namespace

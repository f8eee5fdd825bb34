// The critical path of small histories, whose length and parts are counted by hand.
#include "tools/heddle/report/critical_path.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "graph/task.hpp"

namespace {

using namespace heddle::tools;
using heddle::format::WaitReason;

/// A run that is written down event by event, as it happened.
class RecordedRun {
 public:
  std::size_t thread(std::size_t worker, std::uint64_t began, std::uint64_t ended, std::uint64_t own,
                     std::uint32_t threads = 1, std::uint32_t seat = 0, std::size_t parent = k_none) {
    TaskHistory task;
    task.threads = threads;
    task.seat = seat;
    task.parent = parent;
    return add(std::move(task), worker, began, began, ended, own);
  }
  std::size_t task(std::size_t parent, std::uint64_t offset, std::uint64_t created, std::size_t worker,
                   std::uint64_t began, std::uint64_t ended, std::uint64_t own) {
    TaskHistory task;
    task.parent = parent;
    task.offset_ns = offset;
    return add(std::move(task), worker, created, began, ended, own);
  }
  void wait(std::size_t task, std::uint64_t offset, WaitReason waited, std::uint64_t began, std::uint64_t ended) {
    history.tasks[task].waits.push_back({offset, waited});
    auto& spans = history.workers[history.tasks[task].worker].spans;
    const auto around = std::find_if(spans.begin(), spans.end(), [&](const Span& span) { return span.task == task; });
    const std::size_t depth = around->depth + 1;
    const auto next =
        std::find_if(std::next(around), spans.end(), [&](const Span& span) { return span.begin_ns > began; });
    spans.insert(next, {began, ended, Activity::wait, waited, k_none, depth});
  }
  CriticalPath path(std::initializer_list<Dependence> dependences = {}) const {
    return critical_path_of(history, dependences);
  }
  /// On the path, by task.
  std::map<std::size_t, std::uint64_t> parts(std::initializer_list<Dependence> dependences = {}) const {
    std::map<std::size_t, std::uint64_t> parts;
    for (const PathPart& part : path(dependences).parts) parts[part.task] += part.ns;
    return parts;
  }

  History history;

 private:
  std::size_t add(TaskHistory task, std::size_t worker, std::uint64_t created, std::uint64_t began, std::uint64_t ended,
                  std::uint64_t own) {
    const std::size_t index = history.tasks.size();
    task.creator = task.worker = worker;
    task.created_ns = created;
    task.started_ns = began;
    task.ended_ns = ended;
    task.own_ns = own;
    history.workers.resize(std::max(history.workers.size(), worker + 1));
    auto& spans = history.workers[worker].spans;
    std::size_t depth = 0;
    for (const Span& span : spans) depth += span.end_ns > began ? 1 : 0;
    spans.push_back({began, ended, task.implicit() ? Activity::region : Activity::task, {}, index, depth});
    history.tasks.push_back(std::move(task));
    history.duration_ns = std::max(history.duration_ns, ended);
    return index;
  }
};

using Parts = std::map<std::size_t, std::uint64_t>;

TEST(CriticalPath, NothingHasNone) { EXPECT_EQ(RecordedRun().path().ns, 0u); }

TEST(CriticalPath, TasksOnOneWorkerCouldHaveRunSideBySide) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 500, 20);
  run.task(root, 10, 10, 0, 100, 200, 100);
  const std::size_t longer = run.task(root, 20, 20, 0, 200, 400, 200);
  EXPECT_EQ(run.path().ns, 220u);
  EXPECT_EQ(run.parts(), (Parts{{root, 20}, {longer, 200}}));
}

TEST(CriticalPath, ADependencePutsOneBehindTheOther) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 500, 20);
  const std::size_t first = run.task(root, 10, 10, 0, 100, 200, 100);
  const std::size_t second = run.task(root, 20, 20, 0, 200, 400, 200);
  EXPECT_EQ(run.path({{first, second}}).ns, 310u);
  EXPECT_EQ(run.parts({{first, second}}), (Parts{{root, 10}, {first, 100}, {second, 200}}));
}

TEST(CriticalPath, AWaitForChildrenDelaysWhatComesBehindIt) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 500, 40);
  const std::size_t before = run.task(root, 10, 10, 1, 50, 150, 100);
  run.wait(root, 20, WaitReason::children, 20, 150);
  const std::size_t behind = run.task(root, 30, 160, 1, 200, 250, 50);
  EXPECT_EQ(run.path().ns, 10 + 100 + 10 + 50u);
  EXPECT_EQ(run.parts(), (Parts{{root, 20}, {before, 100}, {behind, 50}}));
}

TEST(CriticalPath, AWaitForChildrenIsNotForTheirs) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 900, 40);
  const std::size_t child = run.task(root, 10, 10, 1, 50, 70, 20);
  const std::size_t grandchild = run.task(child, 10, 60, 2, 80, 380, 300);
  run.wait(root, 20, WaitReason::children, 20, 75);
  EXPECT_EQ(run.path().ns, 10 + 10 + 300u);
  EXPECT_EQ(run.parts(), (Parts{{root, 10}, {child, 10}, {grandchild, 300}}));
}

TEST(CriticalPath, AGroupsEndIsForAllOfThem) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 900, 40);
  const std::size_t child = run.task(root, 10, 10, 1, 50, 70, 20);
  run.task(child, 10, 60, 2, 80, 380, 300);
  run.wait(root, 20, WaitReason::group, 20, 400);
  EXPECT_EQ(run.path().ns, 10 + 10 + 300 + 20u);
}

TEST(CriticalPath, AnUndeferredTaskIsPartOfItsCreator) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 900, 40);
  const std::size_t child = run.task(root, 10, 10, 0, 10, 110, 100);
  EXPECT_EQ(run.path().ns, 110u);
  run.history.tasks[child].flags = heddle::graph::k_undeferred;
  EXPECT_EQ(run.path().ns, 140u);
}

TEST(CriticalPath, ABarrierWaitsForTheSlowestAndForTheTasks) {
  RecordedRun run;
  const std::size_t first = run.thread(0, 0, 500, 60, 2, 0);
  const std::size_t second = run.thread(1, 5, 500, 250, 2, 1);
  run.wait(first, 50, WaitReason::barrier, 50, 210);
  run.wait(second, 200, WaitReason::barrier, 205, 210);
  EXPECT_EQ(run.path().ns, 250u);  // the second one's 200, then 50 of its own
  EXPECT_EQ(run.parts(), (Parts{{second, 250}}));
  run.history.tasks[first].own_ns = 150;  // 100 behind the barrier
  EXPECT_EQ(run.path().ns, 300u);
  EXPECT_EQ(run.parts(), (Parts{{second, 200}, {first, 100}}));
}

// As real traces have it: at a region's end only the first thread notes that it waits.
TEST(CriticalPath, ARegionsEndWaitsForThreadsThatNoteNoWait) {
  RecordedRun run;
  const std::size_t first = run.thread(0, 0, 500, 60, 2, 0);
  const std::size_t second = run.thread(1, 5, 205, 200, 2, 1);
  run.wait(first, 50, WaitReason::barrier, 50, 210);
  EXPECT_EQ(run.path().ns, 200 + 10u);
  EXPECT_EQ(run.parts(), (Parts{{second, 200}, {first, 10}}));
}

TEST(CriticalPath, TheProgramItselfEndsWithTheTrace) {
  RecordedRun run;
  const std::size_t program = run.thread(0, 0, 400, 320);
  const std::size_t region = run.thread(0, 10, 90, 80, 1, 0, program);
  run.history.tasks[region].offset_ns = 10;
  run.history.tasks[program].ended_ns = TaskHistory::k_never;
  EXPECT_EQ(run.path().ns, 10 + 80 + 310u);
  EXPECT_EQ(run.parts(), (Parts{{program, 320}, {region, 80}}));
}

TEST(CriticalPath, AThreadThatIsSeenBeforeTheFirstOneBeginsWithIt) {
  RecordedRun run;
  run.thread(0, 0, 100, 100, 2, 0);
  run.thread(1, 10, 100, 40, 2, 1);
  run.thread(1, 108, 300, 190, 2, 1);
  run.thread(0, 110, 200, 90, 2, 0);
  EXPECT_EQ(run.path().ns, 100 + 10 + 190u);
}

// A fast thread's arrival at the next barrier says nothing of this one.
TEST(CriticalPath, BarriersAreCounted) {
  RecordedRun run;
  const std::size_t first = run.thread(0, 0, 500, 150, 2, 0);
  const std::size_t second = run.thread(1, 5, 500, 30, 2, 1);
  run.wait(first, 50, WaitReason::barrier, 50, 55);
  run.wait(second, 10, WaitReason::barrier, 15, 120);  // wakes late: the first one is at the next barrier
  run.wait(first, 110, WaitReason::barrier, 115, 200);
  run.wait(second, 20, WaitReason::barrier, 130, 200);
  EXPECT_EQ(run.path().ns, 150u);
  EXPECT_EQ(run.parts(), (Parts{{first, 150}}));
}

TEST(CriticalPath, RegionsComeOneBehindTheOtherWithTheProgramsOwnCodeBetween) {
  RecordedRun run;
  run.thread(0, 0, 100, 100, 2, 0);
  run.thread(1, 10, 120, 40, 2, 1);  // its end is seen late
  run.thread(0, 110, 200, 90, 2, 0);
  run.thread(1, 108, 190, 10, 2, 1);  // by its clock before the first one
  EXPECT_EQ(run.path().ns, 100 + 10 + 90u);
}

TEST(CriticalPath, ARegionInsideDelaysWhoeverOpensIt) {
  RecordedRun run;
  const std::size_t root = run.thread(0, 0, 500, 40);
  const std::size_t inner = run.thread(0, 10, 90, 80, 2, 0, root);
  run.history.tasks[inner].offset_ns = 10;
  run.thread(1, 20, 95, 30, 2, 1, root);
  EXPECT_EQ(run.path().ns, 10 + 80 + 30u);
}

TEST(CriticalPath, AsLongAsTheGraphIsDeep) {
  constexpr std::size_t k_tasks = 20'000;  // each makes the next
  RecordedRun run;
  std::size_t last = run.thread(0, 0, 3 * k_tasks, 1);
  for (std::size_t number = 0; number < k_tasks; ++number)
    last = run.task(last, 1, 2 * number + 1, 1, 2 * number + 2, 2 * number + 3, 1);
  EXPECT_EQ(run.path().ns, k_tasks + 1);
}

}  // namespace

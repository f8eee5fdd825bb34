// Granularity: whether a new task is worth giving away, or had better run inside its creator at once.
//
// A task that runs in less time than it takes to hand it over, or that nobody is waiting for because others have enough
// to do, is cheaper where it is made. One object a worker, touched by its own thread only. It knows tasks by their
// bodies (kinds.hpp), remembers how many were made of late, and is told of the team what it needs (Site); it makes no
// task, puts none anywhere and wakes nobody: Spawner asks, and acts. What it is not for: where a task goes that prefers
// a seat (runner_queues_inline.hpp), and how many may be pending at all (spawner_window_inline.hpp).
//
// Switched off by Site::enough = k_off, which HEDDLE_INLINE=off leads to: then every task is worth it, and nothing is
// looked at. Where libgomp and libomp would queue a task it is always worth it: it may wait for what its creator does
// next. Decisions 0022 to 0024 and runtime/README.md, "Spawning", have the figures.
#pragma once

#include <cstdint>

#include "graph/task.hpp"
#include "runtime/kinds.hpp"

namespace heddle::runtime {

template <class P>
class Granularity {
 public:
  static constexpr std::uint32_t k_off = UINT32_MAX;

  /// Where the task is made.
  struct Site {
    const graph::Task<P>& creator;
    std::uint32_t threads;   // of the team
    std::uint32_t enough;    // ready tasks in the creator's queue beyond which others have enough; k_off: never
    bool dependent = false;  // the task has accesses: it may run at once only for being short
  };

  /// Tasks made or run at once so far: tells whether a body makes any.
  std::uint64_t made() const noexcept { return made_; }
  void count() noexcept { ++made_; }

  /// What is made next is no part of a burst: what was made before may be over.
  void pause() noexcept { burst_begin_ = made_; }

  /// Whether the task had better run at once. @param own_backlog  own_backlog(limit): how many ready tasks the
  /// creator's queue has, counted up to the limit
  template <class Backlog>
  [[gnu::always_inline]] bool runs_at_once(TaskKind& kind, const Site& site, const Backlog& own_backlog) noexcept {
    if (site.enough == k_off) return false;
    if (!site.dependent) {
      const std::uint32_t limit = kind.is_parent() ? 2 * site.threads : site.enough;
      const std::uint32_t backlog = own_backlog(limit);
      if (backlog >= site.enough) return !kind.is_given_away();
      if (backlog >= 2 * site.threads && grows_a_tree(site.creator, kind)) return grows_fast(site.enough);
    }
    return kind.is_short() && !nested(site.creator, kind) && in_burst(site.enough);
  }

  /// The same for one with a priority: however short it is, others may have to run first; so only when the creator's
  /// queue is full, as libgomp does from 64 tasks a thread on.
  template <class Backlog>
  [[gnu::always_inline]] static bool urgent_runs_at_once(const Site& site, const Backlog& own_backlog) noexcept {
    return site.enough != k_off && own_backlog(site.enough) >= site.enough;
  }

  /// A task that is being given away; now and then it is timed what that takes.
  class OffloadTimer {
   public:
    explicit OffloadTimer(TaskKind& kind) noexcept
        : body_(kind.body()), start_ns_(kind.time_next_gift() ? P::now_ns() : 0) {}
    void given(Granularity& granularity) const noexcept {
      if (start_ns_ != 0) [[unlikely]]
        granularity.kinds.of(body_).learn_gift(P::now_ns() - start_ns_);
    }

   private:
    graph::Body body_;
    std::uint64_t start_ns_;
  };

  /// A task that is being run at once, and timed.
  class TimedRun {
   public:
    TimedRun(const Granularity& granularity, graph::Body body) noexcept
        : body_(body), made_(granularity.made_), start_ns_(P::now_ns()) {}
    void ran(Granularity& granularity) const noexcept {
      const std::uint64_t ns = P::now_ns() - start_ns_;
      granularity.kinds.of(body_).learn_run(ns, granularity.made_ != made_);
    }

   private:
    graph::Body body_;
    std::uint64_t made_;
    std::uint64_t start_ns_;
  };

  /// The creator interrupts a burst to run what it has queued before, and then goes on with it.
  class Break {
   public:
    explicit Break(const Granularity& granularity) noexcept : burst_begin_(granularity.burst_begin_) {}
    void over(Granularity& granularity) const noexcept {
      constexpr std::uint64_t k_short_break_ns = 500'000;
      const std::uint64_t now = P::rough_ns();
      if (now - granularity.last_look_ >= k_short_break_ns) return;
      granularity.burst_begin_ = burst_begin_;
      granularity.last_look_ = now;
    }

   private:
    std::uint64_t burst_begin_;
  };

  /// As if so many tasks had been made without a pause. For tests.
  void pretend_made(std::uint64_t tasks) noexcept {
    made_ += tasks;
    last_look_ = P::rough_ns();
  }

 private:
  // A body that makes tasks like itself grows a tree, whose every task makes more for thieves: they have enough as soon
  // as there are two for each of the team, and the rest of the tree costs no queue.
  static bool grows_a_tree(const graph::Task<P>& creator, const TaskKind& kind) noexcept {
    return kind.is_parent() && creator.code() == kind.body();
  }

  // Tasks made one after another, more of them than other runtimes would queue.
  bool in_streak(std::uint32_t enough) noexcept {
    constexpr std::uint64_t k_pause_ns =
        50'000;  // in which idle workers of other runtimes would have emptied the queue
    const std::uint64_t now = P::rough_ns();
    if (now - last_look_ > k_pause_ns) streak_begin_ = burst_begin_ = made_;
    last_look_ = now;
    return made_ - streak_begin_ > enough;
  }

  // The same for a tree. A look at the clock would cost half as much as such a task, so it is for eight.
  bool grows_fast(std::uint32_t enough) noexcept {
    constexpr std::uint32_t k_for = 8;
    if (unlooked_ == 0) {
      if (!in_streak(enough)) return false;
      unlooked_ = k_for;
    }
    --unlooked_;
    return true;
  }

  // The same, and the worker has not waited meanwhile: the other runtimes, too, would run the next one in its creator.
  bool in_burst(std::uint32_t enough) noexcept { return in_streak(enough) && made_ - burst_begin_ > enough; }

  // A short task that runs at once is making another: then it is not short, and would not end if that went on for ever.
  // @returns whether that changes the judgement of the new one.
  bool nested(const graph::Task<P>& creator, const TaskKind& kind) noexcept {
    if (!creator.has(graph::k_included)) [[likely]]
      return false;
    kinds.learn_parent(creator.code());
    return !kind.is_short();
  }

  std::uint64_t made_ = 0;
  std::uint64_t last_look_ = 0;     // P::rough_ns() when it was last asked whether tasks come one after another
  std::uint64_t streak_begin_ = 0;  // made_ when they began to
  std::uint64_t burst_begin_ = 0;   // the same, or when the worker last waited or began another task
  std::uint32_t unlooked_ = 0;      // tasks of a tree until it is asked again

 public:
  Kinds kinds;  // what is known of tasks by their bodies
};

}  // namespace heddle::runtime

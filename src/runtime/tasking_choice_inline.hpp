// Whether a new task had better run inside its creator at once; runtime/README.md, "Spawning". Included by tasking.hpp
// only.
#pragma once

namespace heddle::runtime {

/// Shows that a task runs inside its creator, though it need not: should it never end, the reason is told
/// (stillness.hpp).
template <class P>
class Tasking<P>::InCreator {
 public:
  InCreator(W& worker, graph::Body code) noexcept : member_(worker.in_place == 0 ? worker.member : nullptr) {
    if (member_ == nullptr) return;
    // order: relaxed (both) — for a message, by who finds the same number again after seconds.
    member_->code_in_creator.store(code, std::memory_order_relaxed);
    member_->in_creator.store(worker.producer.spawns, std::memory_order_relaxed);
  }
  ~InCreator() {
    // order: relaxed — as above.
    if (member_ != nullptr) member_->in_creator.store(0, std::memory_order_relaxed);
  }
  InCreator(const InCreator&) = delete;
  InCreator& operator=(const InCreator&) = delete;

 private:
  Member<P>* const member_;  // null: inside another one
};

// A body that makes tasks like itself grows a tree, whose every task makes more for thieves: they have enough as soon
// as there are two for each of the team, and the rest of the tree costs no queue.
template <class P>
inline bool Tasking<P>::grows_a_tree(const W& worker, const Kind& kind) noexcept {
  return kind.is_parent() && worker.task->code() == kind.body();
}

// Whether the stack bears another task inside the one that makes it. In a chain of tasks each may make the next.
template <class P>
inline bool Tasking<P>::has_stack(const W& worker) noexcept {
  constexpr std::uint32_t k_deepest = 256;  // of some hundred bytes each
  return worker.in_place<k_deepest&& static_cast<const char*>(__builtin_frame_address(0))> worker.stack_half;
}

// Whether a new task had better run at once: when thieves have enough, or when it is one of a burst of such tasks,
// which are too short to be given away. Where libgomp and libomp would queue it, it is queued: it may wait for what its
// creator does next.
template <class P>
inline bool Tasking<P>::runs_now(W& worker, Kind& kind, bool dependent) noexcept {
  if (!has_stack(worker)) [[unlikely]]
    return false;
  if (!dependent) {
    const Team<P>& team = *worker.member->team;
    const std::uint32_t limit = kind.is_parent() ? 2 * team.size : team.enough;
    const std::uint32_t backlog = team.scheduler->own_backlog(worker.member->seat, limit);
    if (backlog >= team.enough) return !kind.is_given_away();
    if (backlog >= 2 * team.size && grows_a_tree(worker, kind)) return grows_fast(worker);
  }
  return kind.is_short() && !nested(worker, kind) && in_burst(worker);
}

// Tasks made one after another, more of them than other runtimes would queue.
template <class P>
inline bool Tasking<P>::in_streak(W& worker) noexcept {
  constexpr std::uint64_t k_pause_ns = 50'000;  // in which idle workers of other runtimes would have emptied the queue
  Producer& producer = worker.producer;
  const std::uint64_t now = P::rough_ns();
  if (now - producer.last_look > k_pause_ns) producer.streak_begin = producer.burst_begin = producer.spawns;
  producer.last_look = now;
  return producer.spawns - producer.streak_begin > worker.member->team->enough;
}

// The same for a tree. A look at the clock would cost half as much as such a task, so it is for eight.
template <class P>
inline bool Tasking<P>::grows_fast(W& worker) noexcept {
  constexpr std::uint32_t k_for = 8;
  Producer& producer = worker.producer;
  if (producer.unlooked == 0) {
    if (!in_streak(worker)) return false;
    producer.unlooked = k_for;
  }
  --producer.unlooked;
  return true;
}

// The same, and the worker has not waited meanwhile: the other runtimes, too, would run the next one in its creator.
template <class P>
inline bool Tasking<P>::in_burst(W& worker) noexcept {
  return in_streak(worker) && worker.producer.spawns - worker.producer.burst_begin > worker.member->team->enough;
}

// A short task that runs at once is making another: then it is not short, and would not end if that went on for ever.
// @returns whether that changes the judgement of the new one.
template <class P>
inline bool Tasking<P>::nested(W& worker, const Kind& kind) noexcept {
  if (!worker.task->has(graph::k_included)) [[likely]]
    return false;
  worker.producer.kinds.learn_parent(worker.task->code());
  return !kind.is_short();
}

// A short task to help with, or null. Others are left alone, since one of them may wait for what the creator does next;
// the last queued one, too.
template <class P>
graph::Task<P>* Tasking<P>::find_short(W& worker) noexcept {
  if (worker.member->team->scheduler->backlog(worker.member->seat) == 1) return nullptr;
  Task* const task = find_descendant(worker);
  if (task == nullptr || worker.producer.kinds.knows_short(task->code())) return task;
  enqueue(worker, *task);
  return nullptr;
}

// Short tasks whose predecessors are in other hands: helps until these are over, and then runs such tasks itself. Gives
// up when nothing moves, because the predecessors may wait for what the creator does next.
// @returns whether a task with these accesses would wait for nobody now.
template <class P>
[[gnu::noinline]] bool Tasking<P>::catch_up(W& worker, const Spawn& what) noexcept {
  constexpr std::uint32_t k_vain_ns = 100'000;         // a wake-up of a core that sleeps
  constexpr std::uint64_t k_short_break_ns = 500'000;  // of a burst, to run what it has queued before
  if (!worker.producer.kinds.of(what.body).may_catch_up()) return false;
  Team<P>& team = *worker.member->team;
  Patience<P> patience(k_vain_ns, team.size > team.processors, &worker.courtesy);
  std::int64_t before = pending(team);
  Producer& producer = worker.producer;
  const std::uint64_t burst = producer.burst_begin;
  while (!team.manager->may_skip(*worker.task, what.accesses, what.access_count, worker.member->seat)) {
    if (Task* const task = find_short(worker)) {
      run(worker, task);
      continue;
    }
    flush(worker);
    if (Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) continue;
    const auto progress = [&team, before] { return pending(team) < before; };
    if (!progress() && !patience.wait_a_little(progress)) {
      worker.producer.kinds.of(what.body).not_caught_up();
      return false;
    }
    if (const std::int64_t now = pending(team); now < before) {
      before = now;
      patience.renew();
    }
  }
  flush(worker);
  producer.kinds.of(what.body).caught_up();
  if (const std::uint64_t now = P::rough_ns(); now - producer.last_look < k_short_break_ns) {
    producer.burst_begin = burst;
    producer.last_look = now;
  }
  return true;
}

}  // namespace heddle::runtime

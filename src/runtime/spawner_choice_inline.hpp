// New tasks that run inside their creators at once; runtime/README.md, "Spawning". Included by spawner.hpp only.
#pragma once

namespace heddle::runtime {

/// Shows that a task runs inside its creator, though it need not: should it never end, the reason is told
/// (watchdog.hpp).
template <class P>
class Spawner<P>::InCreator {
 public:
  InCreator(W& worker, graph::Body code) noexcept : InCreator(worker, code, worker.granularity.made()) {}
  InCreator(W& worker, graph::Body code, std::uint64_t number) noexcept
      : member_(worker.in_place == 0 ? worker.member : nullptr) {
    if (member_ == nullptr) return;
    // order: relaxed (both) — for a message, by who finds the same number again after seconds.
    member_->code_in_creator.store(code, std::memory_order_relaxed);
    member_->in_creator.store(number, std::memory_order_relaxed);
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

// Whether the stack bears another task inside the one that makes it. In a chain of tasks each may make the next.
template <class P>
inline bool Spawner<P>::has_stack(const W& worker) noexcept {
  constexpr std::uint32_t k_deepest = 256;  // of some hundred bytes each
  return worker.in_place<k_deepest&& static_cast<const char*>(__builtin_frame_address(0))> worker.stack_half;
}

// What Granularity is told of the place where a task is made.
template <class P>
[[gnu::always_inline]] inline auto Spawner<P>::site(const W& worker, bool dependent) noexcept {
  const Team<P>& team = *worker.member->team;
  return typename Granularity<P>::Site{*worker.task, team.size, team.enough, dependent};
}

// Whether a new task had better run at once (granularity.hpp), and can.
template <class P>
[[gnu::always_inline]] inline bool Spawner<P>::runs_now(W& worker, TaskKind& kind, bool dependent) noexcept {
  if (!has_stack(worker)) [[unlikely]]
    return false;
  const auto own_backlog = [&worker](std::uint32_t limit) noexcept {
    return worker.member->team->ready->own_backlog(worker.member->seat, limit);
  };
  return worker.granularity.runs_at_once(kind, site(worker, dependent), own_backlog);
}

// A short task to help with, or null. Others are left alone, since one of them may wait for what the creator does next;
// the last queued one, too.
template <class P>
graph::Task<P>* Spawner<P>::find_short(W& worker) noexcept {
  if (worker.member->team->ready->backlog(worker.member->seat) == 1) return nullptr;
  Task* const task = Runner<P>::find_descendant(worker);
  if (task == nullptr || worker.granularity.kinds.knows_short(task->code())) return task;
  Runner<P>::enqueue(worker, *task);
  return nullptr;
}

// Short tasks whose predecessors are in other hands: helps until these are over, and then runs such tasks itself. Gives
// up when nothing moves, because the predecessors may wait for what the creator does next.
// @returns whether a task with these accesses would wait for nobody now.
template <class P>
[[gnu::noinline]] bool Spawner<P>::catch_up(W& worker, const Spawn& what) noexcept {
  constexpr std::uint32_t k_vain_ns = 100'000;  // a wake-up of a core that sleeps
  if (!worker.granularity.kinds.of(what.body).may_catch_up()) return false;
  Team<P>& team = *worker.member->team;
  Backoff<P> backoff(k_vain_ns, team.size > team.processors, &worker.courtesy);
  std::int64_t before = Runner<P>::pending(team);
  const typename Granularity<P>::Break break_of_burst(worker.granularity);  // to run what it has queued before
  while (!team.manager->may_skip(*worker.task, what.accesses, what.access_count, worker.member->seat)) {
    if (Task* const task = find_short(worker)) {
      Runner<P>::run(worker, task);
      continue;
    }
    Runner<P>::flush(worker);
    if (Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) continue;
    const auto progress = [&team, before] { return Runner<P>::pending(team) < before; };
    if (!progress() && !backoff.wait_a_little(progress)) {
      worker.granularity.kinds.of(what.body).not_caught_up();
      return false;
    }
    if (const std::int64_t now = Runner<P>::pending(team); now < before) {
      before = now;
      backoff.renew();
    }
  }
  Runner<P>::flush(worker);
  worker.granularity.kinds.of(what.body).caught_up();
  break_of_burst.over(worker.granularity);
  return true;
}

// Whether it had better run at once, and can.
template <class P>
inline bool Spawner<P>::runs_urgent_now(W& worker) noexcept {
  const auto own_backlog = [&worker](std::uint32_t limit) noexcept {
    return worker.member->team->ready->own_backlog(worker.member->seat, limit);
  };
  return has_stack(worker) && Granularity<P>::urgent_runs_at_once(site(worker, false), own_backlog);
}

}  // namespace heddle::runtime

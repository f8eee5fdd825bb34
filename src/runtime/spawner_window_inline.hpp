// How a producer of too many tasks is held back. Included by spawner.hpp only.
#pragma once

namespace heddle::runtime {

// How long the bodies ran that others have timed.
template <class P>
inline void Spawner<P>::learn_from_others(W& worker) noexcept {
  const Team<P>& team = *worker.member->team;
  for (Seat seat = 0; seat < team.size; ++seat) {
    // order: relaxed — a hint, whole in itself.
    const std::uint64_t sample = team.members[seat].sample.load(std::memory_order_relaxed);
    if (sample != 0) worker.granularity.kinds.learn(sample);
    // order: relaxed — as above.
    const std::uint64_t lasting = team.members[seat].long_sample.load(std::memory_order_relaxed);
    if (lasting != 0) worker.granularity.kinds.learn_long(lasting);
  }
}

// Too many tasks are pending: the producer runs some itself until enough are gone. Where it finds none it waits as long
// as the others make progress; when they make none (everything may hang on what the producer does next) it takes what
// is pending now for immovable, and another window opens on top. The last queued task is left to the others, for the
// same reason. What was taken for immovable counts again bit by bit: as tasks are made, and as others go.
template <class P>
[[gnu::noinline]] void Spawner<P>::throttle(W& worker) noexcept {
  Member<P>& member = *worker.member;
  const Team<P>& team = *member.team;
  // A look costs a line a member: an eighth of a line a task, however many there are.
  member.next_look = member.created + 64 + 8 * team.size;
  learn_from_others(worker);
  worker.task->children.fold();
  if (graph::Group<P>* group = worker.task->group; group != nullptr && group->owner == worker.task)
    group->members.fold();
  const std::int64_t window = worker.runtime->settings().window;
  const std::int64_t now = Runner<P>::pending(team);
  if (now <= window) {
    worker.immovable = 0;
    return;
  }
  if (team.size == 1 && team.job == nullptr) return;
  if (now < worker.immovable) worker.immovable = now;
  if (member.created >= worker.next_doubt) {
    worker.next_doubt = member.created + static_cast<std::uint64_t>(window);
    doubt(worker);
  }
  if (now - worker.immovable > window) hold_back(worker, now);
}

template <class P>
inline void Spawner<P>::doubt(W& worker) noexcept {
  worker.immovable -= worker.immovable / 4;
}

// It may wait for what its creator does next, as one that runs at once may: each is shown, also of a chain of
// successors.
template <class P>
inline void Spawner<P>::run_held(W& worker, Task* task) noexcept {
  do {
    const InCreator shown(worker, task->code(), Member<P>::k_by_window + ++worker.held_runs);
    task = Runner<P>::run_one(worker, task);
  } while (task != nullptr);
}

// Until three quarters of the window are pending, or nothing moves though everybody could.
template <class P>
void Spawner<P>::hold_back(W& worker, std::int64_t before) noexcept {
  constexpr std::uint32_t k_vain_ns = 25'000;  // a wake-up: an idle worker may be on its way
  Team<P>& team = *worker.member->team;
  const std::int64_t window = worker.runtime->settings().window;
  Backoff<P> backoff(k_vain_ns, team.size > team.processors, &worker.courtesy);
  Progress<P> standstill(*worker.member);
  std::int64_t moved = 0;  // since the last doubt
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::window);
  while (before - worker.immovable > window - window / 4) {
    Task* task = team.ready->backlog(worker.member->seat) == 1 ? nullptr : Runner<P>::find_descendant(worker);
    if (task != nullptr) {
      run_held(worker, task);
      continue;
    }
    Runner<P>::flush(worker);
    if (Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) continue;
    const auto progress = [&team, before] { return Runner<P>::pending(team) < before; };
    if (!progress() && !backoff.wait_a_little(progress)) {
      if (standstill.proven()) {
        worker.immovable = before;
        return;
      }
      P::yield();  // perhaps it is this core that the others want
    }
    const std::int64_t now = Runner<P>::pending(team);
    if (now >= before) continue;
    moved += before - now;
    before = now;
    backoff.renew();
    standstill.renew();
    if (moved < window / 4) continue;
    doubt(worker);
    moved = 0;
  }
  Runner<P>::flush(worker);
}

}  // namespace heddle::runtime

// Claim: a session that is said to be still has nothing left to do, and whoever says so sees what was done.
//
//   members                                              beside them
//     until so many looks: a task? run it : the inbox?     a caller that waits inside its task until another's task
//     take from it : not quiet? be quiet : look            tells it, and goes on
//
// A task counts from before it can be found until it is over, as an engine's. Expected: no look says "still" too early.
#pragma once

#include <array>
#include <cstdint>

#include "ocr/bell.hpp"
#include "ocr/quiet_check.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

/// What members look at. Task n is ready when bit n is set.
template <class E, template <class> class Marks, template <class> class QuietCheck, int k_members = 2>
struct StillnessWorld {
  std::array<Marks<E>, k_members> members{};
  QuietCheck<E> stillness;
  typename E::template atomic<std::uint32_t> ready{0};
  typename E::template atomic<std::uint32_t> pending{0};
  typename E::template atomic<std::uint32_t> inbox{0};
  std::array<typename E::template plain<int>, 3> done{};
  int tasks = 0;

  explicit StillnessWorld(bool loud = true) {
    if (!loud) return;
    for (auto& member : members) member.runs_one();
  }

  bool has_work() const noexcept {
    // order: acquire — as Mailbox::is_empty().
    return inbox.load(std::memory_order_acquire) != 0;
  }
  std::uint32_t seats() const noexcept { return 1; }
  bool finished(std::uint32_t blocked) const noexcept {
    // order: acquire — as the engine's count of tasks that are not over.
    return pending.load(std::memory_order_acquire) == blocked;
  }
  template <class Visit>
  void for_each_member(const Visit& visit) const noexcept {
    for (const auto& member : members) visit(member);
  }

  void put(int task) {
    // order: relaxed, release — it counts before it can be found.
    pending.fetch_add(1, std::memory_order_relaxed);
    ready.fetch_or(1U << task, std::memory_order_release);
  }
  void over() {
    // order: acq_rel — what the task did is seen by who finds that none is left.
    pending.fetch_sub(1, std::memory_order_acq_rel);
  }
  /// @returns the task that is the caller's, or -1
  int take() {
    // order: acquire — pairs with put(); relaxed on failure: it is taken anew or not at all.
    std::uint32_t seen = ready.load(std::memory_order_acquire);
    if (seen == 0) return -1;
    const int task = (seen & 1) != 0 ? 0 : (seen & 2) != 0 ? 1 : 2;
    const bool mine =
        ready.compare_exchange_strong(seen, seen & ~(1U << task), std::memory_order_acquire, std::memory_order_relaxed);
    return mine ? task : -1;
  }
  void look() {
    if (!stillness.holds(*this)) return;
    for (int task = 0; task < tasks; ++task)
      E::require(static_cast<int>(done[task]) == 1, "nothing is left to do where all is still");
  }
  /// One step of a member. `run` is given the task.
  template <class Run>
  void step(int id, const Run& run) {
    Marks<E>& own = members[id];
    if (const int task = take(); task >= 0) {
      own.runs_one();
      run(task);
      return over();
    }
    if (has_work()) {
      own.takes_from_inbox();
      // order: acquire — as Mailbox::take_all().
      for (std::uint32_t left = inbox.exchange(0, std::memory_order_acquire); left != 0; left &= left - 1)
        put((left & 1) != 0 ? 0 : (left & 2) != 0 ? 1 : 2);
      return;
    }
    own.is_quiet() ? look() : own.becomes_quiet();
  }
};

/// A task makes another ready, and puts a third one into the inbox.
template <class E, template <class> class Marks = ocr::QuietMarks, template <class> class QuietCheck = ocr::QuietCheck>
struct MadeByTasks {
  static constexpr int k_threads = 2;
  StillnessWorld<E, Marks, QuietCheck> world;

  MadeByTasks() {
    world.tasks = 2;
    world.put(0);
  }
  void run(int task) {
    world.done[task] = 1;
    // order: release — as Mailbox::push().
    if (task == 0) world.inbox.fetch_or(2, std::memory_order_release);
  }
  void thread(int id) {
    for (int steps = 0; steps < 4; ++steps) world.step(id, [this](int task) { run(task); });
  }
  void after() {}
};

/// Somebody beside the two members puts a task into the inbox, as a caller does that wants a seat.
template <class E, template <class> class Marks = ocr::QuietMarks, template <class> class QuietCheck = ocr::QuietCheck>
struct PutByAThird {
  static constexpr int k_threads = 3;
  StillnessWorld<E, Marks, QuietCheck> world;

  PutByAThird() {
    world.tasks = 2;
    // order: relaxed — nobody runs yet; task 0 is being run by the third.
    world.pending.fetch_add(1, std::memory_order_relaxed);
  }
  void thread(int id) {
    if (id == 2) {
      world.done[0] = 1;
      // order: release — as Mailbox::push().
      world.inbox.fetch_or(2, std::memory_order_release);
      return world.over();
    }
    for (int steps = 0; steps < 3; ++steps) world.step(id, [this](int task) { world.done[task] = 1; });
  }
  void after() {}
};

/// A task makes another ready, which its worker keeps for itself; a second member takes it over, and it lies with
/// somebody who has not begun it yet; a third one looks.
template <class E, template <class> class QuietCheck = ocr::QuietCheck>
struct TakenOver {
  static constexpr int k_threads = 3;
  StillnessWorld<E, ocr::QuietMarks, QuietCheck, 3> world{false};
  typename E::template atomic<std::uint32_t> kept{0};

  TakenOver() {
    world.tasks = 2;
    // order: relaxed — nobody runs yet; task 0 is the first member's.
    world.pending.fetch_add(1, std::memory_order_relaxed);
  }
  /// @returns whether it was there. As NextEdt::take() and steal()
  bool take_kept() { return kept.exchange(0, std::memory_order_acq_rel) != 0; }  // order: acq_rel — as there
  void keep() {
    // order: acquire — as NextEdt::keep(): who has taken over what was there is seen to be counted.
    (void)kept.load(std::memory_order_acquire);
    kept.store(1, std::memory_order_release);  // order: release — as there
  }
  void own() {
    world.members[0].runs_one();
    world.done[0] = 1;
    keep();
    if (take_kept()) world.done[1] = 1;
    world.over();
    world.members[0].becomes_quiet();
  }
  void take_over() {
    if (kept.load(std::memory_order_relaxed) == 0) return;  // order: relaxed — a hint
    world.members[1].takes_from_inbox();
    world.stillness.takes_over();
    if (take_kept()) world.put(1);
    world.members[1].becomes_quiet();
  }
  void thread(int id) { id == 0 ? own() : id == 1 ? take_over() : world.look(); }
  void after() {}
};

/// Nothing is left to do: each member is quiet, gets ready for sleep, looks, and sleeps. One of them says so.
template <class E, bool k_fence = true>
struct SaidBeforeSleep {
  static constexpr int k_threads = 2;
  StillnessWorld<E, ocr::QuietMarks, ocr::QuietCheck> world;
  typename E::template atomic<int> said{0};

  void thread(int id) {
    world.members[id].becomes_quiet();
    // order: seq_cst — as Sleepers::prepare_to_park(); behind it the wait settles once more (runtime/wait.hpp).
    if (k_fence) E::fence(std::memory_order_seq_cst);
    // order: relaxed — after() is behind both.
    if (world.stillness.holds(world)) said.store(1, std::memory_order_relaxed);
  }
  void after() { E::require(said.load(std::memory_order_relaxed) == 1, "somebody says that all is still"); }
};

/// A caller lends its seat and waits for what nobody brings; who sits there looks, and sleeps on the bell. It says so,
/// or is woken and does. As Lent::Lent() and Session::serve_as_spare().
template <class E, bool k_rings = true>
struct SaidByASpare {
  static constexpr int k_threads = 2;
  StillnessWorld<E, ocr::QuietMarks, ocr::QuietCheck> world;
  ocr::Bell<E> bell;

  // order: relaxed — nobody runs yet; a task is being run by the caller.
  SaidByASpare() { world.pending.fetch_add(1, std::memory_order_relaxed); }
  void spare() {
    world.members[1].becomes_quiet();
    while (!world.stillness.holds(world)) {
      const std::uint32_t heard = bell.listen();
      const bool still = world.stillness.holds(world);
      if (!still) bell.sleep(heard);
      bell.get_up();
      if (still) return;
    }
  }
  void thread(int id) {
    if (id == 1) return spare();
    world.members[0].waits_in_call();
    if (k_rings) bell.ring_one();
  }
  void after() {}
};

/// A caller waits inside its task until another task tells it. Order of its last two steps: see ocr/waiting.cpp.
template <class E, template <class> class Marks = ocr::QuietMarks, template <class> class QuietCheck = ocr::QuietCheck>
struct ToldInACall {
  static constexpr int k_threads = 2;
  StillnessWorld<E, Marks, QuietCheck> world;
  typename E::template atomic<std::uint32_t> told{0};

  ToldInACall() {
    world.tasks = 2;
    // order: relaxed — nobody runs yet; task 0 is being run by the caller.
    world.pending.fetch_add(1, std::memory_order_relaxed);
    world.put(1);
  }
  void caller() {
    world.members[0].waits_in_call();
    // order: acquire — pairs with run().
    E::template spin_until<std::uint32_t>(
        told, [](std::uint32_t word) { return word != 0; }, heddle::platform::Spins::unbounded());
    go_on();
    world.done[0] = 1;
    world.over();
  }
  virtual void go_on() {
    world.members[0].goes_on();
    world.stillness.went_on();
  }
  void run(int task) {
    world.done[task] = 1;
    world.stillness.tells();
    // order: release — as Session::tell_caller().
    told.store(1, std::memory_order_release);
  }
  void thread(int id) {
    if (id == 0) caller();
    for (int steps = 0; steps < (id == 0 ? 2 : 4); ++steps) world.step(id, [this](int task) { run(task); });
  }
  void after() {}
  virtual ~ToldInACall() = default;
};

}  // namespace heddle::model

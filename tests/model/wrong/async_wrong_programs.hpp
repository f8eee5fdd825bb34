// Seeded bugs of the asynchronous manager: rules that weaken the platform policy, and small wrong copies.
#pragma once

#include "tests/model/async_programs.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace heddle::model::wrong {

/// The token is taken without acquire: a manager does not see what the last one did to the graph.
template <class E>
using SubmitTokenRelaxed = Broken<E, RelaxedExchanges, SubmitOrder>;

/// The token is looked at, then taken: two managers have it.
template <class E>
using SubmitTokenTorn = Broken<E, Torn, SubmitOrder>;

/// No token at all: as for Dones.
template <class E, class T>
struct OpenOutbox {
  sync::Deque<E, T*> submits{8};
  void push_submit(T* message) { submits.push(message); }
  template <class Satisfy>
  void drain_submits(int most, Satisfy satisfy) {
    for (T* message; most-- > 0 && (message = submits.steal()) != nullptr;) satisfy(*message);
  }
  template <class Look>
  void if_all_satisfied(Look) {}
};
template <class E>
using SubmitsWithoutToken = SubmitsThrough<E, OpenOutbox>;

/// The worker believes its empty queue: the last Submit is out of it, but not in the graph.
template <class E, class T>
struct TrustingOutbox : dependence::Outbox<E, T> {
  template <class Look>
  bool if_all_satisfied(Look look) {
    return this->looks_empty() && look();
  }
};
template <class E>
using SubmitsBelievedSatisfied = SubmitsThrough<E, TrustingOutbox>;

/// Marks are read and then written: all three may believe not to be the last, or two to be.
template <class E>
using SettleTorn = Broken<E, Torn, LastOfThree>;

/// Marks carry nothing: who frees does not see the others' last uses.
template <class E>
using SettleRelaxed = Broken<E, RelaxedExchanges, LastOfThree>;

/// The task is closed as if it could not have retired: the mark is lost, and the block with it.
template <class E>
struct LosingMarks {
  static graph::Edge<E>* close(graph::Dependences<E>& task) { return task.close().list; }
};
template <class E>
using SettleLosesMarks = ThreeParties<E, LosingMarks>;

/// The worker settles for the manager when it retires: the manager still follows edges of the freed task.
template <class E>
struct RetiredForAll : LastOfThree<E> {
  void thread(int id) {
    if (id != 1) return LastOfThree<E>::thread(id);
    this->work = 1;
    // order: release — as in LastOfThree.
    this->message.store(1, std::memory_order::release);
    this->last_use[1] = 1;
    this->end(this->task.retire());
  }
};

/// A message is left without a fence before the look at who manages and who sleeps.
struct NoFenceOf0 : Faithful {
  static bool keeps_fence(int thread) { return thread != 0; }
};
template <class E>
using MessageWithoutFence = Broken<E, NoFenceOf0, LeavingManager>;

/// The sleeper's second look is as old as the first.
struct NoFenceOf2 : Faithful {
  static bool keeps_fence(int thread) { return thread != 2; }
};
template <class E>
using SleeperWithoutFence = Broken<E, NoFenceOf2, LeavingManager>;

/// A manager leaves without looking at what came in meanwhile, or whom it kept out.
template <class E>
class Hasty {
 public:
  Hasty(std::uint32_t, const dependence::AsyncParameters&) {}
  void finished(graph::Task<E>& task, const graph::ManagerContext<E>& context) {
    outbox_.push_done(&task);
    // order: fence seq_cst, relaxed — as in Async::call_manager().
    E::fence(std::memory_order::seq_cst);
    if (managers_.load(std::memory_order::relaxed) == 0) context.sink.requests_waiting();
  }
  bool run(const graph::ManagerContext<E>& context) {
    std::uint32_t none = 0;
    // order: relaxed — as in Async::become_manager().
    if (!managers_.compare_exchange_strong(none, 1, std::memory_order::relaxed, std::memory_order::relaxed))
      return false;
    const auto satisfy = [&](graph::Task<E>& task) { graph::release(task.dependences.close_keeping_marks(), context); };
    const bool any = outbox_.drain_dones(8, satisfy) != 0;
    // order: relaxed — as in Async::stop_managing().
    managers_.fetch_sub(1, std::memory_order::relaxed);
    return any;
  }
  bool has_work() const {
    // order: relaxed — as in Async::wants_manager().
    return managers_.load(std::memory_order::relaxed) == 0 && !outbox_.looks_empty();
  }

 private:
  dependence::Outbox<E, graph::Task<E>> outbox_;
  typename E::template atomic<std::uint32_t> managers_{0};
};
template <class E>
using ManagerLeavesHastily = ThreeAtWork<E, Hasty>;

/// Looks again, but the fence between leaving and looking is missing.
struct NoFenceOf1 : Faithful {
  static bool keeps_fence(int thread) { return thread != 1; }
};
template <class E>
using LeaverWithoutFence = Broken<E, NoFenceOf1, LeavingManager>;

}  // namespace heddle::model::wrong

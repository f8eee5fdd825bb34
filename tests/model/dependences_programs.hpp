// Claims about a task's dependences. An edge is either refused, because the predecessor has finished, or followed when
// it does; a task with several predecessors becomes ready once, and whoever makes it ready sees what all of them did. A
// task's block is freed once, by whichever of its domain and its retirement comes second.
//
//   parent's worker                       finishing worker
//     link(edge)?; end_linking(n)           work; for each edge of close(): arrive()
//     drop()                                close(); retire()
//
// Expected: one "ready" and one "free" in every run, no race on what the predecessors wrote. Successors in slots and
// those in the list are followed alike.
#pragma once

#include "graph/task.hpp"

namespace heddle::model {

/// A successor whose creator links it to two predecessors while two workers finish them.
template <class E>
struct TwoPredecessors {
  static constexpr int k_threads = 3;
  graph::Task<E> successor;
  graph::Dependences<E> predecessors[2];
  alignas(16) graph::Edge<E> edges[2];  // as records are: the low bits of their addresses are marks
  typename E::template plain<int> work[2];
  typename E::template plain<int> readies{0};

  TwoPredecessors() {
    successor.dependences.reset();
    for (auto& predecessor : predecessors) predecessor.reset();
    for (auto& edge : edges) edge.successor = &successor;
  }

  void ready() {
    readies = static_cast<int>(readies) + 1;
    for (auto& done : work) E::require(static_cast<int>(done) == 1, "the successor sees what its predecessors did");
  }

  void thread(int id) {
    if (id == 0) {
      int linked = 0;
      for (int i = 0; i < 2; ++i) linked += predecessors[i].link(edges[i]) ? 1 : 0;
      if (successor.dependences.end_linking(linked)) ready();
      return;
    }
    work[id - 1] = 1;
    for (graph::Edge<E>* edge = predecessors[id - 1].close().list; edge != nullptr;) {
      graph::Edge<E>* const next = edge->next;
      if (edge->successor->dependences.arrive()) ready();
      edge = next;
    }
  }
  void after() { E::require(static_cast<int>(readies) == 1, "ready exactly once"); }
};

/// How the finisher learns who waits; a seeded bug replaces it.
template <class E>
struct Close {
  static graph::Successors<E> successors(graph::Dependences<E>& task, graph::Slots<E> slots) {
    return task.close(slots);
  }
};

/// A task with one slot gets two successors while it finishes: the second one goes to the list.
template <class E, template <class> class Closing>
struct SlotsThrough {
  static constexpr int k_threads = 2;
  graph::Dependences<E> predecessor;
  graph::Task<E>* slot[1];
  graph::Task<E> successors[2];
  alignas(16) graph::Edge<E> edges[2];
  typename E::template plain<int> made[2];
  typename E::template plain<int> work;
  typename E::template plain<int> readies[2];

  SlotsThrough() {
    predecessor.reset();
    for (int i = 0; i < 2; ++i) {
      readies[i] = 0;
      successors[i].dependences.reset();
      edges[i].successor = &successors[i];
    }
  }

  graph::Slots<E> slots() noexcept { return {slot + 1, 1}; }

  void ready(const graph::Task<E>* task) {
    const auto i = task - successors;
    readies[i] = static_cast<int>(readies[i]) + 1;
    E::require(static_cast<int>(made[i]) == 1, "who makes it ready sees how it was made");
    E::require(static_cast<int>(work) == 1, "the successor sees what its predecessor did");
  }

  void thread(int id) {
    if (id == 0) {
      for (int i = 0; i < 2; ++i) {
        made[i] = 1;
        const bool linked = predecessor.link(edges[i], slots());
        if (successors[i].dependences.end_linking(linked ? 1 : 0)) ready(&successors[i]);
      }
      return;
    }
    work = 1;
    const graph::Successors<E> released = Closing<E>::successors(predecessor, slots());
    for (std::uint32_t i = 0; i < released.named.count; ++i) {
      if (released.named[i]->dependences.arrive()) ready(released.named[i]);
    }
    for (graph::Edge<E>* edge = released.list; edge != nullptr;) {
      graph::Edge<E>* const next = edge->next;
      if (edge->successor->dependences.arrive()) ready(edge->successor);
      edge = next;
    }
  }
  void after() {
    for (auto& count : readies) E::require(static_cast<int>(count) == 1, "ready exactly once");
  }
};
template <class E>
using SlotAndList = SlotsThrough<E, Close>;

/// A finished task is forgotten by its domain while it retires.
template <class E>
struct DropAgainstRetire {
  static constexpr int k_threads = 2;
  graph::Dependences<E> task;
  typename E::template plain<int> last_use[2];
  typename E::template plain<int> frees{0};

  DropAgainstRetire() { task.reset(); }

  void free() {
    frees = static_cast<int>(frees) + 1;
    for (auto& use : last_use) E::require(static_cast<int>(use) == 1, "who frees comes after everybody's last use");
  }
  void thread(int id) {
    if (id == 0) {
      if (!task.closed()) task.closed();
      last_use[0] = 1;
      if (task.drop()) free();
    } else {
      task.close();
      last_use[1] = 1;
      if (task.retire()) free();
    }
  }
  void after() { E::require(static_cast<int>(frees) == 1, "freed exactly once"); }
};

}  // namespace heddle::model

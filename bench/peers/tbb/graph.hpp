// Tasks with in and inout accesses on oneTBB, which has none: the order is found here, in user code, and what becomes
// ready goes to a task_group. This is what a user of oneTBB would write for speed, and it is inside the timed region.
//
// One thread submits. Each address has its last writer and the readers since; a table finds them by a hash. A task
// counts those that it waits for, and one for its submission; each of those has a list onto which the submitter pushes
// the successor, until the task ends and closes it. A task that ends runs one of the successors it made ready itself.
#pragma once

// Of oneTBB 2021.8 (Debian 12); nothing else is used.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <new>
#include <vector>

#include "measure.hpp"

namespace tbb_peer {

/// Threads of the run: the harness names them as it does for the OpenMP runtimes.
inline size_t threads() {
  const char* given = std::getenv("OMP_NUM_THREADS");
  const long number = given != nullptr ? std::atol(given) : 0;
  return number > 0 ? static_cast<size_t>(number) : 1;
}

/// Objects that are given back together.
template <class T>
class Arena {
 public:
  T* make() {
    if (used_ == k_chunk) {
      chunks_.push_back(std::unique_ptr<T[]>(new T[k_chunk]));
      used_ = 0;
    }
    return &chunks_.back()[used_++];
  }

 private:
  static constexpr size_t k_chunk = 1024;
  std::vector<std::unique_ptr<T[]>> chunks_;
  size_t used_ = k_chunk;
};

class Graph {
 public:
  Graph() : slots_(k_first_slots) {}

  /// A task that reads `ins` and reads or writes `inouts`; the addresses are distinct. `body` is small and trivial.
  template <class Body>
  void task(std::initializer_list<const void*> ins, std::initializer_list<const void*> inouts, Body body) {
    static_assert(sizeof(Body) <= sizeof(Node::body) && std::is_trivially_copyable_v<Body>);
    Node* node = nodes_.make();
    new (node->body) Body(body);
    node->run = [](void* kept) { (*static_cast<Body*>(kept))(); };
    for (const void* address : ins) read(node, address);
    for (const void* address : inouts) write(node, address);
    // order: acq_rel, pairs with the decrement of each predecessor in ended(): what those wrote is seen by this one
    if (node->waits_for.fetch_sub(1, std::memory_order_acq_rel) == 1) start(node);
  }
  void wait() { group_.wait(); }

 private:
  struct Node;
  struct Edge {
    Node* to = nullptr;
    Edge* next = nullptr;
  };
  struct Node {
    std::atomic<int> waits_for{1};
    std::atomic<Edge*> successors{nullptr};
    void (*run)(void*) = nullptr;
    alignas(8) unsigned char body[40];
  };
  struct Address {
    const void* key = nullptr;
    Node* writer = nullptr;
    std::vector<Node*> readers;
  };

  static Edge* closed() {
    static Edge mark;
    return &mark;
  }

  void start(Node* node) {
    group_.run([this, node] { run(node); });
  }
  void run(Node* node) {
    while (node != nullptr) {
      node->run(node->body);
      node = ended(node);
    }
  }
  /// Starts what has become ready but one, and returns that one.
  Node* ended(Node* node) {
    Node* mine = nullptr;
    // order: acq_rel, pairs with the push in after(): this sees whole edges, and who meets the mark sees the task's
    // work
    for (Edge* edge = node->successors.exchange(closed(), std::memory_order_acq_rel); edge != nullptr;
         edge = edge->next) {
      // order: acq_rel, pairs with the same decrement by the other predecessors and by the submitter
      if (edge->to->waits_for.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
      if (mine != nullptr) start(mine);
      mine = edge->to;
    }
    return mine;
  }

  void read(Node* node, const void* key) {
    Address& address = find(key);
    after(address.writer, node);
    address.readers.push_back(node);
  }
  void write(Node* node, const void* key) {
    Address& address = find(key);
    if (address.readers.empty()) after(address.writer, node);
    for (Node* reader : address.readers) after(reader, node);
    address.readers.clear();
    address.writer = node;
  }
  void after(Node* first, Node* then) {
    if (first == nullptr) return;
    // order: acquire, pairs with the exchange in ended(): a closed list means that the task's work is visible
    Edge* head = first->successors.load(std::memory_order_acquire);
    if (head == closed()) return;
    Edge* edge = edges_.make();
    edge->to = then;
    // order: relaxed, the submission's own decrement comes later and is the last
    then->waits_for.fetch_add(1, std::memory_order_relaxed);
    do {
      if (head == closed()) {
        // order: relaxed, the submission still holds its own count
        then->waits_for.fetch_sub(1, std::memory_order_relaxed);
        return;
      }
      edge->next = head;
      // order: acq_rel and acquire, pair with the exchange in ended()
    } while (
        !first->successors.compare_exchange_weak(head, edge, std::memory_order_acq_rel, std::memory_order_acquire));
  }

  // Open addressing, at most half full; only the submitter looks here.
  Address& find(const void* key) {
    if (2 * (addresses_ + 1) > slots_.size()) grow();
    Address& found = slot(slots_, key);
    if (found.key == nullptr) {
      found.key = key;
      ++addresses_;
    }
    return found;
  }
  static Address& slot(std::vector<Address>& slots, const void* key) {
    const size_t mask = slots.size() - 1;
    size_t i = reinterpret_cast<uintptr_t>(key) * 0x9E3779B97F4A7C15U >> 20 & mask;
    while (slots[i].key != nullptr && slots[i].key != key) i = (i + 1) & mask;
    return slots[i];
  }
  void grow() {
    std::vector<Address> larger(2 * slots_.size());
    for (Address& address : slots_)
      if (address.key != nullptr) slot(larger, address.key) = std::move(address);
    slots_.swap(larger);
  }

  static constexpr size_t k_first_slots = 1024;

  oneapi::tbb::task_group group_;
  Arena<Node> nodes_;
  Arena<Edge> edges_;
  std::vector<Address> slots_;
  size_t addresses_ = 0;
};

/// Nanoseconds from the first submission to the end of the last task.
template <class Submit>
double produce_ns(Submit submit) {
  static const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism, threads());
  Graph graph;
  const double start = bench::now_ns();
  submit(graph);
  graph.wait();
  return bench::now_ns() - start;
}

}  // namespace tbb_peer

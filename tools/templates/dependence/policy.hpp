// The dependence manager `@name@`: says in one sentence how accesses become an order, and which paper it follows.
//
// As it stands, a parent's children are linked and released under one lock.
#pragma once

#include "graph/dependence_manager.hpp"
#include "graph/domain.hpp"
#include "graph/release.hpp"

namespace heddle::dependence {

template <class P>
class @Name@ final : public graph::DependenceManager<P> {
  using Task = graph::Task<P>;
  using Context = graph::ManagerContext<P>;

 public:
  bool submit(Task& parent, Task& task, const Context& context) noexcept override {
    if (parent.domain == nullptr) parent.domain = graph::make_domain<P>();
    const Hold hold(*parent.domain);
    probe::task(context.recorder, probe::Event::task_linked, task);
    return parent.domain->enter(task, context.slab) && graph::runnable(task);
  }

  void finished(Task& task, const Context& context) noexcept override {
    // order: relaxed — set at creation; the queue that brought the task here ordered it.
    Task& parent = *task.parent.load(std::memory_order_relaxed);
    const Hold hold(*parent.domain);
    graph::release(task.dependences.close(task.successor_slots()), context);
    if (task.has(graph::k_mutex)) graph::give_exclusions(task, context);
    probe::task(context.recorder, probe::Event::task_released, task);
  }

  bool retired(Task& task) noexcept override { return task.dependences.retire(); }

  bool may_skip(Task& parent, const graph::Access* accesses, std::uint32_t count, graph::Seat) noexcept override {
    if (parent.domain == nullptr) return true;
    const Hold hold(*parent.domain);
    return parent.domain->idle(accesses, count);
  }

  void close_domain(Task& parent, const Context& context) noexcept override {
    parent.domain->clear(context.slab);
    graph::free_domain(parent.domain);
    parent.domain = nullptr;
  }

 private:
  // Holds the parent's graph for one call.
  class Hold {
   public:
    explicit Hold(graph::Domain<P>& domain) noexcept : domain_(domain) { domain_.lock.lock(); }
    ~Hold() { domain_.lock.unlock(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    graph::Domain<P>& domain_;
  };
};

}  // namespace heddle::dependence

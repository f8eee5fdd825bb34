// The manager `direct`: tasks are linked where they are created and released where they finish, without a lock.
//
// The domain's table belongs to the worker that runs the parent, so entering costs one probe per access. Creator and
// finishing workers meet only in the word `successors` of a predecessor (a push against a close) and in the counter
// `pending` of a successor; neither ever waits for the other. Protocol and proof: README.md; model:
// tests/model/direct_test.cpp.
#pragma once

#include "graph/dependence_manager.hpp"
#include "graph/domain.hpp"
#include "graph/release.hpp"

namespace heddle::dependence {

template <class P>
class Direct final : public graph::DependenceManager<P> {
  using Task = graph::Task<P>;
  using Context = graph::ManagerContext<P>;

 public:
  bool submit(Task& parent, Task& task, const Context& context) noexcept override {
    if (parent.domain == nullptr) parent.domain = graph::make_domain<P>();
    probe::task(context.recorder, probe::Event::task_linked, task);
    return parent.domain->enter(task, context.slab) && graph::runnable(task);
  }

  void finished(Task& task, const Context& context) noexcept override {
    graph::release(task.dependences.close(task.successor_slots()), context);
    if (task.has(graph::k_mutex)) [[unlikely]]
      graph::give_exclusions(task, context);
    probe::task(context.recorder, probe::Event::task_released, task);
  }

  bool retired(Task& task) noexcept override { return task.dependences.retire(); }

  bool may_skip(Task& parent, const graph::Access* accesses, std::uint32_t count, graph::Seat) noexcept override {
    return parent.domain == nullptr || parent.domain->idle(accesses, count);
  }

  void close_domain(Task& parent, const Context& context) noexcept override {
    parent.domain->clear(context.slab);
    graph::free_domain(parent.domain);
    parent.domain = nullptr;
  }
};

}  // namespace heddle::dependence

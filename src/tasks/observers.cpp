#include "tasks/observers.hpp"

#include <new>

#include "probe/order.hpp"
#include "probe/unseen.hpp"
#include "runtime/current.hpp"
#include "tasks/observer_list.hpp"

namespace heddle::tasks {

namespace {

using P = platform::Threads;

using List = ObserverList<P, heddle_observer>;

constinit List list;

List::Observer* observers() noexcept {
  List::Observer* const first = list.first();
  probe::acquired(&list);
  return first;
}

using Told = void (*heddle_observer::*)(void*, const heddle_observed_task*);

void tell(const List::Observer& one, Told moment, const heddle_observed_task& task) noexcept {
  if (one.told.*moment == nullptr || !List::told(one)) return;
  (one.told.*moment)(one.told.data, &task);
}

}  // namespace

int observe(const heddle_observer& observer, std::uint32_t* number) noexcept {
  if (observer.bytes != sizeof observer) return HEDDLE_BAD_OPTION;
  if (observer.begins == nullptr && observer.ends == nullptr) return HEDDLE_NULL_BODY;
  List::Observer* made = nullptr;
  {
    const probe::Unseen unseen;
    made = new (std::nothrow) List::Observer;
  }
  if (made == nullptr) return HEDDLE_NO_MEMORY;
  made->told = observer;
  probe::released(&list);
  const std::uint32_t given = list.add(*made);
  if (number != nullptr) *number = given;
  // order: relaxed — see observed().
  observers_on.count.fetch_add(1, std::memory_order_relaxed);
  return HEDDLE_OK;
}

int stop_observing(std::uint32_t number) noexcept {
  if (!list.stop(number)) return HEDDLE_BAD_OPTION;
  // order: relaxed — see observed().
  observers_on.count.fetch_sub(1, std::memory_order_relaxed);
  return HEDDLE_OK;
}

void run_observed(heddle_observed_task task, const ObservedCode& code) noexcept {
  task.worker = runtime::current().member->seat;
  task.thread = runtime::current().id;
  List::Observer* const first = observers();  // who comes later is told of no end
  for (const List::Observer* one = first; one != nullptr; one = one->next) tell(*one, &heddle_observer::begins, task);
  code.body(code.argument);
  for (const List::Observer* one = first; one != nullptr; one = one->next) tell(*one, &heddle_observer::ends, task);
}

}  // namespace heddle::tasks

#include "tasks/observers.hpp"

#include <new>

#include "probe/order.hpp"
#include "probe/unseen.hpp"
#include "runtime/current.hpp"

namespace heddle::tasks {

namespace {

using P = platform::Threads;

struct Observer {
  heddle_observer told;
  std::uint32_t number = 0;  // those behind it in the list have lower ones
  P::atomic<bool> on{true};
  Observer* next = nullptr;
};

constinit P::atomic<Observer*> first_observer{nullptr};

Observer* observers() noexcept {
  // order: acquire — pairs with observe(): what the observer is made of is visible.
  Observer* const first = first_observer.load(std::memory_order_acquire);
  probe::acquired(&first_observer);
  return first;
}

using Told = void (*heddle_observer::*)(void*, const heddle_observed_task*);

void tell(const Observer& one, Told moment, const heddle_observed_task& task) noexcept {
  // order: relaxed — says no more than that a stop has been asked for; nothing is freed by it.
  if (one.told.*moment == nullptr || !one.on.load(std::memory_order_relaxed)) return;
  (one.told.*moment)(one.told.data, &task);
}

}  // namespace

int observe(const heddle_observer& observer, std::uint32_t* number) noexcept {
  if (observer.bytes != sizeof observer) return HEDDLE_BAD_OPTION;
  if (observer.begins == nullptr && observer.ends == nullptr) return HEDDLE_NULL_BODY;
  Observer* made = nullptr;
  {
    const probe::Unseen unseen;
    made = new (std::nothrow) Observer;
  }
  if (made == nullptr) return HEDDLE_NO_MEMORY;
  made->told = observer;
  probe::released(&first_observer);
  // order: relaxed — the exchange below looks again.
  Observer* first = first_observer.load(std::memory_order_relaxed);
  do {
    made->next = first;
    made->number = first == nullptr ? 0 : first->number + 1;
    // order: acq_rel — acquire: first->number is read; release: pairs with observers(). relaxed: nothing was done.
  } while (!first_observer.compare_exchange_weak(first, made, std::memory_order_acq_rel, std::memory_order_relaxed));
  if (number != nullptr) *number = made->number;
  // order: relaxed — see observed().
  observers_on.count.fetch_add(1, std::memory_order_relaxed);
  return HEDDLE_OK;
}

int stop_observing(std::uint32_t number) noexcept {
  for (Observer* one = observers(); one != nullptr; one = one->next) {
    if (one->number != number) continue;
    // order: relaxed — as in tell(); who stops it first counts it.
    if (!one->on.exchange(false, std::memory_order_relaxed)) break;
    // order: relaxed — see observed().
    observers_on.count.fetch_sub(1, std::memory_order_relaxed);
    return HEDDLE_OK;
  }
  return HEDDLE_BAD_OPTION;
}

void run_observed(heddle_observed_task task, const ObservedCode& code) noexcept {
  task.worker = runtime::current().member->seat;
  task.thread = runtime::current().id;
  Observer* const first = observers();  // who comes later is told of no end
  for (const Observer* one = first; one != nullptr; one = one->next) tell(*one, &heddle_observer::begins, task);
  code.body(code.argument);
  for (const Observer* one = first; one != nullptr; one = one->next) tell(*one, &heddle_observer::ends, task);
}

}  // namespace heddle::tasks

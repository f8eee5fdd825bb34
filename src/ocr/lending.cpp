#include "ocr/lending.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "ocr/session.hpp"
#include "runtime/tasking.hpp"

namespace heddle::ocr {

namespace {

using Tasking = runtime::Tasking<process::P>;

// Sleeps until the word is 1.
void sleep_until_told(process::P::atomic<std::uint32_t>& told) noexcept {
  // order: acquire — pairs with tell(): what came before.
  while (told.load(std::memory_order_acquire) == 0) process::P::park(told, 0);
}
void tell(process::P::atomic<std::uint32_t>& told) noexcept {
  // order: release — pairs with sleep_until_told(). The word may be gone afterwards; to wake who sleeps at its address
  // is harmless.
  told.store(1, std::memory_order_release);
  process::P::unpark_all(told);
}

}  // namespace

void Lending::begin(process::Team& team, std::uint32_t most_spares) {
  (void)team;
  most_spares_ = most_spares;
}

void Lending::sit(process::Worker& worker, process::Member& seat) noexcept {
  worker.member = &seat;
  if (worker.task->has(graph::k_implicit)) worker.task = &seat.implicit;
}

bool Lending::pop(std::vector<Waiter*>& queue, process::Member& seat) noexcept {
  if (queue.empty()) return false;
  Waiter* const first = queue.front();
  queue.erase(queue.begin());
  first->given = &seat;
  tell(first->told);
  return true;
}

// The seat goes to who needs it most. @pre locked
void Lending::give(process::Member& seat) noexcept {
  if (pop(going_on_, seat) || pop(workers_, seat)) {
    // order: relaxed — see somebody_waits().
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  if (!session_.stopping() && call_spare(seat)) return;
  free_.push_back(&seat);
  freed_.ring();
}

bool Lending::call_spare(process::Member& seat) noexcept {
  if (idle_.empty()) {
    if (spares_ >= most_spares_) {
      static base::OnceGate gate;
      base::warn_once(gate, {"as many OCR tasks wait inside calls as HEDDLE_OCR_SPARES allows (",
                             std::to_string(most_spares_), "); fewer workers go on meanwhile"});
      return false;
    }
    auto* const spare = new Spare{.lending = this};
    // order: relaxed — end() asks behind the lock.
    running_.fetch_add(1, std::memory_order_relaxed);
    if (!P::start_thread(spare_main, spare, 0)) {
      running_.fetch_sub(1, std::memory_order_relaxed);
      delete spare;
      return false;
    }
    ++spares_;
    idle_.push_back(spare);
  }
  Spare* const spare = idle_.back();
  idle_.pop_back();
  spare->seat = &seat;
  tell(spare->called);
  return true;
}

bool Lending::lend(process::Worker& worker) noexcept {
  if (!worker_data(worker).thread.member || worker.member->team != session_.team()) return false;
  session_.hold_back_nothing(worker);
  const sync::Guard guard(lock_);
  ++lenders_;
  give(*worker.member);
  return true;
}

void Lending::wait_for_seat(process::Worker& worker, std::vector<Waiter*>& queue) noexcept {
  Waiter waiter{.worker = &worker};
  lock_.lock();
  if (!free_.empty()) {
    process::Member* const seat = free_.back();
    free_.pop_back();
    lock_.unlock();
    return sit(worker, *seat);
  }
  queue.push_back(&waiter);
  // order: relaxed — see somebody_waits().
  waiting_.fetch_add(1, std::memory_order_relaxed);
  lock_.unlock();
  session_.nudge();
  sleep_until_told(waiter.told);
  sit(worker, *waiter.given);
}

void Lending::take_back(process::Worker& worker) noexcept {
  wait_for_seat(worker, going_on_);
  const sync::Guard guard(lock_);
  if (--lenders_ == 0) freed_.ring();
}

bool Lending::pass_on(process::Worker& worker, bool spare) noexcept {
  session_.hold_back_nothing(worker);
  lock_.lock();
  const bool wanted = !going_on_.empty() || (spare && !workers_.empty());
  if (wanted) give(*worker.member);
  lock_.unlock();
  if (!wanted) return true;
  if (spare) return false;
  wait_for_seat(worker, workers_);
  return true;
}

void Lending::go_home(process::Worker& worker, process::Member& own) noexcept {
  session_.hold_back_nothing(worker);
  lock_.lock();
  give(*worker.member);
  for (;;) {
    // Callers that have lent a seat are told that the session stops, and need one to get to their end.
    const auto place = lenders_ == 0 ? std::find(free_.begin(), free_.end(), &own) : free_.end();
    if (place != free_.end()) {
      free_.erase(place);
      break;
    }
    const std::uint32_t heard = freed_.listen();
    lock_.unlock();
    freed_.sleep(heard);
    freed_.get_up();
    lock_.lock();
  }
  worker.member = &own;
  lock_.unlock();
  sit(worker, own);
}

void* Lending::spare_main(void* spare) noexcept {
  auto& self = *static_cast<Spare*>(spare);
  Lending& lending = *self.lending;
  lending.serve(self);
  delete &self;
  // order: release — pairs with end(): the last touch.
  lending.running_.fetch_sub(1, std::memory_order_release);
  P::unpark_all(lending.running_);  // it may be gone, which is harmless
  return nullptr;
}

void Lending::serve(Spare& spare) noexcept {
  process::Worker& worker = runtime::current();
  process::Member* const member = worker.member;
  process::Task* const task = worker.task;
  WorkerData& data = worker_data(worker);
  for (;;) {
    sleep_until_told(spare.called);
    // order: relaxed — only who calls it writes it again, after the lock.
    spare.called.store(0, std::memory_order_relaxed);
    if (spare.ends) return;
    data.thread.member = true;
    data.spare = true;
    worker.task = &spare.seat->implicit;
    sit(worker, *spare.seat);
    if (data.thread.session != session_.number()) session_.enter(worker);
    if (session_.serve_as_spare(worker)) {
      const sync::Guard guard(lock_);
      give(*worker.member);
    }
    data.thread.member = false;
    data.quiet.store(true, std::memory_order_relaxed);  // order: relaxed — no member any more
    worker.member = member;
    worker.task = task;
    const sync::Guard guard(lock_);
    if (session_.stopping()) return;  // end() has called, or will call, those that lie idle only
    idle_.push_back(&spare);
  }
}

void Lending::end() noexcept {
  lock_.lock();
  std::vector<Spare*> idle;
  idle.swap(idle_);
  lock_.unlock();
  for (Spare* const spare : idle) {
    spare->ends = true;
    tell(spare->called);
  }
  for (;;) {
    // order: acquire — pairs with spare_main().
    const std::uint32_t running = running_.load(std::memory_order_acquire);
    if (running == 0) return;
    P::park(running_, running);
  }
}

}  // namespace heddle::ocr

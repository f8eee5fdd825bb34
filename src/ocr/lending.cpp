#include "ocr/lending.hpp"

#include <string>

#include "base/message.hpp"
#include "ocr/session.hpp"
#include "probe/unseen.hpp"
#include "runtime/tasking.hpp"

namespace heddle::ocr {

void Lending::sit(process::Worker& worker, process::Member& seat) noexcept {
  worker.member = &seat;
  if (worker.task->has(graph::k_implicit)) worker.task = &seat.implicit;
}

// @pre the lock of seats_ is held
bool Lending::call_spare(process::Member& seat) noexcept {
  if (session_.stopping()) return false;
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
  spare->called.tell();
  return true;
}

bool Lending::lend(process::Worker& worker) noexcept {
  if (!worker_data(worker).thread.member || worker.member->team != session_.team()) return false;
  session_.hold_back_nothing(worker);
  seats_.lend(*worker.member, CallSpare{*this});
  return true;
}

void Lending::take_back(process::Worker& worker) noexcept {
  sit(worker, seats_.take_back([this] { session_.nudge(); }));
}

bool Lending::pass_on(process::Worker& worker, bool spare) noexcept {
  session_.hold_back_nothing(worker);
  if (!seats_.pass_on(*worker.member, spare, CallSpare{*this})) return true;
  if (spare) return false;
  sit(worker, seats_.come_back([this] { session_.nudge(); }));
  return true;
}

void Lending::go_home(process::Worker& worker, process::Member& own) noexcept {
  session_.hold_back_nothing(worker);
  seats_.go_home(*worker.member, own, CallSpare{*this});
  sit(worker, own);
}

void* Lending::spare_main(void* spare) noexcept {
  auto& self = *static_cast<Spare*>(spare);
  Lending& lending = *self.lending;
  lending.serve(self);
  {
    const probe::Unseen unseen;
    delete &self;
  }
  // order: release — pairs with end(): the last touch.
  lending.running_.fetch_sub(1, std::memory_order_release);
  P::unpark_all(lending.running_);  // it may be gone, which is harmless
  return nullptr;
}

void Lending::serve(Spare& spare) noexcept {
  for (;;) {
    spare.called.wait();
    spare.called.begin();
    if (spare.ends) return;
    sit_in_for(spare);
    const probe::Unseen unseen;
    const sync::Guard guard(seats_.lock());
    if (session_.stopping()) return;  // end() has called, or will call, those that lie idle only
    idle_.push_back(&spare);
  }
}

// Runs EDTs in the seat that it was called for, until somebody else needs it or the session stops.
void Lending::sit_in_for(Spare& spare) noexcept {
  process::Worker& worker = runtime::current();
  process::Member* const member = worker.member;
  process::Task* const task = worker.task;
  WorkerData& data = worker_data(worker);
  data.thread.member = true;
  data.spare = true;
  worker.task = &spare.seat->implicit;
  sit(worker, *spare.seat);
  if (data.thread.session != session_.number()) session_.enter(worker);
  if (session_.serve_as_spare(worker)) seats_.give(*worker.member, CallSpare{*this});
  data.thread.member = false;
  data.becomes_quiet();  // no member any more
  worker.member = member;
  worker.task = task;
}

void Lending::end() noexcept {
  std::vector<Spare*> idle;
  {
    const probe::Unseen unseen;
    const sync::Guard guard(seats_.lock());
    idle.swap(idle_);
  }
  for (Spare* const spare : idle) {
    spare->ends = true;
    spare->called.tell();
  }
  const probe::Unseen unseen;
  for (;;) {
    // order: acquire — pairs with spare_main().
    const std::uint32_t running = running_.load(std::memory_order_acquire);
    if (running == 0) return;
    P::park(running_, running);
  }
}

}  // namespace heddle::ocr

#include "ompt/threads.hpp"

#include <pthread.h>
#include <new>

#include "base/check.hpp"

#include "ompt/states.hpp"
#include "ompt/tool.hpp"
#include "process/watching.hpp"
#include "runtime/sleepers.hpp"
#include "sync/mutex.hpp"

namespace heddle::ompt {

namespace {

using P = platform::Threads;

struct Entry {
  omp::Worker* worker = nullptr;  // null: not in the register
  P::atomic<Whereabouts> where{Whereabouts::elsewhere};
  Entry* next = nullptr;
  Entry** link = nullptr;  // what points to it
};
constinit thread_local Entry this_threads_entry;

struct Register {
  sync::Mutex<P> lock;
  Entry* first HEDDLE_GUARDED_BY(lock) = nullptr;
  SeatState* spare_seats HEDDLE_GUARDED_BY(lock) = nullptr;
  P::atomic<bool> leave_taken{false};  // never false again
};

Register& all() noexcept {
  static Register& the_register = *new Register;  // threads may outlive every destructor
  return the_register;
}

void link(Entry& entry) noexcept HEDDLE_REQUIRES(all().lock) {
  entry.next = all().first;
  entry.link = &all().first;
  if (entry.next != nullptr) entry.next->link = &entry.next;
  all().first = &entry;
}

// @returns whether somebody between regions has not answered yet.
bool wake_those_between() noexcept {
  const sync::Guard guard(all().lock);
  bool found = false;
  for (Entry* each = all().first; each != nullptr; each = each->next) {
    // order: acquire — pairs with answer(): what the thread has told.
    if (each == &this_threads_entry || each->where.load(std::memory_order_acquire) != Whereabouts::between) continue;
    runtime::Sleepers<P>::wake(each->worker->bed);
    found = true;
  }
  return found;
}

void before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { all().lock.lock(); }
void after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { all().lock.unlock(); }
void after_fork_in_child() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  all().first = nullptr;
  if (this_threads_entry.worker != nullptr) link(this_threads_entry);
  all().lock.unlock();
}

}  // namespace

void enter_register(omp::Worker& worker) noexcept {
  const sync::Guard guard(all().lock);
  this_threads_entry.worker = &worker;
  // order: relaxed — published with the entry, under the lock.
  this_threads_entry.where.store(Whereabouts::elsewhere, std::memory_order_relaxed);
  link(this_threads_entry);
}

void leave_register() noexcept {
  const sync::Guard guard(all().lock);
  Entry& entry = this_threads_entry;
  if (entry.worker == nullptr) return;
  *entry.link = entry.next;
  if (entry.next != nullptr) entry.next->link = entry.link;
  entry.worker = nullptr;
}

SeatState& own_seat() noexcept {
  if (this_thread.own_seat != nullptr) return *this_thread.own_seat;
  const sync::Guard guard(all().lock);
  SeatState* seat = all().spare_seats;
  if (seat != nullptr) {
    all().spare_seats = seat->next_spare;
  } else {
    seat = new (std::nothrow) SeatState{};
    HEDDLE_CHECK(seat != nullptr, "no memory left for what a tool keeps with a thread");
  }
  return *(this_thread.own_seat = seat);
}

void give_up_own_seat() noexcept {
  if (this_thread.own_seat == nullptr) return;
  const sync::Guard guard(all().lock);
  this_thread.own_seat->next_spare = all().spare_seats;
  all().spare_seats = this_thread.own_seat;
  this_thread.own_seat = nullptr;
}

void is_between(bool between) noexcept {
  // order: relaxed — this thread's own word.
  if (this_threads_entry.where.load(std::memory_order_relaxed) == Whereabouts::answered) return;
  // order: release — pairs with wake_those_between().
  this_threads_entry.where.store(between ? Whereabouts::between : Whereabouts::elsewhere, std::memory_order_release);
}

bool is_asked() noexcept {
  // order: relaxed — this thread's own word.
  if (this_threads_entry.where.load(std::memory_order_relaxed) != Whereabouts::between) return false;
  // order: acquire — pairs with say_goodbye(); behind prepare_to_park()'s fence the Dekker pair of its fence: the
  // thread sees that it is asked, or is seen asleep.
  return all().leave_taken.load(std::memory_order_acquire);
}

void answer() noexcept {
  // order: release — pairs with wake_those_between().
  this_threads_entry.where.store(Whereabouts::answered, std::memory_order_release);
}

void say_goodbye() noexcept {
  constexpr std::uint64_t k_longest_ns = 1'000'000'000;  // a thread may have no core, or be inside the tool
  // order: release, fence — see is_asked().
  all().leave_taken.store(true, std::memory_order_release);
  P::fence(std::memory_order_seq_cst);
  const std::uint64_t end = P::now_ns() + k_longest_ns;
  while (wake_those_between() && P::now_ns() < end) P::yield();
  auto* const self = static_cast<omp::Worker*>(P::self());
  if (self == nullptr || self->recorder == nullptr || self->member == nullptr || has_taken_leave) return;
  if (self->task != &self->member->implicit || self->member->team->outer != nullptr) return;
  process::watcher->seat_left(*self);
  process::watcher->thread_ends(*self);
}

void prepare_register_for_forks() noexcept {
  all();
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

}  // namespace heddle::ompt

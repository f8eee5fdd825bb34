// SeatExchange: which thread has which seat of a team, while EDTs wait inside calls.
//
//   inside a call        lend(), wait, take_back()
//   an EDT has ended     pass_on() if somebody_waits(); a member that has given its seat away: come_back()
//   the session stops    go_home(); a spare: give()
//
// To the exchange all seats are alike. Who has waited inside a call and goes on comes first, then members whose own
// seat is taken, then a spare thread. A member goes home when no caller needs a seat any more: until then there may be
// fewer than callers.
//
// Invariant: a seat has one user, or lies free. Nobody waits while one lies free, but for members on their way home.
// All under one lock: it is only taken where a call waits, and by who has seen that somebody does. Model:
// tests/model/ocr_seat_exchange_test.cpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "ocr/bell.hpp"
#include "probe/unseen.hpp"
#include "sync/mutex.hpp"

namespace heddle::ocr {

/// What one thread sleeps at, and another tells: once.
template <class P>
class Summons {
 public:
  void wait() noexcept {
    // order: acquire — pairs with tell(): what came before.
    while (word_.load(std::memory_order_acquire) == 0) P::park(word_, 0);
  }
  void tell() noexcept {
    // order: release — pairs with wait(). The word may be gone afterwards; to wake who sleeps at its address is
    // harmless.
    word_.store(1, std::memory_order_release);
    P::unpark_all(word_);
  }
  /// By who has waited, to be told anew.
  void begin() noexcept { word_.store(0, std::memory_order_relaxed); }  // order: relaxed — published by who calls again

 private:
  typename P::template atomic<std::uint32_t> word_{0};
};

/// @tparam Seat  only its address counts
template <class P, class Seat>
class SeatExchange {
 public:
  SeatExchange() = default;
  SeatExchange(const SeatExchange&) = delete;
  SeatExchange& operator=(const SeatExchange&) = delete;

  /// The caller waits inside a call from now on. @param call_spare  given a seat, under the lock: whether a spare
  /// thread takes it
  template <class CallSpare>
  void lend(Seat& seat, const CallSpare& call_spare) {
    const probe::Unseen unseen;  // what several threads keep in vectors, here and below
    const sync::Guard guard(lock_);
    ++lenders_;
    hand_over(seat, call_spare);
  }
  /// It goes on, when it has a seat. @param nudge  makes somebody who has one look
  template <class Nudge>
  Seat& take_back(const Nudge& nudge) {
    const probe::Unseen unseen;
    Seat& seat = wait_in(going_on_, nudge);
    const sync::Guard guard(lock_);
    if (--lenders_ == 0) freed_.ring();
    return seat;
  }

  /// The caller has ended an EDT, and has none on its stack. @returns whether it has no seat any more
  template <class CallSpare>
  bool pass_on(Seat& seat, bool also_to_members, const CallSpare& call_spare) {
    const probe::Unseen unseen;
    const sync::Guard guard(lock_);
    if (going_on_.empty() && (!also_to_members || members_.empty())) return false;
    hand_over(seat, call_spare);
    return true;
  }
  /// A member that has given its seat away. @returns another one
  template <class Nudge>
  Seat& come_back(const Nudge& nudge) {
    const probe::Unseen unseen;
    return wait_in(members_, nudge);
  }
  bool somebody_waits() const noexcept {
    // order: relaxed — looked at again under the lock; who waits has made somebody look (nudge).
    return waiting_.load(std::memory_order_relaxed) != 0;
  }

  template <class CallSpare>
  void give(Seat& seat, const CallSpare& call_spare) {
    const probe::Unseen unseen;
    const sync::Guard guard(lock_);
    hand_over(seat, call_spare);
  }
  /// The session stops: a member leaves the seat that it has for its own, when no caller needs one any more.
  template <class CallSpare>
  void go_home(Seat& now, Seat& own, const CallSpare& call_spare) {
    const probe::Unseen unseen;
    lock_.lock();
    hand_over(now, call_spare);
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
    lock_.unlock();
  }

  sync::Mutex<P>& lock() noexcept { return lock_; }

 protected:  // as seeded bugs derive from it
  struct Waiter {
    Seat* given = nullptr;
    Summons<P> told;
  };
  using Queue = std::vector<Waiter*>;

  static bool pop(Queue& queue, Seat& seat) noexcept {
    if (queue.empty()) return false;
    Waiter* const first = queue.front();
    queue.erase(queue.begin());
    first->given = &seat;
    first->told.tell();
    return true;
  }

  // The seat goes to who needs it most. @pre locked
  template <class CallSpare>
  void hand_over(Seat& seat, const CallSpare& call_spare) {
    if (pop(going_on_, seat) || pop(members_, seat)) {
      // order: relaxed — see somebody_waits().
      waiting_.fetch_sub(1, std::memory_order_relaxed);
      return;
    }
    if (call_spare(seat)) return;
    free_.push_back(&seat);
    freed_.ring();
  }

  template <class Nudge>
  Seat& wait_in(Queue& queue, const Nudge& nudge) {
    Waiter waiter;
    lock_.lock();
    if (!free_.empty()) {
      Seat& seat = *free_.back();
      free_.pop_back();
      lock_.unlock();
      return seat;
    }
    queue.push_back(&waiter);
    // order: relaxed — see somebody_waits().
    waiting_.fetch_add(1, std::memory_order_relaxed);
    lock_.unlock();
    nudge();
    waiter.told.wait();
    return *waiter.given;
  }

  sync::Mutex<P> lock_;
  Queue going_on_;
  Queue members_;
  std::vector<Seat*> free_;
  std::uint32_t lenders_ = 0;                              // callers that have lent a seat and have none
  typename P::template atomic<std::uint32_t> waiting_{0};  // in the two queues
  Bell<P> freed_;                                          // a seat lies free
};

}  // namespace heddle::ocr

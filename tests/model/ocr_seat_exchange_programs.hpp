// Claim: a seat that is lent has one user at a time, who goes on inside a call gets one, and all members are in their
// own in the end.
//
//   caller                                   spare                                  member (of three threads)
//     lend(); wait until the spare's work      called: the seat's work; then look     work in its own seat; look
//     whether is done; take_back(); work; stop;        whether somebody waits: pass_on();     somebody waits: pass_on()
//     and go_home()                                at the stop give()                     come_back(); at the stop
//     go_home()
//
// Or the spare's EDT waits inside a call, too, until the stop. Who wants a seat nudges: those that have one look again.
// Expected: no race on a seat's work, no deadlock.
#pragma once

#include <array>
#include <cstdint>

#include "ocr/seat_exchange.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

template <class E>
struct ModelSeat {
  typename E::template plain<int> work{0};
};

enum class SpareDoes { passes_on, waits_in_a_call };

template <class E, int k_members, SpareDoes k_spare, template <class, class> class SeatExchange = ocr::SeatExchange>
struct LentSeats {
  static constexpr int k_threads = k_members + 1;
  using Seat = ModelSeat<E>;
  template <class T>
  using Word = typename E::template atomic<T>;

  std::array<Seat, k_members> own{};
  std::array<Seat*, k_members> home{};
  SeatExchange<E, Seat> seats;
  Word<std::uint32_t> signs{0};  // nudges, and the stop: what those that have a seat look at
  Word<std::uint32_t> done{0};   // what the caller waits for
  Word<std::uint32_t> stopping{0};
  Word<Seat*> called{nullptr};  // the spare; null: it lies idle
  int spares = 1;               // under the lock

  struct CallSpare {
    LentSeats& model;
    bool operator()(Seat& seat) const {
      // order: acquire — as Session::stopping().
      if (model.stopping.load(std::memory_order_acquire) != 0 || model.spares == 0) return false;
      --model.spares;
      // order: release — pairs with spare().
      model.called.store(&seat, std::memory_order_release);
      return true;
    }
  };
  CallSpare call() { return {*this}; }
  auto nudge() {
    // order: release — as what makes an EDT ready.
    return [this] { signs.fetch_add(1, std::memory_order_release); };
  }
  static void work_in(Seat& seat) { seat.work = static_cast<int>(seat.work) + 1; }

  bool stops() {
    // order: acquire — as Session::stopping().
    return stopping.load(std::memory_order_acquire) != 0;
  }
  /// Sleeps until there is another sign than those that were seen before the last look.
  void await_sign(std::uint32_t seen) {
    E::template spin_until<std::uint32_t>(
        signs, [seen](std::uint32_t now) { return now != seen; }, heddle::platform::Spins::unbounded());
  }
  std::uint32_t signs_now() {
    // order: acquire — pairs with nudge() and stop().
    return signs.load(std::memory_order_acquire);
  }
  void stop() {
    // order: release (both) — pairs with stops() and signs_now().
    stopping.store(1, std::memory_order_release);
    signs.fetch_add(1, std::memory_order_release);
  }

  void caller() {
    work_in(own[0]);
    seats.lend(own[0], call());
    // order: acquire — pairs with spare().
    E::template spin_until<std::uint32_t>(
        done, [](std::uint32_t word) { return word != 0; }, heddle::platform::Spins::unbounded());
    Seat& seat = seats.take_back(nudge());
    work_in(seat);
    stop();
    go_home(0, seat);
  }
  void member(int id) {
    Seat* seat = &own[id];
    work_in(*seat);
    while (!stops()) {
      const std::uint32_t seen = signs_now();
      if (seats.somebody_waits() && seats.pass_on(*seat, false, call())) {
        seat = &seats.come_back(nudge());
        work_in(*seat);
      } else if (!stops()) {
        await_sign(seen);
      }
    }
    go_home(id, *seat);
  }
  void go_home(int id, Seat& seat) {
    seats.go_home(seat, own[id], call());
    work_in(own[id]);
    home[id] = &own[id];
  }
  void spare() {
    E::template spin_until<Seat*>(
        called, [](Seat* seat) { return seat != nullptr; }, heddle::platform::Spins::unbounded());
    // order: acquire — pairs with CallSpare.
    Seat& seat = *called.load(std::memory_order_acquire);
    work_in(seat);
    // order: release — what it does is what the caller waits for.
    done.store(1, std::memory_order_release);
    if (k_spare == SpareDoes::waits_in_a_call) return wait_for_stop(seat);
    while (!stops()) {
      const std::uint32_t seen = signs_now();
      if (seats.somebody_waits() && seats.pass_on(seat, true, call())) return;
      if (!stops()) await_sign(seen);
    }
    seats.give(seat, call());
  }
  void wait_for_stop(Seat& lent) {
    seats.lend(lent, call());
    while (!stops()) {
      const std::uint32_t seen = signs_now();
      if (!stops()) await_sign(seen);
    }
    Seat& seat = seats.take_back(nudge());
    work_in(seat);
    seats.give(seat, call());
  }

  void thread(int id) {
    if (id == k_members) {
      spare();
    } else if (id == 0) {
      caller();
    } else {
      member(id);
    }
  }
  void after() {
    for (int id = 0; id < k_members; ++id) E::require(home[id] == &own[id], "each member is at home");
    E::require(!seats.somebody_waits(), "nobody waits");
  }
};

// Claim: a member that gives its seat to a caller gets the spare's.
//
//   caller                       member                                   spare, in the caller's seat
//     take_back(); work            look whether somebody waits:             look whether somebody waits:
//                                  pass_on(); come_back(); work             pass_on(), to the member, too
//
// It begins where the caller has lent its seat. Who of the two passes first is open; the member may not have to.
// Expected: no race on a seat's work, no deadlock; caller and member end in different seats.
template <class E, template <class, class> class SeatExchange = ocr::SeatExchange>
struct SeatsPassedRound {
  static constexpr int k_threads = 3;
  using Seat = ModelSeat<E>;

  std::array<Seat, 2> own{};
  std::array<Seat*, 2> in{&own[0], &own[1]};  // by the caller and by the member
  SeatExchange<E, Seat> seats;
  typename E::template atomic<std::uint32_t> signs{0};

  static bool to_spare(Seat& /*seat*/) { return true; }
  SeatsPassedRound() { seats.lend(own[0], to_spare); }

  // order: release — as what makes an EDT ready.
  void sign() { signs.fetch_add(1, std::memory_order_release); }
  /// Sleeps until `over`, or the seat is passed on. @returns whether it was
  template <class Over>
  bool pass_on_when_wanted(Seat& seat, bool also_to_members, const Over& over) {
    for (;;) {
      // order: acquire — pairs with sign().
      const std::uint32_t seen = signs.load(std::memory_order_acquire);
      if (seats.somebody_waits() && seats.pass_on(seat, also_to_members, [](Seat&) { return false; })) return true;
      if (over(seen)) return false;
      E::template spin_until<std::uint32_t>(
          signs, [seen](std::uint32_t now) { return now != seen; }, heddle::platform::Spins::unbounded());
    }
  }
  static constexpr std::uint32_t k_caller_is_back = 1U << 16;

  void thread(int id) {
    const auto nudge = [this] { sign(); };
    if (id == 0) {
      in[0] = &seats.take_back(nudge);
      in[0]->work = static_cast<int>(in[0]->work) + 1;
      // order: release — pairs with the member's look.
      signs.fetch_add(k_caller_is_back, std::memory_order_release);
    } else if (id == 1) {
      own[1].work = static_cast<int>(own[1].work) + 1;
      if (!pass_on_when_wanted(own[1], false, [](std::uint32_t now) { return now >= k_caller_is_back; })) return;
      in[1] = &seats.come_back(nudge);
      in[1]->work = static_cast<int>(in[1]->work) + 1;
    } else {
      own[0].work = static_cast<int>(own[0].work) + 1;
      E::require(pass_on_when_wanted(own[0], true, [](std::uint32_t) { return false; }), "it is wanted");
    }
  }
  void after() {
    E::require(in[0] != in[1], "a seat has one user");
    E::require(!seats.somebody_waits(), "nobody waits");
  }
};

}  // namespace heddle::model

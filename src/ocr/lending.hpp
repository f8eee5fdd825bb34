// Lending: who sits where, while EDTs wait inside calls.
//
// A worker that must wait gives its seat away, so as many EDTs run as there are seats, and none lies on a stack above
// one that it needs. Seats are alike. Who has waited and goes on comes first, then workers of the team whose own seat
// is taken, then a spare thread. Who is done with an EDT and has a seat gives it to who must go on; a spare also to a
// worker.
//
// Invariant: a seat has one user, or lies free while its team ends. All under one lock: it is only taken where a call
// waits, and by who has seen that somebody does.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "ocr/bell.hpp"
#include "process/types.hpp"
#include "sync/mutex.hpp"

namespace heddle::ocr {

class Session;

class Lending {
 public:
  using P = process::P;

  explicit Lending(Session& session) noexcept : session_(session) {}
  Lending(const Lending&) = delete;
  Lending& operator=(const Lending&) = delete;

  void begin(process::Team& team, std::uint32_t most_spares);

  /// The worker waits from now on. @returns whether it has given a seat away: then take_back() is due
  bool lend(process::Worker& worker) noexcept;
  void take_back(process::Worker& worker) noexcept;

  /// The worker has ended an EDT, and has none on its stack. @returns false when it has no seat any more: a spare's
  bool pass_on(process::Worker& worker, bool spare) noexcept;
  bool somebody_waits() const noexcept {
    // order: relaxed — looked at again under the lock; who waits has made somebody look (Session::nudge).
    return waiting_.load(std::memory_order_relaxed) != 0;
  }

  /// The session stops: a worker of the team goes back to its own seat, when no caller needs one any more.
  void go_home(process::Worker& worker, process::Member& own) noexcept;
  /// Something has been made ready, or somebody wants a seat.
  void wake_a_spare() noexcept { spares_bell_.ring_one(); }
  void wake_all() noexcept { spares_bell_.ring(); }

  /// How a spare that sits in a seat and finds nothing goes to sleep: it lies down, looks once more, sleeps.
  class SpareSleep {
   public:
    explicit SpareSleep(Lending& lending) noexcept : bell_(lending.spares_bell_) {}
    SpareSleep(const SpareSleep&) = delete;
    SpareSleep& operator=(const SpareSleep&) = delete;
    ~SpareSleep() { get_up(); }

    void lie_down_or_sleep() noexcept {
      if (!lies_) {
        heard_ = bell_.listen();
        lies_ = true;
        return;
      }
      bell_.sleep(heard_);
      get_up();
    }
    void get_up() noexcept {
      if (lies_) bell_.get_up();
      lies_ = false;
    }

   private:
    Bell<P>& bell_;
    std::uint32_t heard_ = 0;
    bool lies_ = false;
  };

  /// Spares end. When all workers are home.
  void end() noexcept;

 private:
  struct Waiter {
    process::Worker* worker;
    process::Member* given = nullptr;
    P::atomic<std::uint32_t> told{0};
  };
  struct Spare {
    Lending* lending;
    process::Member* seat = nullptr;
    P::atomic<std::uint32_t> called{0};
    bool ends = false;
  };

  static void* spare_main(void* spare) noexcept;
  void serve(Spare& spare) noexcept;
  void give(process::Member& seat) noexcept;
  bool call_spare(process::Member& seat) noexcept;
  void wait_for_seat(process::Worker& worker, std::vector<Waiter*>& queue) noexcept;
  static void sit(process::Worker& worker, process::Member& seat) noexcept;
  static bool pop(std::vector<Waiter*>& queue, process::Member& seat) noexcept;

  Session& session_;
  sync::Mutex<P> lock_;
  std::vector<Waiter*> going_on_;
  std::vector<Waiter*> workers_;
  std::vector<Spare*> idle_;
  std::vector<process::Member*> free_;
  std::uint32_t lenders_ = 0;  // callers that have lent a seat and have none
  std::uint32_t spares_ = 0;
  std::uint32_t most_spares_ = 0;
  P::atomic<std::uint32_t> waiting_{0};  // in the two queues
  P::atomic<std::uint32_t> running_{0};  // spare threads that exist
  Bell<P> freed_;                        // a seat lies free
  alignas(base::k_line_bytes) Bell<P> spares_bell_;
};

}  // namespace heddle::ocr

// Lending: spare threads take the seats of workers that wait inside calls, so as many EDTs run as there are seats, and
// none lies on a stack above one that it needs (seat_exchange.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "base/cache_line.hpp"
#include "ocr/bell.hpp"
#include "ocr/seat_exchange.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

class Session;

class Lending {
 public:
  using P = process::P;

  explicit Lending(Session& session) noexcept : session_(session) {}
  Lending(const Lending&) = delete;
  Lending& operator=(const Lending&) = delete;

  void begin(std::uint32_t most_spares) noexcept { most_spares_ = most_spares; }

  /// The worker waits from now on. @returns whether it has given a seat away: then take_back() is due
  bool lend(process::Worker& worker) noexcept;
  void take_back(process::Worker& worker) noexcept;

  /// The worker has ended an EDT, and has none on its stack. @returns false when it has no seat any more: a spare's
  bool pass_on(process::Worker& worker, bool spare) noexcept;
  bool somebody_waits() const noexcept { return seats_.somebody_waits(); }

  /// The session stops: a worker of the team goes back to its own seat, when no caller needs one any more.
  void go_home(process::Worker& worker, process::Member& own) noexcept;
  /// Something has been made ready, or somebody wants a seat.
  void wake_a_spare() noexcept { spares_bell_.ring_one(); }
  void wake_all() noexcept { spares_bell_.ring(); }
  /// @pre the caller has passed a light fence behind what it has made ready
  bool a_spare_sleeps() const noexcept { return spares_bell_.is_heard(); }

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
    bool lies() const noexcept { return lies_; }

   private:
    Bell<P>& bell_;
    std::uint32_t heard_ = 0;
    bool lies_ = false;
  };

  /// Spares end. When all workers are home.
  void end() noexcept;

 private:
  struct Spare {
    Lending* lending;
    process::Member* seat = nullptr;
    Summons<P> called{};
    bool ends = false;
  };
  /// What SeatExchange asks for when nobody waits for a seat.
  struct CallSpare {
    Lending& lending;
    bool operator()(process::Member& seat) const noexcept { return lending.call_spare(seat); }
  };

  static void* spare_main(void* spare) noexcept;
  void serve(Spare& spare) noexcept;
  void sit_in_for(Spare& spare) noexcept;
  bool call_spare(process::Member& seat) noexcept;
  static void sit(process::Worker& worker, process::Member& seat) noexcept;

  Session& session_;
  SeatExchange<P, process::Member> seats_;
  std::vector<Spare*> idle_;  // under the lock of seats_, as are the next two
  std::uint32_t spares_ = 0;
  std::uint32_t most_spares_ = 0;
  P::atomic<std::uint32_t> running_{0};  // spare threads that exist
  alignas(base::k_line_bytes) Bell<P> spares_bell_;
};

}  // namespace heddle::ocr

// One object per seat for a loop schedule, made when a loop first needs so many and kept for the next ones.
//
// Room is made by one thread while nobody uses the lines; then each line's own type says who may touch it.
#pragma once

#include <cstdint>
#include <memory>
#include <new>

#include "base/check.hpp"
#include "graph/scheduler.hpp"

namespace heddle::graph {

template <class Line>
class SeatLines {
 public:
  void make_room(std::uint32_t seats) noexcept {
    if (seats <= room_) return;
    lines_.reset(new (std::nothrow) Line[seats]);
    HEDDLE_CHECK(lines_ != nullptr, "no memory left for the threads of a loop");
    room_ = seats;
  }

  Line& operator[](Seat seat) noexcept { return lines_[seat]; }

 private:
  std::unique_ptr<Line[]> lines_;
  std::uint32_t room_ = 0;
};

}  // namespace heddle::graph

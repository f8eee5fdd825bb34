// Lines: where each cache line is, and when a core that asks for it has it. Times only; the values lie where they
// always lie.
//
// What a simple model gets wrong by a factor of ten, so that this one has it: a line moves when the request is through,
// and the old owner still hits during the first part of the flight (hold); requests that queue for a line follow each
// other faster than a lone one (chain); a sharer becomes the owner cheaply (upgrade).
//
// A line is known by its address: what shares a line in the engine shares it here. Threads of one core have its lines
// in common, once they are there. Used by one thread of the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "platform/sim/machine.hpp"

namespace heddle::platform::sim {

using LineId = std::uint32_t;

/// Numbers that are 0 at first, so many that only those in use should take memory.
class ZeroedArray {
 public:
  ZeroedArray() noexcept = default;
  explicit ZeroedArray(std::size_t count) noexcept;
  ~ZeroedArray();
  ZeroedArray(const ZeroedArray&) = delete;
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(numbers_, other.numbers_);
    std::swap(count_, other.count_);
    return *this;
  }
  LineId& operator[](std::size_t at) const noexcept { return numbers_[at]; }
  std::size_t size() const noexcept { return count_; }

 private:
  LineId* numbers_ = nullptr;
  std::size_t count_ = 0;
};

class Lines {
 public:
  explicit Lines(const Machine& machine);

  LineId at(const void* address) {
    const std::uintptr_t line = (reinterpret_cast<std::uintptr_t>(address) >> k_line_shift) - first_;
    if (line < places_.size()) {
      const LineId id = places_[line];
      return id != 0 ? id - 1 : placed(line);
    }
    return found(address);
  }
  /// Most lines lie there: they are found by their place, the others by a table.
  void lies_in(const void* begin, std::size_t bytes);

  /// Whether the core may read, or write, without asking anybody.
  bool can_read(LineId id, CoreId thread, Cycles now) const noexcept {
    const Line& line = lines_[id];
    const CoreId core = core_of_[thread];
    if (line.owner == core) return line.shared || arrived(line, thread, now);
    if (line.owner == k_nobody) return true;  // first touched by this core: where it comes from is not modelled
    return holds(id, core, now) || (line.shared && is_sharer(id, core));
  }
  bool can_write(LineId id, CoreId thread, Cycles now) const noexcept {
    const Line& line = lines_[id];
    const CoreId core = core_of_[thread];
    if (line.owner == k_nobody) return true;
    return !line.shared && (line.owner == core ? arrived(line, thread, now) : holds(id, core, now));
  }

  /// Asks for the line. @returns when the core has it: to read, or for itself. Only when it may not yet; see above.
  /// @param permille  of the usual flight that this one takes
  Cycles fetch(LineId id, CoreId thread, Cycles now, Cycles permille = 1000);
  Cycles own(LineId id, CoreId thread, Cycles now, Cycles permille = 1000);
  /// First touch of a line that nobody has.
  void claim(LineId id, CoreId thread) noexcept {
    Line& line = lines_[id];
    if (line.owner != k_nobody) return;
    line.owner = core_of_[thread];
    line.asker = thread;
  }

  /// The core wants to know when a line is taken away that it has.
  void mind(CoreId thread) noexcept {
    const CoreId core = core_of_[thread];
    minds_[core / 64] |= std::uint64_t{1} << (core % 64);
  }
  /// Whether it has lost none since then, and reads none that it has given away. It must mind since.
  bool kept_all(CoreId thread, Cycles since) const noexcept {
    const CoreId core = core_of_[thread];
    return lost_at_[core] < since && held_[core].until <= since;
  }
  /// Those who minded, and have lost the line that own() was called for last. They do not mind any more.
  const std::vector<CoreId>& losers() const noexcept { return losers_; }
  CoreId core_of(CoreId thread) const noexcept { return core_of_[thread]; }

  /// Nobody has the lines of this memory any more.
  void forget(const void* address, std::size_t bytes) noexcept;

  /// Lines that have moved from one core to another.
  std::uint64_t transfers() const noexcept { return transfers_; }

 private:
  static constexpr std::uint32_t k_line_shift = 6;
  static constexpr LineId k_unknown = UINT32_MAX;
  static constexpr CoreId k_nobody = UINT32_MAX;
  static constexpr std::uint32_t k_no_sharers = UINT32_MAX;

  struct Line {
    Cycles free_at = 0;       // when the last request made so far is through
    CoreId owner = k_nobody;  // who has it, or will at free_at; of a shared line the one who gives it on
    CoreId asker = k_nobody;  // the thread that it has come for
    bool shared = false;
    std::uint32_t sharers = k_no_sharers;  // where in sharers_ its bits begin
  };

  /// The line that a core has given away last, and from when till when it still hits: in a queue each does for a
  /// moment.
  struct HeldLine {
    LineId line = UINT32_MAX;
    Cycles from = 0;
    Cycles until = 0;
  };
  /// The line that a core has asked for last, to have it for itself. Its other threads wait for the same request.
  struct LineRequest {
    LineId line = UINT32_MAX;
    Cycles done = 0;
  };

  // A thread goes by its own request, which it has waited for, or has left to its store buffer.
  static bool arrived(const Line& line, CoreId thread, Cycles now) noexcept {
    return line.asker == thread || line.free_at <= now;
  }
  bool holds(LineId id, CoreId core, Cycles now) const noexcept {
    return held_[core].line == id && held_[core].from <= now && now < held_[core].until;
  }
  bool is_sharer(LineId id, CoreId core) const noexcept {
    const Line& line = lines_[id];
    return (sharers_[line.sharers + core / 64] >> (core % 64) & 1) != 0;
  }
  void add_sharer(Line& line, CoreId core);
  void forget_sharers(Line& line) noexcept;
  Cycles flight(const Line& line, CoreId to) const noexcept;
  Cycles move(Line& line, CoreId core, Cycles now, Cycles flight) const noexcept;
  Cycles queued(const Line& line, Cycles now, Cycles flight) const noexcept;
  void grow();
  std::size_t find(std::uintptr_t line) const noexcept;
  LineId found(const void* address);
  LineId placed(std::uintptr_t line);
  LineId known(std::uintptr_t line) const noexcept;
  void tell_losers(const Line& line, CoreId but, Cycles now);
  void tell(CoreId core, Cycles now);

  const Machine& machine_;
  std::vector<CoreId> core_of_;  // of each thread
  std::vector<Line> lines_;
  std::vector<HeldLine> held_;          // by core
  std::vector<LineRequest> asked_;      // by core
  std::vector<std::uint64_t> sharers_;  // bits, as many words for each line that has ever been shared
  std::uint32_t words_;
  struct Slot {
    std::uintptr_t line = 0;  // the address divided by the line's size; 0: free
    LineId id = 0;
  };
  std::vector<Slot> table_;
  std::size_t in_table_ = 0;
  std::uintptr_t first_ = 0;          // line of the stretch in which most lie
  ZeroedArray places_;                // one more than their numbers; 0: not used yet
  std::vector<std::uint64_t> minds_;  // bits, by core
  std::vector<Cycles> lost_at_;       // by core that minds
  std::vector<CoreId> losers_;
  std::uint64_t transfers_ = 0;
};

}  // namespace heddle::platform::sim

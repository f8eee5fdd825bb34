#include "platform/sim/lines.hpp"

#include <sys/mman.h>
#include <algorithm>
#include <bit>

#include "base/check.hpp"

namespace heddle::platform::sim {

namespace {

std::size_t slot_of(std::uintptr_t line, std::size_t slots) noexcept {
  return (line * 0x9E3779B97F4A7C15u >> 20) & (slots - 1);  // Fibonacci hashing
}

}  // namespace

ZeroedArray::ZeroedArray(std::size_t count) noexcept : count_(count) {
  void* const memory =
      mmap(nullptr, count * sizeof(LineId), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "no memory left for a simulation's lines");
  numbers_ = static_cast<LineId*>(memory);
}

ZeroedArray::~ZeroedArray() {
  if (numbers_ != nullptr) munmap(numbers_, count_ * sizeof(LineId));
}

Lines::Lines(const Machine& machine)
    : machine_(machine),
      held_(machine.cores),
      asked_(machine.cores),
      words_((machine.cores + 63) / 64),
      table_(1 << 12),
      minds_(words_),
      lost_at_(machine.cores) {
  for (CoreId thread = 0; thread < machine.cores; ++thread) core_of_.push_back(machine.core_of(thread));
}

// Where the line stands in the table, or the free place where it would.
std::size_t Lines::find(std::uintptr_t line) const noexcept {
  std::size_t at = slot_of(line, table_.size());
  while (table_[at].line != line && table_[at].line != 0) at = (at + 1) & (table_.size() - 1);
  return at;
}

void Lines::lies_in(const void* begin, std::size_t bytes) {
  first_ = reinterpret_cast<std::uintptr_t>(begin) >> k_line_shift;
  places_ = ZeroedArray(bytes >> k_line_shift);
}

LineId Lines::placed(std::uintptr_t line) {
  lines_.emplace_back();
  places_[line] = static_cast<LineId>(lines_.size());
  return places_[line] - 1;
}

LineId Lines::found(const void* address) {
  const std::uintptr_t line = reinterpret_cast<std::uintptr_t>(address) >> k_line_shift;
  const std::size_t at = find(line);
  if (table_[at].line == line) return table_[at].id;
  const auto id = static_cast<LineId>(lines_.size());
  table_[at] = {line, id};
  lines_.emplace_back();
  if (2 * ++in_table_ > table_.size()) grow();
  return id;
}

void Lines::forget(const void* address, std::size_t bytes) noexcept {
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(address) >> k_line_shift;
  const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(address) + bytes - 1) >> k_line_shift;
  if (bytes == 0 || end - begin > lines_.size()) return;  // larger than all that is known: fresh from the system
  for (std::uintptr_t line = begin; line <= end; ++line) {
    const LineId id = known(line);
    if (id == k_unknown) continue;
    forget_sharers(lines_[id]);
    lines_[id] = {.sharers = lines_[id].sharers};
  }
}

LineId Lines::known(std::uintptr_t line) const noexcept {
  if (line - first_ < places_.size()) return places_[line - first_] - 1;
  const Slot& slot = table_[find(line)];
  return slot.line == line ? slot.id : k_unknown;
}

void Lines::grow() {
  std::vector<Slot> old(table_.size() * 2);
  old.swap(table_);
  for (const Slot& slot : old) {
    if (slot.line == 0) continue;
    std::size_t at = slot_of(slot.line, table_.size());
    while (table_[at].line != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = slot;
  }
}

void Lines::add_sharer(Line& line, CoreId core) {
  if (line.sharers == k_no_sharers) {
    line.sharers = static_cast<std::uint32_t>(sharers_.size());
    sharers_.resize(sharers_.size() + words_);
  }
  sharers_[line.sharers + core / 64] |= std::uint64_t{1} << (core % 64);
}

void Lines::forget_sharers(Line& line) noexcept {
  line.shared = false;
  if (line.sharers != k_no_sharers) std::fill_n(sharers_.begin() + line.sharers, words_, 0);
}

Cycles Lines::flight(const Line& line, CoreId to) const noexcept {
  return machine_.same_group(line.owner, to) ? machine_.line.transfer : machine_.line.transfer_far;
}

// The request goes behind those that are under way.
Cycles Lines::move(Line& line, CoreId core, Cycles now, Cycles flight) const noexcept {
  line.owner = core;
  line.free_at = std::max(line.free_at, now) + flight;
  return line.free_at;
}

// Requests that queue for the line follow each other faster.
Cycles Lines::queued(const Line& line, Cycles now, Cycles flight) const noexcept {
  return line.free_at > now ? flight * machine_.line.chain_percent / 100 : flight;
}

// A shared line is given to any number of readers at once.
Cycles Lines::fetch(LineId id, CoreId thread, Cycles now, Cycles permille) {
  Line& line = lines_[id];
  const CoreId core = core_of_[thread];
  if (line.owner == core) return std::max(now, line.free_at);  // it comes already, for another thread of the core
  ++transfers_;
  const Cycles flight = this->flight(line, core) * permille / 1000;
  if (line.shared) {
    add_sharer(line, core);
    return std::max(now, line.free_at) + flight;
  }
  const CoreId owner = line.owner;
  const Cycles done = move(line, core, now, queued(line, now, flight));
  line.owner = owner;  // it goes on reading, and gives the line to others
  line.shared = true;
  add_sharer(line, owner);
  add_sharer(line, core);
  return done;
}

void Lines::tell_losers(const Line& line, CoreId but, Cycles now) {
  if (!line.shared) return line.owner == but ? void() : tell(line.owner, now);
  for (std::uint32_t word = 0; word < words_; ++word) {
    for (std::uint64_t bits = sharers_[line.sharers + word] & minds_[word]; bits != 0; bits &= bits - 1) {
      const CoreId core = word * 64 + static_cast<CoreId>(std::countr_zero(bits));
      if (core != but) tell(core, now);
    }
  }
}

void Lines::tell(CoreId core, Cycles now) {
  const std::uint64_t bit = std::uint64_t{1} << (core % 64);
  if ((minds_[core / 64] & bit) == 0) return;
  minds_[core / 64] &= ~bit;
  lost_at_[core] = now;
  losers_.push_back(core);
}

Cycles Lines::own(LineId id, CoreId thread, Cycles now, Cycles permille) {
  Line& line = lines_[id];
  const CoreId core = core_of_[thread];
  losers_.clear();
  if (asked_[core].line == id && asked_[core].done > now) return asked_[core].done;
  if (line.owner == core && !line.shared) return std::max(now, line.free_at);
  const bool upgrade = line.shared && is_sharer(id, core);
  if (!upgrade) ++transfers_;
  const Cycles usual = upgrade ? machine_.line.upgrade : this->flight(line, core);
  const Cycles flight = queued(line, now, usual * permille / 1000);
  const CoreId owner = line.owner;
  tell_losers(line, core, now);
  const Cycles done = move(line, core, now, flight);
  line.asker = thread;
  asked_[core] = {id, done};
  if (line.shared) {
    forget_sharers(line);  // none of them could have written
  } else {
    // The owner till now, or the one in front in the queue, keeps the line for the first part of the flight.
    const Cycles leaves = done - flight;
    held_[owner] = {id, leaves, leaves + flight * machine_.line.hold_percent / 100};
  }
  return done;
}

}  // namespace heddle::platform::sim

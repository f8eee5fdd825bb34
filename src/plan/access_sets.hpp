// AccessSets: what has been done to each address, or to each range of bytes, as far as the tasks that come next may
// have to wait for it.
//
// A Cell knows the newest set of tasks that may run beside each other (one writer, all readers since, all members of an
// inoutset) and the set before; who joins which is graph/order_rule.hpp's. Member lists are persistent: a cell can be
// copied when a range is split.
// One thread, while a plan is linked.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/access.hpp"
#include "graph/order_rule.hpp"
#include "graph/range_map.hpp"
#include "plan/description.hpp"

namespace heddle::plans {

using graph::Mode;

struct Cell {
  std::uintptr_t address = 0;
  std::uint32_t newest = k_none;  // the first link of its list
  std::uint32_t previous = k_none;
  std::uint32_t newest_count = 0;
  std::uint32_t previous_count = 0;
  std::uint32_t join = k_none;  // the node that stands for all of `previous`, if there is one
  Mode mode = Mode::in;         // of the newest set
  bool taken = false;           // in an AddressTable: by an address
};

/// Whether cells are copied: lists that one of them is done with may then be another's.
enum class Cells : std::uint8_t { single, copied };

/// The members of sets, as lists. A list of one is its node, marked, and takes no memory.
class Members {
 public:
  explicit Members(Cells cells) noexcept : cells_(cells) {}

  [[gnu::always_inline]] std::uint32_t pushed(std::uint32_t list, std::uint32_t node) {
    if (list == k_none) return node | k_single;
    if (free_ == k_none) [[unlikely]]
      return pushed_anew(list, node);
    const std::uint32_t place = free_;
    free_ = links_[place].next;
    links_[place] = {node, list};
    return place;
  }
  /// No cell needs the list any more but, perhaps, copies of the one that has it.
  void drop(std::uint32_t list) noexcept {
    if (cells_ == Cells::copied) return;
    while ((list & k_single) == 0) {
      const std::uint32_t next = links_[list].next;
      links_[list].next = free_;
      free_ = list;
      list = next;
    }
  }
  /// The list without its front, which no cell needs any more but, perhaps, copies of this one.
  std::uint32_t popped(std::uint32_t list) noexcept {
    if ((list & k_single) != 0) return k_none;
    const std::uint32_t rest = links_[list].next;
    if (cells_ == Cells::single) {
      links_[list].next = free_;
      free_ = list;
    }
    return rest;
  }
  std::uint32_t front(std::uint32_t list) const noexcept {
    return (list & k_single) != 0 ? list & ~k_single : links_[list].node;
  }

  template <class Visit>
  void for_each(std::uint32_t list, Visit visit) const {
    for (; (list & k_single) == 0; list = links_[list].next) visit(links_[list].node);
    if (list != k_none) visit(list & ~k_single);
  }

 private:
  struct Link {
    std::uint32_t node;
    std::uint32_t next;
  };
  static constexpr std::uint32_t k_single = std::uint32_t{1} << 31;  // in k_none, too

  [[gnu::noinline]] std::uint32_t pushed_anew(std::uint32_t list, std::uint32_t node) {
    links_.push_back({node, list});
    return static_cast<std::uint32_t>(links_.size() - 1);
  }

  const Cells cells_;
  std::vector<Link> links_;
  std::uint32_t free_ = k_none;
};

/// As many waits as there may be between two sets before a join is worth a node.
inline constexpr std::uint32_t k_few = 2;

/// Whether a further member of the newest set would wait for so many that they had better be joined.
inline bool wants_join(const Cell& cell, Mode mode) noexcept {
  return cell.newest_count != 0 && graph::joins(cell.mode, mode) && cell.previous_count > k_few && cell.join == k_none;
}

/// A node's access of a cell.
struct Use {
  std::uint32_t node;
  Mode mode;
};

/// A cell while a node uses it, as graph::enter_place() asks for it.
template <class Wait>
struct CellPlace {
  Cell& cell;
  Members& members;
  std::uint32_t node;
  Wait& wait;

  bool knows_any() const noexcept { return cell.newest_count != 0; }
  Mode mode() const noexcept { return cell.mode; }
  bool has_newcomer() const noexcept { return members.front(cell.newest) == node; }
  void leave(Mode /*covering*/) noexcept {
    cell.newest = members.popped(cell.newest);
    --cell.newest_count;
  }
  void join() {
    cell.join != k_none ? wait(cell.join) : members.for_each(cell.previous, wait);
    cell.newest = members.pushed(cell.newest, node);
    ++cell.newest_count;
  }
  void start(Mode mode) {
    members.for_each(cell.newest, wait);
    members.drop(cell.previous);
    cell.previous = cell.newest;
    cell.previous_count = cell.newest_count;
    cell.join = k_none;
    cell.newest = members.pushed(k_none, node);
    cell.newest_count = 1;
    cell.mode = mode;
  }
};

/// `wait(predecessor)` is called for each node that the using one has to wait for.
template <class Wait>
void enter(Cell& cell, Members& members, const Use& use, Wait wait) {
  graph::enter_place(CellPlace<Wait>{cell, members, use.node, wait}, use.mode);
}

/// The cells by address, as OpenMP's depend clauses want them. Open addressing; nothing is ever taken out.
class AddressTable {
 public:
  static constexpr Cells k_cells = Cells::single;

  /// Room for so many more addresses: cells stay where they are until then.
  void prepare(const Access* /*accesses*/, std::size_t count) {
    if ((used_ + count) * 2 > cells_.size()) grow(count);
  }
  Cell& cell_of(const Access& access) {
    const auto address = reinterpret_cast<std::uintptr_t>(access.address);
    Cell& cell = at(address);
    if (!cell.taken) [[unlikely]] {
      cell.taken = true;
      cell.address = address;
      ++used_;
    }
    return cell;
  }
  template <class Visit>
  void for_each_cell(const Access& access, Visit visit) {
    visit(cell_of(access));
  }

 private:
  // Addresses of one array lie a power of two apart: the product's high bits tell them apart.
  Cell& at(std::uintptr_t address) noexcept {
    std::size_t slot = address * 0x9E3779B97F4A7C15u >> shift_;
    while (cells_[slot].taken && cells_[slot].address != address) slot = (slot + 1) & (cells_.size() - 1);
    return cells_[slot];
  }
  void grow(std::size_t count) {
    std::vector<Cell> old(std::bit_ceil((used_ + count) * 4 + 16));
    old.swap(cells_);
    shift_ = static_cast<unsigned>(64 - std::countr_zero(cells_.size()));
    used_ = 0;
    for (const Cell& cell : old) {
      if (!cell.taken) continue;
      at(cell.address) = cell;
      ++used_;
    }
  }

  std::vector<Cell> cells_;
  std::size_t used_ = 0;
  unsigned shift_ = 64;
};

/// The cells by ranges of bytes, split wherever an access begins or ends. prepare() with all accesses of a task, before
/// for_each_cell() with any of them.
class RangeTable {
 public:
  static constexpr Cells k_cells = Cells::copied;

  void prepare(const Access* accesses, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const graph::Range range = graph::range_of(accesses[i].address, accesses[i].bytes);
      cells_.cut(range, [](std::uintptr_t, const Cell& lower) { return lower; });
      cells_.fill(range);
    }
  }
  template <class Visit>
  void for_each_cell(const Access& access, Visit visit) {
    cells_.for_each(graph::range_of(access.address, access.bytes), [&](std::uintptr_t, Cell& cell) { visit(cell); });
  }

 private:
  graph::RangeMap<Cell> cells_;
};

}  // namespace heddle::plans

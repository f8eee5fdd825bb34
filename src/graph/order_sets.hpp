// OrderSets: the order of one parent's children, for those who look on: which sets of earlier tasks an access waits
// for, whatever a set is to them (tasks by number, tasks that have not ended, the time when all will have).
//
// The rule is order_rule.hpp's. Each task's accesses come with each address once, as join_same() leaves them. One
// thread at a time.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "graph/order_rule.hpp"

namespace heddle::graph {

/// What is known of one address.
template <class Set>
struct SetsOfAddress {
  Set newest;
  Set previous;  // what the newest set waits for
  Mode mode = Mode::out;

  /// The set that an access waits for.
  const Set& before(Mode next) const noexcept {
    return !newest.empty() && joins(mode, next) ? previous : newest_known();
  }

  /// @returns the set that a task is to be put into by an access, which waits for `previous` from then on
  Set& enter(Mode next) {
    enter_place(Place{*this}, next);
    return newest;
  }

 private:
  struct Place {
    SetsOfAddress& sets;
    bool knows_any() const noexcept { return !sets.newest.empty(); }
    Mode mode() const noexcept { return sets.mode; }
    static constexpr bool has_newcomer() noexcept { return false; }
    static constexpr void leave(Mode) noexcept {}
    void join() const noexcept {}
    void start(Mode mode) const {
      if (knows_any()) sets.previous = std::exchange(sets.newest, Set());
      sets.mode = mode;
    }
  };
  // Members may have left before those that they waited for.
  const Set& newest_known() const noexcept { return newest.empty() ? previous : newest; }
};

/// @tparam Set  is copied; a new one is empty(), one that a task has been put into is not
template <class Set>
class OrderSets {
 public:
  /// Calls `visit(set)` for each set that an access waits for.
  template <class Visit>
  void for_each_before(const Access& access, Visit visit) const {
    if (access.address == k_all_memory) {
      for (const auto& [address, sets] : addresses_) visit(sets.before(Mode::out));
      return visit(all_);
    }
    const auto found = addresses_.find(key(access));
    visit(found == addresses_.end() ? all_ : found->second.before(access.mode));
  }

  /// @returns the set that the task is to be put into
  Set& enter(const Access& access) {
    if (access.address == k_all_memory) {
      addresses_.clear();
      return all_ = Set();
    }
    return addresses_.try_emplace(key(access), SetsOfAddress<Set>{all_, Set(), Mode::out})
        .first->second.enter(access.mode);
  }

  /// Takes a member out of the sets of an address that it has named: nobody waits for it any more.
  template <class Member>
  void leave(const void* address, const Member& member) {
    if (address == k_all_memory) {
      std::erase(all_, member);
      for (auto known = addresses_.begin(); known != addresses_.end();) known = leave_known(known, member);
    } else if (const auto known = addresses_.find(reinterpret_cast<std::uintptr_t>(address));
               known != addresses_.end()) {
      leave_known(known, member);
    }
  }

  bool empty() const noexcept { return addresses_.empty() && all_.empty(); }

 private:
  using Addresses = std::map<std::uintptr_t, SetsOfAddress<Set>>;

  static std::uintptr_t key(const Access& access) noexcept { return reinterpret_cast<std::uintptr_t>(access.address); }

  template <class Member>
  typename Addresses::iterator leave_known(typename Addresses::iterator known, const Member& member) {
    std::erase(known->second.newest, member);
    std::erase(known->second.previous, member);
    const bool over = known->second.newest.empty() && known->second.previous.empty();
    return over ? addresses_.erase(known) : std::next(known);
  }

  Addresses addresses_;
  Set all_;  // the last task to name all memory: who finds nothing at its address waits for it
};

}  // namespace heddle::graph

// Domain: the scope in which accesses order tasks, that is the children of one parent.
//
// A table from address to the two newest sets of tasks that used it. A set is one writer, or all readers since, or all
// members of an inoutset or mutexinoutset. Which access joins the current set, and which starts one, says
// order_rule.hpp. So that joiners wait for one task and not for many, a set of several tasks that is followed by
// another such set is first closed by a join node: M tasks before N tasks cost M + N edges, never M x N.
//
// An access to all memory (k_all_memory) waits for every member of every current set, and empties the table: whoever
// finds no set for its address from then on waits for that task (`all_`).
//
// Only the worker that runs the parent touches a domain (children are created by the parent's thread), so there is no
// lock; finishing workers meet it only in Dependences. The manager `locked` adds the lock of the published baseline.
//
// Memory: a task in the table stays allocated after it has finished until the domain forgets it: when its set is
// superseded, when the table is swept on growth, or when the parent retires.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/check.hpp"
#include "graph/exclusion.hpp"
#include "graph/linking.hpp"
#include "graph/order_rule.hpp"
#include "graph/overlap.hpp"
#include "graph/record.hpp"
#include "graph/task.hpp"
#include "graph/task_memory.hpp"
#include "probe/unseen.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::graph {

/// What the domain knows of one address.
template <class P>
struct Entry {
  void* address;     // null in an empty slot
  Record<P>* first;  // the current set, oldest first
  Record<P>* last;
  Task<P>* previous;        // what the members of the current set wait for; null when that has finished
  Exclusion<P>* exclusion;  // of a mutexinoutset set, which holds one reference; else null
  std::uint32_t members;
  Mode mode;
};

template <class P>
class Domain {
 public:
  explicit Domain() noexcept = default;
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;
  ~Domain() { std::free(table_); }

  /// Enters the accesses of `task` and links it to its predecessors.
  /// @returns true when it waits for nobody. Parent's worker only.
  bool enter(Task<P>& task, memory::Slab<P>& slab) noexcept;

  /// True when a task with these accesses would wait for nobody now. Parent's worker only.
  bool idle(const Access* accesses, std::uint32_t count) const noexcept;

  /// Forgets all tasks. Nobody may enter any more; called by the worker that retires the parent.
  void clear(memory::Slab<P>& slab) noexcept;

  sync::SpinLock<P> lock;              // for managers that serialise; unused otherwise
  std::unique_ptr<NamedRanges> named;  // with HEDDLE_VERIFY; touched by the parent's worker only

 private:
  static constexpr std::uint32_t k_first_capacity = 16;
  static constexpr std::uint32_t k_kept_capacity = 256;  // of a table that is emptied: 14 KiB are cleared in 0.2 us
  static constexpr std::uint32_t k_prune_from = 64;      // members in a set before finished ones are looked for

  struct Place;

  Entry<P>& find(void* address, memory::Slab<P>& slab) noexcept;
  Entry<P>* probe(void* address) const noexcept;
  void grow(memory::Slab<P>& slab) noexcept;
  void enter_all(Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  bool follow_all(Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  bool all_is_over() const noexcept { return all_ == nullptr || all_->dependences.closed(); }
  void free_table() noexcept;
  void enter_one(Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  void join_set(Entry<P>& entry, Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  void start_set(Entry<P>& entry, Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  void follow_set(Entry<P>& entry, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  Task<P>* close_set(Entry<P>& entry, Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept;
  static void append(Entry<P>& entry, Record<P>& record) noexcept;
  static void share_exclusion(Entry<P>& entry, Record<P>& record) noexcept;
  static void drop_exclusion(Exclusion<P>*& exclusion) noexcept;
  void prune(Entry<P>& entry, memory::Slab<P>& slab) noexcept;
  void withdraw(Entry<P>& entry, memory::Slab<P>& slab) noexcept;
  void forget(Task<P>* task, memory::Slab<P>& slab) noexcept;
  void forget_entry(Entry<P>& entry, memory::Slab<P>& slab) noexcept;
  static bool is_over(const Entry<P>& entry) noexcept;

  Task<P>* all_ = nullptr;  // the newest with an access to all memory, unless it is known to have finished
  Entry<P>* table_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t shift_ = 64;
};

template <class P>
Domain<P>* make_domain() noexcept {
  auto* domain = new (std::nothrow) Domain<P>;
  HEDDLE_CHECK(domain != nullptr, "no memory left for the dependences of a task's children");
  return domain;
}

template <class P>
void free_domain(Domain<P>* domain) noexcept {
  const probe::Unseen unseen;
  delete domain;
}

}  // namespace heddle::graph

#include "graph/domain_inline.hpp"

// The weak memory of the explorer: every atomic keeps all its stores, every thread a view of which it may still read.
//
// The model is C++20's (RC11) operationally: release stores carry the view of their thread, acquire loads join it,
// read-modify-writes read the newest store and continue its release sequence, a seq_cst fence exchanges views with one
// global view, and a seq_cst access does so for its own location. Not modelled: a load that reads a store which is
// executed later (load buffering; hardware shows it, the same gap as loom and Relacy), consume (treated as acquire).
// Stores take the end of the modification order; with Stores::may_slip_in also earlier places (2+2W).
//
// Threads are told apart by number; there is no concurrency in here. Used by Engine only.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "platform/check/view.hpp"

namespace heddle::platform::check {

struct Store {
  std::uint64_t bits;
  Stamp stamp;
  bool is_rmw;  // nothing may slip in between it and the store before it
  View view;    // what an acquire load of it learns
};

/// One atomic object. Stores are in modification order, oldest first.
struct Location {
  std::vector<Store> stores;
  ThreadId creator;
  Clock created;
  bool alive = true;

  const Store& newest() const noexcept { return stores.back(); }
};

class Memory {
 public:
  void reset() noexcept;

  LocationId create(ThreadId thread, std::uint64_t bits);
  Location& at(LocationId location) noexcept { return locations_[location]; }
  std::size_t location_count() const noexcept { return used_; }

  View& view(ThreadId thread) noexcept { return threads_[thread].now; }
  /// A new thread knows what its parent knows; the end of a thread tells its parent everything.
  void start_thread(ThreadId parent, ThreadId child) noexcept;
  void join_thread(ThreadId parent, ThreadId child) noexcept { view(parent).join(view(child)); }
  void tick(ThreadId thread) noexcept { ++view(thread).clocks[thread]; }

  /// Whether `thread` knows that the atomic has been made. If not, its very existence is a data race.
  bool knows_creation(ThreadId thread, LocationId location) noexcept;

  /// The index of the oldest store that `thread` may read with this order; all later ones are allowed too.
  std::size_t oldest_readable(ThreadId thread, LocationId location, std::memory_order order) noexcept;
  void read(ThreadId thread, LocationId location, std::size_t index, std::memory_order order) noexcept;

  /// The indices at which `thread` may insert a store: from this one to the end, those that split no read-modify-write.
  std::vector<std::size_t> places(ThreadId thread, LocationId location, std::memory_order order);
  struct Write {
    std::uint64_t bits;
    std::memory_order order;
    std::size_t place;
  };
  void write(ThreadId thread, LocationId location, const Write& what);
  /// Writes behind the newest store, which `thread` has just read with the same order.
  void read_modify_write(ThreadId thread, LocationId location, std::uint64_t bits, std::memory_order order);

  void fence(ThreadId thread, std::memory_order order) noexcept;

 private:
  struct ThreadViews {
    View now;
    View at_release_fence;   // what relaxed stores carry
    View for_acquire_fence;  // what relaxed loads have met
  };

  Store make_store(ThreadId thread, std::uint64_t bits, std::memory_order order) const noexcept;
  void insert(ThreadId thread, LocationId location, Store store, const Write& what);

  std::vector<Location> locations_;
  std::size_t used_ = 0;
  std::array<ThreadViews, k_max_threads> threads_{};
  View global_;  // joined by seq_cst fences; its floors also by seq_cst accesses
};

}  // namespace heddle::platform::check

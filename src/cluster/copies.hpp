// Copies: which ranks have the bytes of an object as they were written last, and what a rank has to fetch before a task
// may run there.
//
// For each object the rank that wrote it last, and those that have read it since; for a slab whose objects all have the
// same, once. A task that writes leaves one holder. Whoever runs next fetches from the writer, never from a reader,
// whose own copy may be on its way still: the writer's is complete, since nobody is granted what a task that has not
// begun may write.
//
// Granted is what makes this right: of two tasks that may run at the same time none writes what the other names
// (dependence/regions). Under a lock of its own; plans are to be begun, or sent, under it (fetches.hpp). Rank 0.
#pragma once

#include <cstdint>

#include "cluster/channel.hpp"
#include "cluster/fetches.hpp"
#include "region/tree.hpp"

namespace heddle::cluster {

/// What a task that is about to run names.
struct DataUse {
  std::uint64_t word = 0;  // a region's id, or an object's address
  bool is_region = false;
  bool writes = false;
  bool is_fresh = false;  // the old contents are not wanted
};

/// The holders of some bytes, in a word: who wrote them last, and who has them.
class Holders {
 public:
  constexpr Holders() noexcept = default;
  explicit constexpr Holders(unsigned writer) noexcept : word_(copy(writer) | (writer + 1)) {}

  bool operator==(const Holders&) const = default;
  bool are_none() const noexcept { return word_ == 0; }
  unsigned writer() const noexcept { return static_cast<unsigned>(word_ & k_writer) - 1; }
  bool has(unsigned rank) const noexcept { return (word_ & copy(rank)) != 0; }
  void add(unsigned rank) noexcept { word_ |= copy(rank); }

 private:
  static constexpr std::uint64_t k_writer = 0xffff;
  static constexpr std::uint64_t copy(unsigned rank) noexcept { return std::uint64_t{1} << (16 + rank); }
  std::uint64_t word_ = 0;  // 0: nobody has written them
};

class Copies {
 public:
  using P = platform::Threads;
  using Tree = region::Tree<P>;

  explicit Copies(Tree& tree) noexcept : tree_(tree) {}
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  /// @returns false: the system gives no memory
  bool begin() noexcept;

  /// A task on that rank has made the object.
  void made(const void* object, unsigned rank) noexcept;

  /// A task that names these is about to run on that rank, or goes on there: what it has to fetch. `begin(plan)` under
  /// the lock.
  template <class Begin>
  auto use(const DataUse* uses, std::size_t count, unsigned rank, const Begin& begin) {
    const sync::Guard guard(lock_);
    FetchPlan plan;
    for (std::size_t index = 0; index < count; ++index) add(uses[index], rank, plan);
    return begin(plan);
  }

 private:
  struct SlabHolders {
    Holders all;              // where `each` is null
    Holders* each = nullptr;  // of each slot
  };
  using Record = region::RegionRecord<P>;

  void add(const DataUse& use, unsigned rank, FetchPlan& plan) HEDDLE_REQUIRES(lock_);
  void add_slab(std::uint32_t slab, const DataUse& use, unsigned rank, FetchPlan& plan) HEDDLE_REQUIRES(lock_);
  void add_object(const DataUse& use, unsigned rank, FetchPlan& plan) HEDDLE_REQUIRES(lock_);
  bool split(SlabHolders& slab) noexcept HEDDLE_REQUIRES(lock_);
  SlabHolders& of(std::uint32_t slab) noexcept { return slabs_[slab]; }

  Tree& tree_;
  sync::Mutex<P> lock_;
  SlabHolders* slabs_ = nullptr;
};

}  // namespace heddle::cluster

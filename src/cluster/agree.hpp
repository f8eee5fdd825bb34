// Agree: before tasks run, what all ranks must have in common: one range of addresses, one build, so many workers each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "region/space.hpp"
#include "transport/transport.hpp"

namespace heddle::cluster {

/// What a rank brings.
struct Wish {
  std::size_t space_bytes = 0;
  unsigned workers = 0;          // that its cpus, or its settings, give it
  bool is_number_given = false;  // by the user: then the ranks of a host do not divide it
};

/// What holds on all ranks.
struct Agreement {
  region::HeldRange range;
  unsigned workers = 0;  // of each rank
};

/// Reserves ranges before the transport's libraries map memory of their own.
class RangeOffer {
 public:
  explicit RangeOffer(std::size_t wanted) noexcept : bytes_(region::Space::most_bytes(wanted)) { hold(); }
  RangeOffer(const RangeOffer&) = delete;
  RangeOffer& operator=(const RangeOffer&) = delete;
  ~RangeOffer() { let_go(); }

  std::size_t bytes() const noexcept { return bytes_; }
  std::uint32_t held() const noexcept { return held_; }  // a bit for each place
  /// The same with fewer bytes.
  void shrink(std::size_t bytes) noexcept;
  /// Keeps the range at the first of these places, and lets go of the others.
  region::HeldRange keep(std::uint32_t places) noexcept;

 private:
  void hold() noexcept;
  void let_go() noexcept;

  std::size_t bytes_;
  std::uint32_t held_ = 0;
};

/// All ranks call it, behind the transport's start. @returns empty, or why not: "<what>, <remedy>", the same on all
/// ranks
std::string agree(transport::Transport& transport, const Wish& wish, RangeOffer& offer, Agreement& agreement);

/// This machine's name.
std::string host_name();

}  // namespace heddle::cluster

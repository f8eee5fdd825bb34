// See affinity.hpp.
#include "omp/affinity.hpp"

namespace heddle::omp {

namespace {

/// Cuts `total` into `parts` runs whose lengths differ by at most one, longer ones first.
struct Partitioning {
  unsigned total;
  unsigned parts;

  unsigned short_length() const noexcept { return total / parts; }
  unsigned long_parts() const noexcept { return total % parts; }

  unsigned begin(unsigned part) const noexcept {
    return part * short_length() + (part < long_parts() ? part : long_parts());
  }
  unsigned length(unsigned part) const noexcept { return short_length() + (part < long_parts() ? 1 : 0); }

  /// The part that holds `element`.
  unsigned part_of(unsigned element) const noexcept {
    const unsigned in_long = long_parts() * (short_length() + 1);
    if (element < in_long) return element / (short_length() + 1);
    return long_parts() + (element - in_long) / short_length();
  }
};

/// `steps` places after `place`, around the end of the partition.
unsigned advance(const PlacePartition& partition, unsigned place, unsigned steps) noexcept {
  return partition.first + (place - partition.first + steps) % partition.length;
}

/// How many places after the parent's a thread sits, when consecutive threads share places evenly.
unsigned places_ahead(const TeamPlacement& team, unsigned thread) noexcept {
  if (team.threads <= team.partition.length) return thread;
  return Partitioning{team.threads, team.partition.length}.part_of(thread);
}

/// Each thread gets a part of the partition of its own, the first thread the one its parent is in.
ThreadPlacement spread_thinly(const TeamPlacement& team, unsigned thread) noexcept {
  const Partitioning cut{team.partition.length, team.threads};
  const unsigned part = (cut.part_of(team.parent_place - team.partition.first) + thread) % team.threads;
  const PlacePartition own{team.partition.first + cut.begin(part), cut.length(part)};
  return {thread == 0 ? team.parent_place : own.first, own};
}

}  // namespace

ThreadPlacement place_thread(const TeamPlacement& team, unsigned thread) noexcept {
  if (team.policy == Bind::primary) return {team.parent_place, team.partition};
  if (team.policy == Bind::spread && team.threads <= team.partition.length) return spread_thinly(team, thread);
  const unsigned place = advance(team.partition, team.parent_place, places_ahead(team, thread));
  if (team.policy == Bind::spread) return {place, {place, 1}};
  return {place, team.partition};
}

}  // namespace heddle::omp

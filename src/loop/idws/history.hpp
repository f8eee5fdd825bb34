// What a team remembers of the loops it has run: how fast they went, and the split that would have balanced them.
//
// A loop is known by its place in the program, its trip, its chunk size and its threads. While it is uneven (a seat ran
// dry long before the end) its seats note how long which part of it took, each in the part's own bucket; the next run
// starts from the split that gives each seat the same time by these notes. So shares follow the speed of cores, too:
// what a slow one ran looks dear. A split that balances is kept as it is, for the sake of caches, and no notes are
// taken. One that fails several times running misleads, and is forgotten for a while. (IDWS §3 starts every loop from
// equal blocks.)
//
// Bounded: k_places loops a team, the newer one of two that fall together. Nothing here is shared by read-modify-write:
// what seats write are hints, and one that is lost, or meant for another loop, makes a worse split; every split is a
// right one. Memory is never given back, so a seat that is late in a loop before this one may still write.
// begin_run, share, first_batch, takes_notes: who opens the loop, one opener after the other. note, judge, remember:
// its seats.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_schedule.hpp"
#include "graph/seat_lines.hpp"
#include "loop/idws/seat.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

template <class P>
class LoopRecord {
  using Range = sync::Range;

 public:
  /// Once, before its first run.
  void make_room(std::uint32_t seats) noexcept {
    lines_ = std::max(seats, k_least_lines);
    buckets_.make_room(lines_);
    bounds_.make_room(seats + 1);
  }

  /// @param units  how many are dealt out  @param shape  with at most as many threads as there is room for
  void begin_run(const graph::LoopShape& shape, std::uint32_t units) noexcept {
    // order: relaxed (both) — a hint of the last run's seats.
    const bool uneven = uneven_.load(std::memory_order_relaxed);
    if (uneven) uneven_.store(false, std::memory_order_relaxed);
    if (!known(shape)) return begin_first(shape, units);
    if (!uneven) {
      failures_ = 0;
      takes_notes_ = false;
    } else if (pause_ != 0) {
      --pause_;
    } else {
      learn();
    }
  }

  bool takes_notes() const noexcept { return takes_notes_; }
  Range share(graph::Seat seat) noexcept { return {bounds_[seat], bounds_[seat + 1]}; }

  /// Units that a batch had at the end of the last run; 0 before the first.
  std::uint32_t first_batch() const noexcept {
    // order: relaxed — a hint.
    return wanted_.load(std::memory_order_relaxed);
  }

  /// These of `all` units took so long.
  void note(Range units, std::uint32_t all, std::uint64_t ns) noexcept {
    const std::uint64_t count = buckets();
    for (std::uint64_t at = units.first; at < units.last;) {
      const std::uint64_t bucket = at * count / all;
      const std::uint64_t end = std::min<std::uint64_t>(begin_of(bucket + 1, all), units.last);
      auto& time = bucket_at(bucket);
      // order: relaxed (both) — a hint; another seat's note that comes between is lost.
      time.store(time.load(std::memory_order_relaxed) + ns * (end - at) / units.size(), std::memory_order_relaxed);
      at = end;
    }
  }

  /// A seat that has taken from others leaves.
  void judge(const SeatTimes& seat) noexcept {
    const std::uint64_t ran_ns = seat.left_ns - seat.entered_ns;
    if (ran_ns < k_worthwhile_ns || (seat.dry_ns - seat.entered_ns) * k_dry_part >= ran_ns * (k_dry_part - 1)) return;
    // order: relaxed — a hint for the next run.
    uneven_.store(true, std::memory_order_relaxed);
  }

  /// A seat leaves, and has found batches of so many units to be right.
  void remember(std::uint32_t wanted) noexcept {
    // order: relaxed (both) — a hint; written seldom, so that seats do not fight over the line.
    const std::uint32_t known = wanted_.load(std::memory_order_relaxed);
    if (wanted / 2 >= known || known / 2 >= wanted) wanted_.store(wanted, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t k_buckets_each = base::k_line_bytes / sizeof(std::uint64_t);
  static constexpr std::uint32_t k_least_lines = 8;  // 64 buckets: two seats' split to 3 % of a seat's part
  // Evenness is worth a look where the loop lasts longer than a few thefts of a microsecond each.
  static constexpr std::uint64_t k_worthwhile_ns = 50'000;
  static constexpr std::uint64_t k_dry_part = 16;    // dry in the last sixteenth: the split was good
  static constexpr std::uint32_t k_failures = 4;     // splits from notes that did not balance, one after the other
  static constexpr std::uint32_t k_pause_runs = 64;  // then it starts from equal blocks so often

  struct alignas(base::k_line_bytes) Line {
    std::array<typename P::template atomic<std::uint64_t>, k_buckets_each> ns{};
  };

  std::uint64_t buckets() const noexcept { return std::uint64_t{lines_} * k_buckets_each; }
  auto& bucket_at(std::uint64_t bucket) noexcept {
    return buckets_[static_cast<graph::Seat>(bucket / k_buckets_each)].ns[bucket % k_buckets_each];
  }
  std::uint64_t begin_of(std::uint64_t bucket, std::uint64_t all) const noexcept {
    return base::divide_up(bucket * all, buckets());
  }

  bool known(const graph::LoopShape& shape) const noexcept {
    return shape_.site == shape.site && shape_.trip == shape.trip && shape_.chunk == shape.chunk &&
           shape_.threads == shape.threads && shape_.processors == shape.processors;
  }

  void begin_first(const graph::LoopShape& shape, std::uint32_t units) noexcept {
    shape_ = shape;
    units_ = units;
    failures_ = 0;
    pause_ = 0;
    // order: relaxed — as in first_batch().
    wanted_.store(0, std::memory_order_relaxed);
    split_equally();
    take_notes();
  }

  /// The last run was uneven.
  void learn() noexcept {
    if (!takes_notes_) return take_notes();
    if (++failures_ > k_failures) {
      failures_ = 0;
      pause_ = k_pause_runs;
      takes_notes_ = false;
      return split_equally();
    }
    split_by_notes();
    take_notes();
  }

  /// From clean pages. Not in a crowded team: what a thread without a core notes says nothing of the loop.
  void take_notes() noexcept {
    takes_notes_ = !shape_.crowded();
    if (!takes_notes_) return;
    // order: relaxed — hints; seats come to the loop later.
    for (std::uint64_t bucket = 0; bucket < buckets(); ++bucket) bucket_at(bucket).store(0, std::memory_order_relaxed);
  }

  void split_equally() noexcept {
    for (graph::Seat seat = 0; seat <= shape_.threads; ++seat)
      bounds_[seat] = static_cast<std::uint32_t>(std::uint64_t{units_} * seat / shape_.threads);
  }

  /// Each seat gets the same time; within a bucket units count as alike.
  void split_by_notes() noexcept {
    std::uint64_t total = 0;
    // order: relaxed — hints.
    for (std::uint64_t bucket = 0; bucket < buckets(); ++bucket)
      total += bucket_at(bucket).load(std::memory_order_relaxed);
    if (total == 0) return split_equally();
    std::uint64_t before = 0;  // time of the buckets in front of this one
    graph::Seat seat = 1;
    for (std::uint64_t bucket = 0; bucket < buckets(); ++bucket) {
      const std::uint64_t first = begin_of(bucket, units_);
      // order: relaxed — a hint.
      const std::uint64_t time = bucket_at(bucket).load(std::memory_order_relaxed);
      const std::uint64_t size = begin_of(bucket + 1, units_) - first;
      for (; seat < shape_.threads && time != 0 && before + time > total / shape_.threads * seat; ++seat) {
        const std::uint64_t wanted = total / shape_.threads * seat;
        const double part = static_cast<double>(wanted - before) / static_cast<double>(time);
        bounds_[seat] =
            static_cast<std::uint32_t>(first + static_cast<std::uint64_t>(part * static_cast<double>(size)));
      }
      before += time;
    }
    for (; seat < shape_.threads; ++seat) bounds_[seat] = units_;
  }

  graph::LoopShape shape_;
  std::uint32_t units_ = 0;
  std::uint32_t lines_ = 0;
  std::uint32_t failures_ = 0;
  std::uint32_t pause_ = 0;
  bool takes_notes_ = false;
  graph::SeatLines<std::uint32_t> bounds_;  // seat i has units [i, i + 1) of these
  graph::SeatLines<Line> buckets_;
  alignas(base::k_line_bytes) typename P::template atomic<bool> uneven_{false};
  typename P::template atomic<std::uint32_t> wanted_{0};
};

template <class P>
class LoopHistory {
 public:
  /// @param seats  the most threads that a loop can have
  explicit LoopHistory(std::uint32_t seats) noexcept : seats_(seats) {}

  /// The record of a loop that is being opened, with its run begun; null for one without a place, or a team of one.
  LoopRecord<P>* begin_run(const graph::LoopShape& shape, std::uint32_t units) noexcept {
    if (shape.site == 0 || shape.threads < 2 || shape.threads > seats_) return nullptr;
    std::unique_ptr<LoopRecord<P>>& place = places_[place_of(shape)];
    if (place == nullptr) {
      place.reset(new (std::nothrow) LoopRecord<P>);
      if (place == nullptr) return nullptr;
      place->make_room(seats_);
    }
    place->begin_run(shape, units);
    return place.get();
  }

 private:
  static constexpr std::size_t k_places = 64;  // a program's hot loops; 1 KiB each in a team of eight

  static std::size_t place_of(const graph::LoopShape& shape) noexcept {
    const std::uint64_t key =
        base::mix_bits(shape.site) ^ base::mix_bits(shape.trip + shape.chunk * 31) ^ shape.threads;
    return base::mix_bits(key) % k_places;
  }

  std::uint32_t seats_;
  std::array<std::unique_ptr<LoopRecord<P>>, k_places> places_;
};

}  // namespace heddle::loop

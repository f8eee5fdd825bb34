// Kinds: what a worker that makes tasks has learnt of those with one body, to judge whether a new one is worth giving
// away. A task that runs in less time than it takes to hand it over is better run at once by its creator.
//
// How long bodies run is sampled by whoever runs them (Sampler) and by creators that run them at once; what giving away
// costs is sampled by the creator. Bodies that make tasks themselves are never called short: one of them may stand for
// a tree of any size. Touched by the worker's own thread only; others see the packed samples in their members.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graph/task.hpp"

namespace heddle::runtime {

/// One timed run of a body, in one word, so that others read it whole: the address in the low 48 bits, above it the
/// time.
struct Sample {
  static constexpr std::uint64_t k_address = (std::uint64_t{1} << 48) - 1;
  static constexpr std::uint64_t k_unit_ns = 4;
  static constexpr std::uint64_t k_parent = 0xFFFF;  // instead of the time: the body has made tasks

  static std::uint64_t pack(graph::Body body, std::uint64_t ns) noexcept {
    const std::uint64_t units = ns / k_unit_ns < k_parent ? ns / k_unit_ns : k_parent - 1;
    return (reinterpret_cast<std::uint64_t>(body) & k_address) | units << 48;
  }
  static std::uint64_t pack_parent(graph::Body body) noexcept {
    return (reinterpret_cast<std::uint64_t>(body) & k_address) | k_parent << 48;
  }
  static bool is_of(std::uint64_t sample, graph::Body body) noexcept {
    return (sample & k_address) == (reinterpret_cast<std::uint64_t>(body) & k_address);
  }
  static std::uint64_t address(std::uint64_t sample) noexcept { return sample & k_address; }
  static std::uint64_t ns(std::uint64_t sample) noexcept { return (sample >> 48) * k_unit_ns; }
  static bool is_parent(std::uint64_t sample) noexcept { return sample >> 48 == k_parent; }
};

class TaskKind {
 public:
  static constexpr std::uint32_t k_timed_run = 32;    // of the tasks run at once, one in so many is timed
  static constexpr std::uint64_t k_long_ns = 50'000;  // a wake-up: in that time an idle worker could have taken over
  static constexpr std::uint32_t k_timed_gift = 128;  // of those given away: a look at the clock costs 30 ns

  explicit TaskKind(graph::Body body = nullptr) noexcept : body_(body) {}

  graph::Body body() const noexcept { return body_; }
  /// Better run at once than given away.
  bool is_short() const noexcept { return short_; }
  /// Some bodies of this kind take far longer than most: the next one is given away even where others have enough, for
  /// it may be one of these, and nobody could share the ones behind it. Counts.
  bool is_given_away() noexcept {
    if (uneven_ == 0) [[likely]]
      return false;
    --uneven_;
    return true;
  }
  /// Such a body is known to have made tasks.
  bool is_parent() const noexcept { return parent_; }

  bool time_next_run() noexcept { return --until_timed_run_ == 0; }
  bool time_next_gift() noexcept { return --until_timed_gift_ == 0; }

  /// A body of this kind has run for `ns`, or has made tasks (Sample::is_parent).
  void learn_run(std::uint64_t ns, bool parent) noexcept {
    until_timed_run_ = k_timed_run;
    parent_ = parent_ || parent;
    uneven_ -= uneven_ < k_timed_run ? uneven_ : k_timed_run;
    learn_spread(ns);
    // A long run counts at once, short ones bit by bit: to run a long task at once costs more than to give away a
    // short.
    run_ns_ = runs_ == 0 || ns >= run_ns_ ? ns : run_ns_ - (run_ns_ - ns) / 2;
    if (runs_ < k_enough_runs) ++runs_;
    judge();
  }
  /// Another worker has found that a body of this kind has taken so long; may be told of the same one again.
  void learn_long(std::uint64_t ns) noexcept {
    if (uneven_ < span_ / 2) learn_spread(ns);
  }
  /// To give one away has taken the creator `ns`.
  void learn_gift(std::uint64_t ns) noexcept {
    until_timed_gift_ = k_timed_gift;
    if (ns > k_interrupted_ns) return;
    gift_ns_ += (static_cast<std::int64_t>(ns) - gift_ns_) / 4;
    judge();
  }

  /// How many accesses the next task is thought to have at most: as many as the last two; none where they are so many
  /// that they lie apart anyway.
  std::uint32_t usual_accesses() const noexcept { return accesses_ > accesses_before_ ? accesses_ : accesses_before_; }
  void learn_accesses(std::uint32_t count) noexcept {
    accesses_before_ = accesses_;
    accesses_ = count <= k_most_accesses ? count : 0;
  }

  /// Whether it is time to wait until a short task's predecessors are over (Spawner::catch_up).
  bool may_catch_up() noexcept {
    if (pause_ == 0) return true;
    --pause_;
    return false;
  }
  void caught_up() noexcept { next_pause_ = k_first_pause; }
  /// In vain: not again for so many tasks, twice as many each time.
  void not_caught_up() noexcept {
    pause_ = next_pause_;
    if (next_pause_ < k_longest_pause) next_pause_ *= 2;
  }

 private:
  static constexpr std::int64_t k_least_gift_ns = 100;    // bench/micro empty: what a gift costs both sides at least
  static constexpr std::int64_t k_dearest_gift_ns = 500;  // beyond, the creator was interrupted or ran other tasks
  static constexpr std::uint64_t k_interrupted_ns = 5000;
  static constexpr std::uint32_t k_enough_runs = 2;
  static constexpr std::uint64_t k_spread = 16;           // times as long as usual
  static constexpr std::uint32_t k_first_span = 1 << 12;  // tasks: four of those of which one in a thousand is long
  static constexpr std::uint32_t k_longest_span = 1 << 20;
  static constexpr std::uint32_t k_first_accesses = 4;  // what most depend clauses need
  static constexpr std::uint32_t k_most_accesses = 8;
  static constexpr std::uint32_t k_first_pause = 64;
  static constexpr std::uint32_t k_longest_pause = 1 << 14;

  // What is usual is learnt from all but what is far longer; that is remembered for a while, for longer each time.
  void learn_spread(std::uint64_t ns) noexcept {
    if (runs_ < k_enough_runs) {
      usual_ns_ = ns > usual_ns_ ? ns : usual_ns_;
    } else if (ns < k_long_ns || ns / k_spread < usual_ns_) {
      usual_ns_ = ns > usual_ns_ ? usual_ns_ + (ns - usual_ns_ + 3) / 4 : usual_ns_ - (usual_ns_ - ns) / 4;
    } else {
      uneven_ = span_;
      if (span_ < k_longest_span) span_ *= 2;
      judge();
    }
  }

  // Who gives a task away spares himself its run; so a run that is shorter than the gift is no gift.
  void judge() noexcept {
    const std::int64_t gift = gift_ns_ < k_least_gift_ns     ? k_least_gift_ns
                              : gift_ns_ > k_dearest_gift_ns ? k_dearest_gift_ns
                                                             : gift_ns_;
    short_ = !parent_ && uneven_ == 0 && runs_ == k_enough_runs && run_ns_ <= static_cast<std::uint64_t>(gift);
  }

  graph::Body body_;
  std::uint64_t run_ns_ = 0;
  std::int64_t gift_ns_ = k_least_gift_ns;
  std::uint32_t until_timed_run_ = 1;
  std::uint32_t until_timed_gift_ = k_timed_gift;
  std::uint32_t runs_ = 0;  // timed
  std::uint64_t usual_ns_ = 0;
  std::uint32_t uneven_ = 0;  // so many of the next tasks are given away
  std::uint32_t span_ = k_first_span;
  std::uint32_t pause_ = 0;
  std::uint32_t next_pause_ = k_first_pause;
  std::uint32_t accesses_ = k_first_accesses;
  std::uint32_t accesses_before_ = 0;
  bool parent_ = false;
  bool short_ = false;
};

class Kinds {
 public:
  /// What is known of tasks with this body; forgets another body's that had the same place.
  TaskKind& of(graph::Body body) noexcept {
    TaskKind& kind = kinds_[place_of(reinterpret_cast<std::uint64_t>(body))];
    if (kind.body() != body) [[unlikely]]
      kind = TaskKind(body);
    return kind;
  }

  /// Whether tasks with this body are known to be short.
  bool knows_short(graph::Body body) const noexcept {
    const TaskKind& kind = kinds_[place_of(reinterpret_cast<std::uint64_t>(body))];
    return kind.body() == body && kind.is_short();
  }

  /// A task with this body has made another. Whoever holds on to a Kind meanwhile keeps it: no other body is forgotten.
  void learn_parent(graph::Body body) noexcept {
    TaskKind& kind = kinds_[place_of(reinterpret_cast<std::uint64_t>(body))];
    if (kind.body() == body) kind.learn_run(0, true);
  }

  /// A sample that another worker has taken; only if this worker makes such tasks.
  void learn(std::uint64_t sample) noexcept {
    TaskKind& kind = kinds_[place_of(Sample::address(sample))];
    if (Sample::is_of(sample, kind.body())) kind.learn_run(Sample::ns(sample), Sample::is_parent(sample));
  }
  /// The same of one that took long.
  void learn_long(std::uint64_t sample) noexcept {
    TaskKind& kind = kinds_[place_of(Sample::address(sample))];
    if (Sample::is_of(sample, kind.body())) kind.learn_long(Sample::ns(sample));
  }

 private:
  static constexpr unsigned k_bits = 6;

  // Bodies of one program lie some dozens of bytes apart: the product's high bits tell them apart.
  static std::size_t place_of(std::uint64_t address) noexcept {
    return (address & Sample::k_address) * 0x9E3779B97F4A7C15u >> (64 - k_bits);
  }

  std::array<TaskKind, 1 << k_bits> kinds_;
};

}  // namespace heddle::runtime

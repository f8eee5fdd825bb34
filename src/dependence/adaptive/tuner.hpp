// Tuner: whether a producer links its tasks itself or leaves that to idle workers, found out by trying. DDAST's future
// work (§8: "the runtime manager will dynamically tune its parameters to fit the application requirements").
//
// Time is cut into epochs of k_epoch submissions. While workers are hungry the producer may be what holds the program
// up: then an epoch is spent handing over, and compared with the epoch before. The better way is kept and the other one
// tried again later, ever more seldom while the answer stays the same. What is measured is the time from task to task
// at the producer, so a program that is held up elsewhere shows no gain, and stays as it is. Such a program is not even
// tried with: where a producer also runs tasks, epochs differ by more than linking costs, and chance would win. One
// submission in an epoch is timed, and while linking takes less than an eighth of the producer's time, it links itself.
//
// Owned by one worker. Pure arithmetic; the caller brings the clock.
#pragma once

#include <cstdint>

namespace heddle::dependence {

/// Who links a new task.
enum class Linking : std::uint8_t { by_producer, by_others };

class Tuner {
 public:
  static constexpr std::uint32_t k_epoch = 256;  // a look at the clock costs as much as a quarter of a task

  Linking linking() const noexcept { return linking_; }

  /// One more submission. @returns true when that ends the epoch: call end_epoch().
  bool count() noexcept { return --left_ == 0; }

  /// How long it has taken to link a task, now and then.
  void learn_link(std::uint64_t ns) noexcept {
    if (ns > k_interrupted_ns) return;
    link_ns_ = ns < link_ns_ || link_ns_ == 0 ? ns : link_ns_ + (ns - link_ns_) / 4;
  }

  /// @param hungry  whether a worker has looked for work in vain since the last epoch's end
  void end_epoch(std::uint64_t now_ns, bool hungry) noexcept {
    left_ = k_epoch;
    const std::uint64_t ns = now_ns - began_ns_;
    const bool first = began_ns_ == 0;
    began_ns_ = now_ns;
    if (first) return;
    (linking_ == Linking::by_producer ? own_ns_ : others_ns_) = ns;
    if (trying_) return judge();
    if (!hungry || (linking_ == Linking::by_producer && !linking_matters(ns))) {
      linking_ = Linking::by_producer;
    } else if (--until_trial_ == 0) {
      trying_ = true;
      flip();
    }
  }

 private:
  static constexpr std::uint32_t k_first_trial = 4;
  static constexpr std::uint32_t k_share = 8;  // linking's least share of the producer's time that is worth a trial
  static constexpr std::uint64_t k_interrupted_ns = 5000;  // a link takes 50 to 500 ns
  static constexpr std::uint32_t k_seldom = 256;  // a trial costs an epoch of the worse way: 0.4 % at twice the price

  bool linking_matters(std::uint64_t epoch_ns) const noexcept { return link_ns_ * k_epoch * k_share >= epoch_ns; }

  // The trial's epoch is over: keeps its way only if that gained 5 %, which is more than two epochs differ by chance.
  void judge() noexcept {
    trying_ = false;
    const std::uint64_t trial = linking_ == Linking::by_producer ? own_ns_ : others_ns_;
    const std::uint64_t before = linking_ == Linking::by_producer ? others_ns_ : own_ns_;
    if (trial + trial / 20 < before) {
      between_trials_ = k_first_trial;
    } else {
      flip();
      if (between_trials_ < k_seldom) between_trials_ *= 2;
    }
    until_trial_ = between_trials_;
  }

  void flip() noexcept { linking_ = linking_ == Linking::by_producer ? Linking::by_others : Linking::by_producer; }

  std::uint64_t began_ns_ = 0;
  std::uint64_t own_ns_ = 0;
  std::uint64_t others_ns_ = 0;
  std::uint64_t link_ns_ = 0;  // of one task; 0: not known
  std::uint32_t left_ = k_epoch;
  std::uint32_t until_trial_ = k_first_trial;
  std::uint32_t between_trials_ = k_first_trial;
  Linking linking_ = Linking::by_producer;
  bool trying_ = false;
};

}  // namespace heddle::dependence

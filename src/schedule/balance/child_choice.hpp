// ChildChoice: to which child of a scheduler node a task goes: T = pL + (100 - p)B (Myrmics, V-E).
//
// L says how much of the task's data was written last under the child, B how little the child has to do; both from 0 to
// 1024. p is how much where the data are weighs against that. Of several that are best the first behind the last winner
// has it. Pure arithmetic: what a child has is its caller's to count, on threads and on simulated machines.
#pragma once

#include <cstdint>

namespace heddle::schedule {

/// What a child of a scheduler node has.
struct BalanceChild {
  std::uint64_t bytes = 0;  // of the task's data, written last under it
  std::uint32_t load = 0;   // tasks that run or are queued under it
};

class ChildChoice {
 public:
  static constexpr std::uint64_t k_most_score = 1024;
  static constexpr std::uint32_t k_most_locality = 100;
  static constexpr std::uint32_t k_usual_locality = 20;  // the paper's best lie between 10 and 30 (VI-D)

  /// @param locality   p, 0 to 100
  /// @param all_bytes  of the task's data, wherever they are; 0: it has none
  ChildChoice(std::uint32_t locality, std::uint64_t all_bytes) noexcept : locality_(locality), all_bytes_(all_bytes) {}

  /// The best of the children `child(0)` to `child(count - 1)`. @param last  the winner before. @pre count != 0
  template <class Child>
  std::uint32_t best(std::uint32_t count, std::uint32_t last, const Child& child) const noexcept {
    std::uint32_t least = UINT32_MAX;
    std::uint32_t most = 0;
    for (std::uint32_t index = 0; index < count; ++index) {
      const std::uint32_t load = child(index).load;
      least = load < least ? load : least;
      most = load > most ? load : most;
    }
    std::uint32_t winner = 0;
    std::uint64_t highest = 0;
    for (std::uint32_t step = 0; step < count; ++step) {
      const std::uint32_t index = (last + 1 + step) % count;  // of UINT32_MAX, nobody, from the first on
      const std::uint64_t score = total(child(index), least, most);
      if (step != 0 && score <= highest) continue;
      highest = score;
      winner = index;
    }
    return winner;
  }

  /// T of one child, where the loads of all lie between `least` and `most`.
  std::uint64_t total(const BalanceChild& child, std::uint32_t least, std::uint32_t most) const noexcept {
    const std::uint64_t local = all_bytes_ == 0 ? 0 : k_most_score * child.bytes / all_bytes_;
    // Loads may have moved since they were compared.
    const std::uint32_t load = child.load < least ? least : child.load > most ? most : child.load;
    const std::uint64_t balance = most == least ? 0 : k_most_score * (most - load) / (most - least);
    return locality_ * local + (k_most_locality - locality_) * balance;
  }

 private:
  std::uint64_t locality_;
  std::uint64_t all_bytes_;
};

}  // namespace heddle::schedule

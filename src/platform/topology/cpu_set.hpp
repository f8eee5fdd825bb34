// A set of logical cpus of any size.
//
// glibc's cpu_set_t stops at 1024 cpus; the kernel does not. This set grows to the
// highest cpu it holds. Invariant: the last word is never zero, so that equal sets
// compare equal. A plain value: any thread may use its own.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::platform::topology {

class CpuSet {
 public:
  static constexpr std::size_t k_bits = 64;

  void add(std::size_t cpu) {
    if (cpu / k_bits >= words_.size()) words_.resize(cpu / k_bits + 1);
    words_[cpu / k_bits] |= bit(cpu);
  }

  void remove(std::size_t cpu) noexcept {
    if (cpu / k_bits >= words_.size()) return;
    words_[cpu / k_bits] &= ~bit(cpu);
    trim();
  }

  void unite(const CpuSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }

  void subtract(const CpuSet& other) noexcept {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) words_[i] &= ~other.words_[i];
    trim();
  }

  void intersect(const CpuSet& other) noexcept {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
    trim();
  }

  bool contains(std::size_t cpu) const noexcept {
    return cpu / k_bits < words_.size() && (words_[cpu / k_bits] & bit(cpu)) != 0;
  }

  bool empty() const noexcept { return words_.empty(); }

  std::size_t count() const noexcept {
    std::size_t total = 0;
    for (const std::uint64_t word : words_) total += static_cast<std::size_t>(std::popcount(word));
    return total;
  }

  /// Lowest cpu that is at least `from`; end() when there is none.
  std::size_t next(std::size_t from) const noexcept {
    std::size_t index = from / k_bits;
    if (index >= words_.size()) return end();
    std::uint64_t word = words_[index] & (~std::uint64_t{0} << (from % k_bits));
    while (word == 0) {
      if (++index >= words_.size()) return end();
      word = words_[index];
    }
    return index * k_bits + static_cast<std::size_t>(std::countr_zero(word));
  }

  std::size_t first() const noexcept { return next(0); }

  /// One past every cpu this set can hold without growing.
  std::size_t end() const noexcept { return words_.size() * k_bits; }

  /// Calls visit(cpu) for each cpu, in ascending order.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t cpu = first(); cpu < end(); cpu = next(cpu + 1)) visit(cpu);
  }

  /// 64 cpus a word, lowest first: the kernel's own form on 64-bit machines.
  const std::vector<std::uint64_t>& words() const noexcept { return words_; }

  friend bool operator==(const CpuSet&, const CpuSet&) = default;

 private:
  static std::uint64_t bit(std::size_t cpu) noexcept { return std::uint64_t{1} << (cpu % k_bits); }

  void trim() noexcept {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace heddle::platform::topology

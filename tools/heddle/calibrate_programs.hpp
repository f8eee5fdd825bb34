// The five small programs of two cores that tell what a cache line costs: on real threads they are timed, in virtual
// time the model of a line is fitted to them.
//
// P: the platform. Each core calls the program with its number, 0 or 1, and the same words.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace heddle::tools {

template <class P>
struct TwoCores {
  using Word = typename P::template atomic<std::uint32_t>;
  using Order = std::memory_order;

  struct Words {
    alignas(64) Word one{0};
    alignas(64) Word other{0};
    alignas(64) Word inside{0};
    alignas(64) Word ended{0};
  };
  using Program = void (*)(Words& words, std::uint32_t core, std::uint32_t rounds);

  static void ping_pong(Words& words, std::uint32_t core, std::uint32_t rounds) {
    for (std::uint32_t round = 1; round <= rounds; ++round) {
      if (core == 1) wait_for(words.one, round);
      // order: release — pairs with wait_for() of the other core.
      (core == 0 ? words.one : words.other).store(round, Order::release);
      if (core == 0) wait_for(words.other, round);
    }
  }

  static void alternate(Words& words, std::uint32_t core, std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      std::uint32_t mine = 2 * round + core;
      while (!words.one.compare_exchange_strong(mine, mine + 1)) mine = 2 * round + core;
    }
  }

  static void add(Words& words, std::uint32_t, std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) words.one.fetch_add(1);
  }

  static void test_and_set(Words& words, std::uint32_t, std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      // order: acquire — pairs with the release below.
      while (words.one.exchange(1, Order::acquire) != 0) {
        // order: relaxed — only a look.
        while (words.one.load(Order::relaxed) != 0) continue;
      }
      words.one.store(0, Order::release);  // order: release — pairs with the exchange above
    }
  }

  static void tickets(Words& words, std::uint32_t, std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const std::uint32_t mine = words.one.fetch_add(1);
      wait_for(words.other, mine);
      words.other.store(mine + 1, Order::release);  // order: release — pairs with wait_for()
    }
  }

  static constexpr std::array<Program, 5> k_all = {ping_pong, alternate, add, test_and_set, tickets};

 private:
  static void wait_for(Word& word, std::uint32_t wanted) {
    // order: acquire — pairs with the release stores above.
    while (word.load(Order::acquire) != wanted) continue;
  }
};

inline constexpr std::array<const char*, 5> k_program_names = {
    "ping-pong", "alternating compare-exchange", "hammered fetch_add", "test-and-set lock", "ticket lock"};
using ProgramTimes = std::array<double, 5>;  // of one round, in the order of the programs

}  // namespace heddle::tools

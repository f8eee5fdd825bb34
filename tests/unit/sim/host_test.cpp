// The model of a line beside the machine that it is fitted to (specification V2): five small programs on two cores of
// vm2, in virtual time, beside what the machine took (near placement, medians, in ns). The specification asks for a
// factor of two, and 1.4 in the mean; the fit does better, and is held to that.
#include <gtest/gtest.h>
#include <cmath>
#include <functional>

#include "platform/sim/sim.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle::platform;
using namespace heddle::platform::sim;
using Order = std::memory_order;

constexpr int k_rounds = 2000;

struct Words {
  alignas(64) Sim::atomic<std::uint32_t> one{0};
  alignas(64) Sim::atomic<std::uint32_t> other{0};
  alignas(64) Sim::atomic<std::uint32_t> ended{0};
};

Machine host() {
  const auto file = heddle::sim::read_machine(std::string(HEDDLE_MACHINES) + "/vm2.toml");
  EXPECT_TRUE(file.ok());
  Machine machine = file.value().machine;
  machine.operation = 1;  // nothing of the engine lies around the operations of these programs, but a count and a jump
  return machine;
}

/// ns for one round, when both cores run `program(words, core)`.
double ns_per_round(const std::function<void(Words&, std::uint32_t)>& program) {
  const Machine machine = host();
  Engine engine(machine, {});
  Words words;
  const Report report = engine.run([&] {
    engine.start([&] {
      program(words, 1);
      words.ended.store(1);
    });
    program(words, 0);
    Sim::spin_until(words.ended, [](std::uint32_t ended) { return ended == 1; }, Spins::unbounded());
  });
  EXPECT_EQ(report.outcome, Outcome::finished) << report.story;
  return static_cast<double>(report.cycles) * 1000 / machine.mhz / k_rounds;
}

void spin_until_is(Sim::atomic<std::uint32_t>& word, std::uint32_t wanted) {
  // order: acquire — as the real program has it.
  while (word.load(Order::acquire) != wanted) continue;
}

double ping_pong() {
  return ns_per_round([](Words& words, std::uint32_t core) {
           for (std::uint32_t round = 1; round <= k_rounds; ++round) {
             if (core == 0) {
               words.one.store(round, Order::release);  // order: release — as the real program has it
               spin_until_is(words.other, round);
             } else {
               spin_until_is(words.one, round);
               words.other.store(round, Order::release);  // order: release — as above
             }
           }
         }) /
         2;
}

double alternating_exchange() {
  return ns_per_round([](Words& words, std::uint32_t core) {
           for (int round = 0; round < k_rounds; ++round) {
             for (std::uint32_t mine = core; !words.one.compare_exchange_strong(mine, 1 - core); mine = core) continue;
           }
         }) /
         2;
}

double hammered_addition() {
  return ns_per_round([](Words& words, std::uint32_t) {
    for (int round = 0; round < k_rounds; ++round) words.one.fetch_add(1);
  });
}

double test_and_set_lock() {
  return ns_per_round([](Words& words, std::uint32_t) {
    for (int round = 0; round < k_rounds; ++round) {
      do {
        spin_until_is(words.one, 0);
      } while (words.one.exchange(1) != 0);
      words.one.store(0, Order::release);  // order: release — as the real program has it
    }
  });
}

double ticket_lock() {
  return ns_per_round([](Words& words, std::uint32_t) {
    for (int round = 0; round < k_rounds; ++round) {
      const std::uint32_t ticket = words.one.fetch_add(1);
      spin_until_is(words.other, ticket);
      words.other.store(ticket + 1, Order::release);  // order: release — as the real program has it
    }
  });
}

TEST(SimHost, small_programs_take_what_they_took_on_the_machine_within_a_factor_of_one_and_a_half) {
  struct Row {
    const char* name;
    double measured_ns;
    double simulated_ns;
  };
  const Row rows[] = {{"ping-pong, one way", 67, ping_pong()},
                      {"alternating compare-exchange", 43, alternating_exchange()},
                      {"hammered fetch_add", 24, hammered_addition()},
                      {"hammered test-and-set lock", 38, test_and_set_lock()},
                      {"hammered ticket lock", 85, ticket_lock()}};
  double product = 1;
  for (const Row& row : rows) {
    const double factor = std::max(row.simulated_ns / row.measured_ns, row.measured_ns / row.simulated_ns);
    std::printf("%-30s measured %5.1f ns, simulated %5.1f ns\n", row.name, row.measured_ns, row.simulated_ns);
    EXPECT_LE(factor, 1.5) << row.name;
    product *= factor;
  }
  EXPECT_LE(std::pow(product, 1.0 / 5), 1.2);
}

}  // namespace

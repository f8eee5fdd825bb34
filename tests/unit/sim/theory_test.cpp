// What queueing theory says of simple systems, to one in a hundred (specification V5), and memory by its bandwidth.
#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>

#include "platform/sim/bandwidth.hpp"
#include "platform/sim/fabric.hpp"
#include "platform/sim/sim.hpp"
#include "tests/unit/sim/server.hpp"

namespace {

using namespace heddle::platform;
using namespace heddle::platform::sim;
using heddle::sim_test::Server;

TEST(SimTheory, a_closed_network_has_the_throughput_of_its_bottleneck) {
  constexpr Cycles k_think = 5000, k_service = 350;
  constexpr int k_visits = 4000;
  for (const std::uint32_t cores : {1u, 8u, 64u, 256u}) {
    Machine machine;
    machine.cores = cores + 1;
    Engine engine(machine, {});
    Server server{engine, k_service};
    std::uint32_t left = cores;
    const Report report = engine.run([&] {
      for (std::uint32_t core = 0; core < cores; ++core) {
        engine.start([&] {
          for (int visit = 0; visit < k_visits; ++visit) {
            engine.work(k_think);
            server.visit();
          }
          if (--left == 0) engine.wake(0, engine.now());
        });
      }
      while (left != 0) engine.sleep("waits for all");
    });
    ASSERT_EQ(report.outcome, Outcome::finished) << report.story;
    const double per_cycle = static_cast<double>(cores) * k_visits / static_cast<double>(report.cycles);
    const double bound = std::min(cores / static_cast<double>(k_think + k_service), 1.0 / k_service);
    EXPECT_NEAR(per_cycle / bound, 1.0, 0.01) << cores;
  }
}

TEST(SimTheory, random_arrivals_at_a_server_wait_as_long_as_pollaczek_and_khinchine_say) {
  constexpr Cycles k_service = 1000;
  constexpr int k_arrivals = 1'000'000;
  for (const double load : {0.3, 0.6}) {
    Machine machine;
    machine.cores = 1;
    Engine engine(machine, {.seed = 5});
    Server server{engine, k_service};
    engine.run([&] {
      double arrival = 0;
      for (int i = 0; i < k_arrivals; ++i) {
        const double uniform = (static_cast<double>(engine.random(UINT64_C(1) << 52)) + 0.5) / 0x1p52;
        arrival -= std::log(uniform) * k_service / load;
        engine.at(static_cast<Cycles>(arrival), [&] { server.join(engine.time()); });
        if (i % 1000 == 999) engine.sleep_until(static_cast<Cycles>(arrival), "arrivals come");
      }
    });
    const double mean = static_cast<double>(server.waited) / k_arrivals;
    EXPECT_NEAR(mean / (load * k_service / (2 * (1 - load))), 1.0, 0.01) << load;
  }
}

TEST(SimTheory, a_master_hands_out_messages_at_the_rate_of_its_own_costs) {
  constexpr int k_tasks = 20'000;
  for (const std::uint32_t workers : {4u, 64u, 512u}) {
    Machine machine;
    machine.cores = workers + 1;
    Engine engine(machine, {});
    Fabric<int> fabric(engine, {.send = 700, .latency = 60, .receive = 500, .credits = 4096});
    constexpr Cycles k_task = 100'000;
    const Report report = engine.run([&] {
      for (CoreId worker = 1; worker <= workers; ++worker) {
        engine.start([&, worker] {
          while (fabric.receive() != 0) {
            engine.work(k_task);
            fabric.send(0, static_cast<int>(worker));
          }
        });
      }
      int sent = 0;
      for (CoreId worker = 1; worker <= workers && sent < k_tasks; ++worker, ++sent) fabric.send(worker, 1);
      for (int ended = 0; ended < k_tasks; ++ended) {
        const auto worker = static_cast<CoreId>(fabric.receive());
        if (sent < k_tasks) {
          fabric.send(worker, 1);
          ++sent;
        }
      }
    });
    ASSERT_EQ(report.outcome, Outcome::finished) << report.story;
    // A worker's round without any queue; the master's work for a task; the slower of the two decides.
    const double round = 700 + 60 + 500 + k_task + 700 + 60 + 500;
    const double ideal = k_tasks * std::max(round / workers, 700.0 + 500.0);
    EXPECT_GE(static_cast<double>(report.cycles), 0.99 * ideal);
    EXPECT_LE(static_cast<double>(report.cycles), 1.01 * ideal + 2 * round) << workers;
  }
}

TEST(SimTheory, a_credit_that_is_missing_stops_the_sender_and_nobody_else) {
  Machine machine;
  machine.cores = 3;
  Engine engine(machine, {});
  Fabric<int> fabric(engine, {.send = 10, .latency = 5, .receive = 1000, .credits = 2});
  Cycles flooded = 0, other = 0;
  int sum = 0;
  const Report report = engine.run([&] {
    engine.start([&] {
      for (int i = 0; i < 100; ++i) sum += fabric.receive();
    });
    engine.start([&] { other = (engine.work(50), engine.now()); });
    for (int i = 0; i < 100; ++i) fabric.send(1, 1);
    flooded = engine.now();
    engine.work(10'000);
  });
  EXPECT_EQ(report.outcome, Outcome::finished);
  EXPECT_EQ(sum, 100);
  EXPECT_GT(flooded, 95'000u);
  EXPECT_EQ(other, 50u);
}

// Fitted by the specification to three cells of OCR-Vx's Table 1: 7.8 GB an iteration, DDR 85 GB/s, MCDRAM 450 GB/s,
// at most 12 GB/s a core, 64 cores. With all data in one of four MCDRAM nodes a quarter of the bandwidth is left.
double seconds_for_iterations(double node_gb_per_s) {
  constexpr double k_ghz = 1.3;
  constexpr int k_iterations = 10;
  Machine machine;
  machine.cores = 65;
  Engine engine(machine, {});
  Bandwidth memory(engine, node_gb_per_s / k_ghz, 12 / k_ghz);
  std::uint32_t left = 64;
  const Report report = engine.run([&] {
    for (int core = 0; core < 64; ++core) {
      engine.start([&] {
        for (int i = 0; i < k_iterations; ++i) memory.move(7.8e9 / 64 / 1000);
        if (--left == 0) engine.wake(0, engine.time());
      });
    }
    while (left != 0) engine.sleep("waits for all");
  });
  EXPECT_EQ(report.outcome, Outcome::finished) << report.story;
  return static_cast<double>(report.cycles) / (k_ghz * 1e9) / k_iterations * 1000 * 1000;
}

TEST(SimTheory, memory_is_as_fast_as_its_node_or_its_cores) {
  EXPECT_NEAR(seconds_for_iterations(85), 91.8, 0.1);
  EXPECT_NEAR(seconds_for_iterations(450), 17.33, 0.1);
  EXPECT_NEAR(seconds_for_iterations(450 / 4.0), 69.36, 0.1);
  EXPECT_NEAR(seconds_for_iterations(10'000), 7.8 / 12 / 64 * 1000, 0.1);
}

TEST(SimTheory, threads_of_a_core_share_what_it_gets_of_memory_and_others_get_theirs) {
  Machine machine;
  machine.cores = 4;  // threads: 1 and 3 on the second core, 2 on the first
  machine.shared = {.speeds = {1, 1}, .cores = 2};
  Engine engine(machine, {});
  Bandwidth memory(engine, 6, 4);  // bytes a cycle: 3 for each core, then 4
  Cycles ended[4] = {};
  const Report report = engine.run([&] {
    const Cycles start = engine.now();
    for (CoreId thread = 1; thread < 4; ++thread) {
      engine.start([&, thread] {
        memory.move(thread == 3 ? 24'000 : 12'000);
        ended[thread] = engine.now() - start;
        engine.wake(0, engine.time());
      });
    }
    while (ended[1] * ended[2] * ended[3] == 0) engine.sleep("waits for all");
    // 4,000 cycles at 3 each: 6,000 of thread 1 and 18,000 of thread 3 are left, at 2 each; then 12,000 at 4.
    EXPECT_NEAR(static_cast<double>(ended[2]), 4000, 3);
    EXPECT_NEAR(static_cast<double>(ended[1]), 7000, 3);
    EXPECT_NEAR(static_cast<double>(ended[3]), 10'000, 3);
    EXPECT_NEAR(static_cast<double>(memory.used_up()), 4000, 3) << "as long as both cores used it";
  });
  EXPECT_EQ(report.outcome, Outcome::finished) << report.story;
}

TEST(SimTheory, what_flows_beside_a_computation_prolongs_it_only_when_it_takes_longer) {
  constexpr Cycles k_compute = 10'000;
  for (const std::uint32_t cores : {1u, 4u, 8u, 20u, 64u}) {
    Machine machine;
    machine.cores = cores + 1;
    Engine engine(machine, {});
    Bandwidth memory(engine, 16, 4);  // bytes a cycle: of the node, of a core
    std::uint32_t left = cores;
    const Report report = engine.run([&] {
      for (std::uint32_t core = 0; core < cores; ++core) {
        engine.start([&] {
          Bandwidth::Flow flow;
          memory.begin(20'000, flow);
          engine.work(k_compute);
          memory.wait(flow);
          if (--left == 0) engine.wake(0, engine.time());
        });
      }
      while (left != 0) engine.sleep("waits for all");
    });
    ASSERT_EQ(report.outcome, Outcome::finished) << report.story;
    const auto flow = static_cast<Cycles>(20'000 / std::min(4.0, 16.0 / cores));
    EXPECT_NEAR(static_cast<double>(report.cycles), static_cast<double>(std::max(k_compute, flow)), cores) << cores;
  }
}

}  // namespace

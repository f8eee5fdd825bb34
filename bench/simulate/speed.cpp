// How fast the simulator is, on this host: a master that hands tasks to workers by messages, and cores that fight for a
// lock. README.md says what must be reached.
//
//   cmake --build BUILD --target simulate_speed && BUILD/bin/simulate_speed
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>

#include "platform/sim/fabric.hpp"
#include "platform/sim/sim.hpp"

namespace {

using namespace heddle::platform;
using namespace heddle::platform::sim;

// Of processor time: one thread does it all, so on an idle host that is the time that passes.
double seconds_of(const std::function<void()>& run) {
  const std::clock_t start = std::clock();
  run();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

Machine machine_of(std::uint32_t cores) {
  Machine machine;
  machine.cores = cores;
  return machine;
}

/// Two messages a task. @returns tasks for each second of the host
double tasks_by_messages(std::uint32_t workers, std::uint32_t tasks) {
  Engine engine(machine_of(workers + 1), {});
  Fabric<std::uint32_t> fabric(engine, {.send = 700, .latency = 60, .receive = 500, .credits = 2 * workers});
  const auto worker = [&] {
    while (fabric.receive() != 0) {
      engine.work(1'000'000);
      fabric.send(0, engine.self());
    }
  };
  return tasks / seconds_of([&] {
           engine.run([&] {
             for (CoreId number = 1; number <= workers; ++number) engine.start(worker);
             std::uint32_t sent = 0;
             for (CoreId number = 1; number <= workers; ++number, ++sent) fabric.send(number, 1);
             for (std::uint32_t ended = 0; ended < tasks; ++ended) {
               const CoreId free = fabric.receive();
               if (sent < tasks) {
                 fabric.send(free, 1);
                 ++sent;
               }
             }
           });
         });
}

/// Every core thinks, takes a ticket lock, works under it, and gives it back. @returns operations for each second
double operations_on_a_lock(std::uint32_t cores, std::uint32_t rounds) {
  Engine engine(machine_of(cores), {});
  alignas(64) Sim::atomic<std::uint32_t> held{0};
  std::uint32_t left = cores;
  const auto member = [&] {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      engine.work(5000);
      // order: acquire — pairs with the release below.
      while (held.exchange(1, std::memory_order_acquire) != 0)
        Sim::spin_until(held, [](std::uint32_t taken) { return taken == 0; }, Spins::unbounded());
      engine.work(200);
      held.store(0, std::memory_order_release);  // order: release — pairs with the exchange above
    }
    engine.work(0);
    if (--left == 0) engine.wake(0, engine.now());
  };
  return static_cast<double>(cores) * rounds / seconds_of([&] {
           engine.run([&] {
             for (std::uint32_t core = 1; core < cores; ++core) engine.start(member);
             member();
             while (left != 0) engine.sleep("waits for all");
           });
         });
}

}  // namespace

int main() {
  std::printf("| simulated | cores | millions for each second of processor time |\n|---|---|---|\n");
  for (const std::uint32_t workers : {64u, 512u, 1024u, 4096u})
    std::printf("| tasks, two messages each | %u | %.2f |\n", workers, tasks_by_messages(workers, 1'000'000) / 1e6);
  for (const std::uint32_t cores : {1u, 16u, 64u})
    std::printf("| operations on one lock | %u | %.2f |\n", cores,
                operations_on_a_lock(cores, 1'000'000 / cores) / 1e6);
  return 0;
}

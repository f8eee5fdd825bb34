// A run from its begin to its end; messages and what they cost.
#include "simulation.hpp"

#include <cmath>
#include <cstdlib>

#include "front/myrmics/body.hpp"

namespace heddle::myrmics_sim {

namespace {

constexpr std::uint32_t k_board_cores = 8;  // Myrmics III

Machine with_cores(Machine machine, std::uint32_t cores) {
  machine.cores = cores;
  return machine;
}
Price price_of(Cycles whole, std::uint32_t argument_percent) {
  const Cycles argument = whole * argument_percent / 100;
  return {whole - argument, argument};
}

}  // namespace

Simulation::Simulation(const Machine& machine, const Setup& setup, Body* table)
    : setup_(setup),
      shape_(setup.workers, setup.widths),
      machine_(with_cores(machine, shape_.cores())),
      table_(table),
      engine_(machine_, {.seed = setup.seed}),
      fabric_(engine_, [this](CoreId from, CoreId to) { return costs_between(from, to); }),
      heap_(shape_),
      workers_(setup.workers),
      nodes_(shape_.nodes().size()),
      statistics_(shape_.cores()) {
  const platform::sim::HandlerCosts& costs = machine_.handler;
  const auto price = [&](Cycles whole) { return price_of(whole, costs.argument_percent); };
  const auto of_node = [&](Cycles whole) { return setup.fast_schedulers ? whole * 10 / costs.fast_tenths : whole; };
  spawn_of_worker_ = price(setup.fast_workers ? costs.fast_worker_spawn : costs.worker_spawn);
  execute_of_worker_ = price(setup.fast_workers ? costs.fast_worker_execute : costs.worker_execute);
  spawn_of_node_ = price(of_node(costs.scheduler_spawn));
  execute_of_node_ = price(of_node(costs.scheduler_execute));
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const Node& here = shape_.node(static_cast<std::uint32_t>(node));
    nodes_[node].loads.resize(here.is_leaf() ? here.workers() : here.children.size());
  }
}

/// Boards between two cores. Worker cores fill the boards one by one; a node sits beside its first worker.
std::uint32_t Simulation::board_distance(CoreId from, CoreId to) const {
  const auto board = [this](CoreId core) {
    return (shape_.is_worker(core) ? core : shape_.node(core - shape_.workers()).first_worker) / k_board_cores;
  };
  const std::uint32_t side = machine_.messaging.side;
  std::uint32_t one = board(from), other = board(to), hops = 0;
  for (int dimension = 0; dimension < 3; ++dimension) {
    const std::uint32_t width = dimension == 2 ? UINT32_MAX : side;  // larger machines grow along the last one
    const std::uint32_t a = one % width, b = other % width;
    hops += a > b ? a - b : b - a;
    one /= width;
    other /= width;
  }
  return hops;
}

platform::sim::MessageCosts Simulation::costs_between(CoreId from, CoreId to) const {
  const platform::sim::MessagingCosts& costs = machine_.messaging;
  const auto scaled = [&](CoreId core, Cycles cycles) {
    const bool fast = shape_.is_worker(core) ? setup_.fast_workers : setup_.fast_schedulers;
    return fast ? cycles * 10 / machine_.handler.fast_tenths : cycles;
  };
  const std::uint32_t neighbours = shape_.neighbours(to);
  const Cycles slow = neighbours > costs.neighbours ? neighbours * costs.slow_per_neighbour : 0;
  // Each of a worker's calls waits for its answer, and nodes keep what has no room in queues of their own.
  return {.send = scaled(from, costs.send),
          .latency = costs.latency + costs.hop * board_distance(from, to),
          .receive = scaled(to, costs.handle + slow),
          .credits = UINT32_MAX};
}

void Simulation::post(Note note) {
  note.from = engine_.self();
  send_on(note);
}

void Simulation::send_on(const Note& note) {
  const CoreId here = engine_.self();
  const CoreId next = note.to == here ? here : shape_.next_hop(here, note.to);
  const std::uint64_t bytes = std::uint64_t{note.parts} * machine_.messaging.bytes;
  statistics_[here].message_bytes += bytes;  // as the authors' code: by who sends
  sent_[static_cast<std::size_t>(note.what)] += shape_.is_worker(here) ? 0 : bytes;
  messages_ += note.parts;
  fabric_.send(next, note);
}

Cycles Simulation::varied(Cycles cycles) {
  if (setup_.jitter_percent == 0) return cycles;
  const Cycles range = cycles * setup_.jitter_percent / 100;
  return cycles - range + engine_.random(2 * range + 1);
}

Outcome Simulation::run(const std::vector<std::intptr_t>& arguments) {
  g_current = this;
  const platform::sim::Report report = engine_.run([&] {
    for (CoreId worker = 1; worker < setup_.workers; ++worker) engine_.start([this] { worker_main(); });
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) engine_.start([this, node] { node_main(node); });
    Task& main = tasks_.emplace_back();
    main_ = &main;
    main.is_main = true;
    main.root = &heap_.root().scope;
    main.body = table_[0];
    for (const std::intptr_t word : arguments) main.words.push_back(static_cast<std::uint64_t>(word));
    live_ = 1;
    nodes_[shape_.leaf_of(0)].loads[0] = 1;
    workers_[0].running = &main;
    myrmics::call_body(reinterpret_cast<void*>(main.body), main.words.data(), static_cast<unsigned>(main.words.size()));
    workers_[0].running = nullptr;
    post({.what = What::done, .to = core_of_node(0), .task = &main});
    worker_main();
  });
  g_current = nullptr;
  return outcome(report);
}

Outcome Simulation::outcome(const platform::sim::Report& report) const {
  Outcome out;
  out.finished = report.outcome == platform::sim::Outcome::finished;
  out.story = report.story;
  out.all_cycles = report.cycles;
  out.cycles = end_ - begin_;
  out.messages = messages_;
  if (!out.finished || at_end_.empty() || out.cycles == 0) return out;
  const auto time = static_cast<double>(out.cycles);
  double most_apart = 0;
  for (CoreId core = 0; core < shape_.cores(); ++core) {
    const CoreStatistics &a = at_begin_[core], &b = at_end_[core];
    if (shape_.is_worker(core)) {
      const double share = 1.0 / setup_.workers;
      out.worker_task_percent += share * 100 * static_cast<double>(b.body - a.body) / time;
      out.worker_runtime_percent += share * 100 * static_cast<double>(b.runtime - a.runtime) / time;
      out.worker_message_bytes += share * static_cast<double>(b.message_bytes - a.message_bytes);
      out.worker_data_bytes += share * static_cast<double>(b.data_bytes - a.data_bytes);
      out.all_data_bytes += static_cast<double>(b.data_bytes - a.data_bytes);
      out.tasks += b.tasks - a.tasks;
    } else {
      const double share = 1.0 / static_cast<double>(nodes_.size());
      out.scheduler_percent += share * 100 * static_cast<double>(b.runtime - a.runtime) / time;
      out.scheduler_message_bytes += share * static_cast<double>(b.message_bytes - a.message_bytes);
    }
  }
  for (std::size_t kind = 0; kind < k_kinds; ++kind) {
    const auto bytes = static_cast<double>(sent_at_end_[kind] - sent_at_begin_[kind]);
    out.scheduler_bytes_of.emplace_back(k_names[kind], bytes / static_cast<double>(nodes_.size()));
  }
  const double even = static_cast<double>(out.tasks) / setup_.workers;
  for (CoreId core = 0; core < setup_.workers; ++core)
    most_apart += std::fabs(static_cast<double>(at_end_[core].tasks - at_begin_[core].tasks) - even);
  // The sum of deviations is at most 2 (all - even): one worker has run all.
  const double worst = 2 * (static_cast<double>(out.tasks) - even);
  out.balance_percent = worst > 0 ? 100 * (1 - most_apart / worst) : 100;
  return out;
}

Outcome simulate(const Machine& machine, const Setup& setup, Body* table, const std::vector<std::intptr_t>& arguments) {
  auto simulation = std::make_unique<Simulation>(machine, setup, table);
  return simulation->run(arguments);
}

}  // namespace heddle::myrmics_sim

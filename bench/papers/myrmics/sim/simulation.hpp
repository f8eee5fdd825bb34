// Simulation: one run: its cores, its messages, its tasks. Used by nodes.cpp, workers.cpp and calls.cpp only.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "dependence/regions/routes.hpp"
#include "dependence/regions/rules.hpp"
#include "dependence/regions/task.hpp"
#include "heap.hpp"
#include "platform/sim/fabric.hpp"
#include "platform/threads/threads.hpp"
#include "simulated.hpp"

namespace heddle::myrmics_sim {

using P = platform::Threads;  // of tasks' own words: one thread of the host, and nothing that costs virtual time
using Entry = region::QueueEntry;
using Scope = region::OrderScope;

struct Argument {
  Thing* thing;
  bool writes;
  bool transfers;
};

struct Task : dependence::RegionTask<P> {
  Body body = nullptr;
  std::vector<std::uint64_t> words;
  bool answered = false;            // of a wait: its waiter may go on
  bool hands_on = false;            // touches nothing that it names: done as soon as it has spawned
  std::vector<Argument> arguments;  // as spawned; `entries` are what the rules make of them
  std::vector<Entry> own_entries;
  CoreId maker = 0;  // the worker that has spawned it, or waits
  std::uint32_t ungranted = 0, unpacked = 0;
  std::uint64_t fetch_bytes = 0, fetch_pieces = 0;
};

/// Messages. Names in the same order: k_names.
enum class What : std::uint8_t {
  spawn,
  spawned,
  entry,
  report,
  granted,
  pack,
  packed,
  schedule,
  execute,
  done,
  load,
  waited,
  stop
};
constexpr std::size_t k_kinds = static_cast<std::size_t>(What::stop) + 1;
constexpr const char* k_names[k_kinds] = {"spawn",    "spawned", "entry", "report", "granted", "pack", "packed",
                                          "schedule", "execute", "done",  "load",   "waited",  "stop"};

struct Note {
  What what = What::stop;
  CoreId to = 0;
  Task* task = nullptr;
  Entry* entry = nullptr;
  Scope* scope = nullptr;
  std::uint32_t counts[2]{};
  CoreId from = 0;  // who has made it
  std::uint32_t load = 0;
  std::uint32_t ranges = 0;  // of a packing
  std::uint32_t parts = 1;   // messages that it takes
};

/// What the runtime's code takes: for a task, and for each of its arguments.
struct Price {
  Cycles base = 0;
  Cycles argument = 0;
};

struct CoreStatistics {
  Cycles body = 0, runtime = 0;  // of a node: the second
  std::uint64_t message_bytes = 0, data_bytes = 0, tasks = 0;
};

struct ReadyTask {
  Task* task;
  bool ordered = false;
  Cycles arrives = 0;  // its data
};

struct Worker {
  std::deque<ReadyTask> queue;
  Task* running = nullptr;
  bool answered = false;  // the spawn under way
  Cycles transfers_until = 0;
};

struct NodeState {
  std::vector<std::uint32_t> loads;  // of its children, or of its workers
  std::uint32_t last = 0;            // who was chosen last
  std::uint32_t reported = 0;        // its load as its parent knows it
};

class Simulation {
 public:
  Simulation(const Machine& machine, const Setup& setup, Body* table);
  Outcome run(const std::vector<std::intptr_t>& arguments);

  static Simulation* current() noexcept { return g_current; }

  // -- calls of the running task (calls.cpp) --------------------------------------------------------------------------
  Heap& heap() noexcept { return heap_; }
  CoreId self() const noexcept { return engine_.self(); }
  const Setup& setup() const noexcept { return setup_; }
  const Shape& shape() const noexcept { return shape_; }
  void spawn(std::uint32_t index, void** words, const unsigned* types, std::uint32_t count);
  void wait(void** words, const unsigned* types, std::uint32_t count);
  void body_works(double units);
  void memory_call();
  void begin_time();
  void end_time();

 private:
  /// What the rules of a node need (dependence/regions/rules.hpp).
  class Link {
   public:
    Link(Simulation& simulation, std::uint32_t node) noexcept : simulation_(simulation), node_(node) {}
    void send(std::uint16_t node, region::NodeMessage& message);
    void report(Scope& up, const std::uint32_t (&counts)[2]);
    void granted(Entry& entry);

   private:
    Simulation& simulation_;
    std::uint32_t node_;
  };

  // Messages.
  platform::sim::MessageCosts costs_between(CoreId from, CoreId to) const;
  std::uint32_t board_distance(CoreId from, CoreId to) const;
  void post(Note note);
  void send_on(const Note& note);
  CoreId core_of_node(std::uint32_t node) const noexcept { return shape_.node(node).core; }

  // Nodes (nodes.cpp).
  void node_main(std::uint32_t node);
  void handle(std::uint32_t node, const Note& note);
  void node_works(std::uint32_t node, Cycles cycles);
  void begin_task(std::uint32_t node, Task& task, CoreId maker);
  void begin_entry(std::uint32_t node, Entry& entry);
  void handle_entry(std::uint32_t node, Entry& entry);
  void entry_granted(std::uint32_t node, Entry& entry);
  void all_granted(std::uint32_t node, Task& task);
  void schedule(std::uint32_t node, Task& task);
  std::uint32_t choose(std::uint32_t node, const Task& task);
  std::vector<std::uint64_t> local_bytes(std::uint32_t node, const Task& task) const;
  static std::uint32_t ranges_of(Thing& thing);
  /// Messages for so many words, of which one takes eight (the authors' code).
  static std::uint32_t parts_of(std::uint32_t words) noexcept { return words <= 8 ? 1 : (words + 7) / 8; }
  void give(std::uint32_t node, CoreId worker, Task& task);
  void end_task(std::uint32_t node, Task& task);
  void pass(std::uint32_t node, const Note& note);
  void set_load(std::uint32_t node, std::uint32_t index, std::uint32_t load);
  std::uint32_t home_of(const Task& parent, const Task& task) const;

  // Workers (workers.cpp).
  void worker_main();
  void take(const Note& note);
  void take_all();
  void run_next();
  void order(ReadyTask& ready);
  void execute(Task& task);
  void run_until(const bool& done);
  void worker_works(Cycles cycles);
  Task& make_task(std::uint32_t count, void** words, const unsigned* types);
  void hand_over(Task& task);

  CoreStatistics& statistics() { return statistics_[engine_.self()]; }
  Cycles varied(Cycles cycles);
  Outcome outcome(const platform::sim::Report& report) const;

  static inline thread_local Simulation* g_current = nullptr;

  const Setup setup_;
  const Shape shape_;
  const Machine machine_;
  Body* const table_;
  platform::sim::Engine engine_;
  platform::sim::Fabric<Note> fabric_;
  Heap heap_;
  Price spawn_of_worker_, execute_of_worker_, spawn_of_node_, execute_of_node_;
  std::vector<Worker> workers_;
  std::vector<NodeState> nodes_;
  std::deque<Task> tasks_;
  Task* main_ = nullptr;
  std::uint64_t live_ = 0;
  bool stopped_ = false;
  std::uint64_t messages_ = 0;
  std::array<std::uint64_t, k_kinds> sent_{}, sent_at_begin_{}, sent_at_end_{};  // bytes, by nodes
  std::vector<CoreStatistics> statistics_, at_begin_, at_end_;
  Cycles begin_ = 0, end_ = 0;
};

}  // namespace heddle::myrmics_sim

// Tasks on objects of a region beside the same tasks on plain addresses (the default manager), in one process: the
// graphs of bench/micro, with empty bodies or such of a microsecond. Built by plain g++, as a user's program.
//
//     graphs time  PATTERN EMPTY|BUSY COUNT ROUNDS   stencil, random, cholesky: a row for each of both, in turns
//     graphs gate  addresses|objects COUNT           time and peak resident memory a task, all held back by a first one
//     graphs calls COUNT ROUNDS                      an empty task on one object by sys_spawn, spawned and run
//
// Prints "row NAME VALUE UNIT ok|wrong": ok when all cells are as after the same bodies one after the other.
#define MYRMICS_NO_COMPAT_NAMES
#include <heddle/region.h>
#include <heddle/task.h>
#include <myrmics.h>
#include <sched.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "hash.hpp"
#include "measure.hpp"
#include "resident.hpp"

namespace {

using bench::mix;

struct alignas(64) Cell {
  uint64_t value;
};

// A task of a graph: it reads the first `reads` of its cells, and reads and writes the rest.
struct Node {
  uint32_t cell[4];
  uint8_t reads;
  uint8_t count;
};
struct Graph {
  uint32_t cells = 0;
  std::vector<Node> nodes;
};

Graph stencil(long count) {
  constexpr uint32_t k_width = 64;
  Graph graph{2 * k_width, {}};
  for (long at = 0; at < count; ++at) {
    const auto from = static_cast<uint32_t>(at / k_width % 2) * k_width;
    const auto point = static_cast<uint32_t>(at) % k_width;
    const uint32_t to = k_width - from;
    graph.nodes.push_back(
        {{from + (point + k_width - 1) % k_width, from + point, from + (point + 1) % k_width, to + point}, 3, 4});
  }
  return graph;
}

Graph random_graph(long count) {
  constexpr uint32_t k_cells = 256;
  Graph graph{k_cells, {}};
  bench::Dice dice(42);
  for (long at = 0; at < count; ++at) {
    Node node{};
    node.count = static_cast<uint8_t>(1 + dice.below(3));
    node.reads = static_cast<uint8_t>(dice.below(node.count + 1U));
    auto cell = static_cast<uint32_t>(dice.below(k_cells));
    for (unsigned index = 0; index < node.count; ++index) {
      node.cell[index] = cell;
      cell = (cell + 1 + static_cast<uint32_t>(dice.below(k_cells / 3))) % k_cells;  // less than a full turn: distinct
    }
    graph.nodes.push_back(node);
  }
  return graph;
}

// Of the largest number of tiles that makes no more than `count` tasks.
Graph cholesky(long count) {
  uint32_t size = 1;
  while (static_cast<long>(size + 1) * (size + 2) * (size + 3) / 6 <= count) ++size;
  Graph graph{size * size, {}};
  const auto tile = [size](uint32_t row, uint32_t column) { return row * size + column; };
  for (uint32_t k = 0; k < size; ++k) {
    graph.nodes.push_back({{tile(k, k)}, 0, 1});
    for (uint32_t i = k + 1; i < size; ++i) graph.nodes.push_back({{tile(k, k), tile(i, k)}, 1, 2});
    for (uint32_t i = k + 1; i < size; ++i) {
      graph.nodes.push_back({{tile(i, k), tile(i, i)}, 1, 2});
      for (uint32_t j = k + 1; j < i; ++j) graph.nodes.push_back({{tile(i, k), tile(j, k), tile(i, j)}, 2, 3});
    }
  }
  return graph;
}

long spins = 0;  // of a body: 0, or as many as take a microsecond

uint64_t spin(uint64_t value, long rounds) {
  for (long round = 0; round < rounds; ++round) value = mix(value, 1);
  return value;
}
void calibrate() {
  constexpr long k_many = 4'000'000;
  double least = 1e30;
  for (int round = 0; round < 5; ++round) {
    const double begin = bench::now_ns();
    volatile uint64_t kept = spin(static_cast<uint64_t>(round), k_many);
    (void)kept;
    least = std::min(least, bench::now_ns() - begin);
  }
  spins = static_cast<long>(1000.0 * k_many / least);
}

// What a body gets.
struct Work {
  Cell* cell[4];
  uint32_t reads;
  uint32_t count;
};
void run(void* argument) {
  const Work& work = *static_cast<Work*>(argument);
  uint64_t hash = 1;
  for (uint32_t index = 0; index < work.count; ++index) hash = mix(hash, work.cell[index]->value);
  if (spins != 0) hash = spin(hash, spins);
  for (uint32_t index = work.reads; index < work.count; ++index) work.cell[index]->value = mix(hash, index);
}

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "graphs: %s: %s\n", what, heddle_region_failure());
  std::exit(1);
}

// The cells of a graph: anywhere, or each an object of one region.
class Cells {
 public:
  Cells(uint32_t count, bool in_region) : plain_(in_region ? 0 : count) {
    if (in_region && heddle_region_make(0, 0, &region_) != 0) give_up("heddle_region_make");
    for (uint32_t at = 0; at < count; ++at) {
      auto* const cell = in_region ? static_cast<Cell*>(heddle_region_allocate(region_, sizeof(Cell))) : &plain_[at];
      if (cell == nullptr) give_up("heddle_region_allocate");
      cell->value = at;
      cells_.push_back(cell);
    }
  }
  Cells(const Cells&) = delete;
  Cells& operator=(const Cells&) = delete;
  ~Cells() {
    if (region_ != 0) (void)heddle_region_free(region_);
  }

  Cell* operator[](uint32_t at) const { return cells_[at]; }
  uint64_t fold() const {
    uint64_t hash = 0;
    for (const Cell* cell : cells_) hash = mix(hash, cell->value);
    return hash;
  }

 private:
  std::vector<Cell> plain_;
  std::vector<Cell*> cells_;
  heddle_region_id region_ = 0;
};

Work work_of(const Node& node, const Cells& cells) {
  Work work{{}, node.reads, node.count};
  for (unsigned index = 0; index < node.count; ++index) work.cell[index] = cells[node.cell[index]];
  return work;
}

void spawn(Work work) {
  heddle_access accesses[4];
  for (uint32_t index = 0; index < work.count; ++index)
    accesses[index] = {work.cell[index], sizeof(uint64_t), index < work.reads ? HEDDLE_IN : HEDDLE_OUT};
  heddle_task task = HEDDLE_TASK;
  task.body = run;
  task.argument = &work;
  task.argument_bytes = sizeof work;
  task.argument_alignment = alignof(Work);
  task.accesses = accesses;
  task.access_count = work.count;
  if (heddle_spawn(&task) != 0) give_up("heddle_spawn");
}

uint64_t serial(const Graph& graph) {
  const Cells cells(graph.cells, false);
  for (const Node& node : graph.nodes) {
    Work work = work_of(node, cells);
    run(&work);
  }
  return cells.fold();
}
double parallel(const Graph& graph, bool in_region, uint64_t& result) {
  const Cells cells(graph.cells, in_region);
  const double begin = bench::now_ns();
  for (const Node& node : graph.nodes) spawn(work_of(node, cells));
  if (heddle_wait(nullptr) != 0) give_up("heddle_wait");
  const double ns = bench::now_ns() - begin;
  result = cells.fold();
  return ns / static_cast<double>(graph.nodes.size());
}

void time_graph(const std::string& pattern, bool busy, long count, int rounds) {
  if (busy) calibrate();
  const Graph graph = pattern == "stencil"  ? stencil(count)
                      : pattern == "random" ? random_graph(count)
                                            : cholesky(count);
  const uint64_t wanted = serial(graph);
  std::vector<double> times[2];
  bool same = true;
  for (int round = -1; round < rounds; ++round) {  // the first warms up
    for (const bool in_region : {false, true}) {
      uint64_t found = 0;
      const double ns = parallel(graph, in_region, found);
      same = same && found == wanted;
      if (round >= 0) times[in_region ? 1 : 0].push_back(ns);
    }
  }
  bench::print_row(pattern + "_addresses", bench::median(times[0]), "ns", bench::check_that(same));
  bench::print_row(pattern + "_objects", bench::median(times[1]), "ns", bench::check_that(same));
}

// The first task holds all others back until they have been spawned.
std::atomic<bool> open{false};
void hold(void* argument) {
  while (!open.load(std::memory_order_acquire)) sched_yield();  // order: acquire, pairs with the store of held_back()
  (*static_cast<Cell**>(argument))->value = 7;
}
void read_gate(void* argument) {
  auto* const* const cells = static_cast<Cell**>(argument);
  cells[1]->value = mix(cells[0]->value, 1);
}
void spawn_gated(void (*body)(void*), Cell* gate, Cell* own) {
  Cell* words[] = {gate, own};
  const heddle_access accesses[] = {{gate, sizeof(uint64_t), own == nullptr ? HEDDLE_OUT : HEDDLE_IN},
                                    {own, sizeof(uint64_t), HEDDLE_OUT}};
  heddle_task task = HEDDLE_TASK;
  task.body = body;
  task.argument = words;
  task.argument_bytes = sizeof words;
  task.argument_alignment = alignof(Cell*);
  task.accesses = accesses;
  task.access_count = own == nullptr ? 1 : 2;
  if (heddle_spawn(&task) != 0) give_up("heddle_spawn");
}
void held_back(const Cells& cells, uint32_t count) {
  open.store(false, std::memory_order_relaxed);  // order: relaxed, the task that reads it is not there yet
  spawn_gated(hold, cells[0], nullptr);
  for (uint32_t at = 1; at <= count; ++at) spawn_gated(read_gate, cells[0], cells[at]);
  open.store(true, std::memory_order_release);  // order: release, pairs with the load of hold()
  if (heddle_wait(nullptr) != 0) give_up("heddle_wait");
}
void measure_gate(bool in_region, uint32_t count) {
  held_back(Cells(64, in_region), 63);  // warms up
  const Cells cells(count + 1, in_region);
  const double before = bench::resident_bytes();
  const double begin = bench::now_ns();
  held_back(cells, count);
  const double ns = bench::now_ns() - begin;
  bool right = true;
  for (uint32_t at = 1; at <= count; ++at) right = right && cells[at]->value == mix(7, 1);
  const std::string name = in_region ? "objects" : "addresses";
  const bench::Check check = bench::check_that(right);
  bench::print_row(name + "_ns", ns / count, "ns", check);
  bench::print_row(name + "_bytes", (bench::peak_resident_bytes() - before) / count, "B", check);
}

void add_one(long* number) { ++*number; }
void main_task(long count, long rounds) {
  const rid_t region = sys_ralloc(0, 0);
  void* number = sys_alloc(sizeof(long), region);
  *static_cast<long*>(number) = 0;
  std::vector<double> times;
  unsigned type = SYS_TYPE_INOUT_ARG;
  for (long round = -1; round < rounds; ++round) {
    const double begin = bench::now_ns();
    for (long at = 0; at < count; ++at) sys_spawn(1, &number, &type, 1);
    sys_wait_on(&number, 1);
    if (round >= 0) times.push_back((bench::now_ns() - begin) / static_cast<double>(count));
  }
  bench::print_row("sys_spawn", bench::median(times), "ns",
                   bench::check_that(*static_cast<long*>(number) == count * (rounds + 1)));
}
func_t table[] = {reinterpret_cast<func_t>(main_task), reinterpret_cast<func_t>(add_one)};

int usage() {
  std::fprintf(stderr,
               "usage: graphs time stencil|random|cholesky EMPTY|BUSY COUNT ROUNDS\n"
               "       graphs gate addresses|objects COUNT\n       graphs calls COUNT ROUNDS\n");
  return 2;
}

}  // namespace

int main(int count, char** words) {
  const std::string verb = count > 1 ? words[1] : "";
  if (verb == "time" && count == 6) {
    time_graph(words[2], std::string(words[3]) == "BUSY", std::atol(words[4]), std::atoi(words[5]));
  } else if (verb == "gate" && count == 4) {
    measure_gate(std::string(words[2]) == "objects", static_cast<uint32_t>(std::atol(words[3])));
  } else if (verb == "calls" && count == 4) {
    void* arguments[] = {reinterpret_cast<void*>(std::atol(words[2])), reinterpret_cast<void*>(std::atol(words[3]))};
    return myrmics_run(table, arguments, 2);
  } else {
    return usage();
  }
  return 0;
}

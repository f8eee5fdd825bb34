// What regions cost: objects, regions, tasks on objects, one more level, a scheduler node alone.
//     build/release/bin/region_prices [rounds]
// Prints "row NAME NS ns ok", the median of the rounds; aims.toml says what each is, and the aim.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "dependence/regions/manager.hpp"
#include "regions/engine.hpp"
#include "runtime/tasking.hpp"

namespace {

using namespace heddle::regions;  // NOLINT
using Function = void (*)(const std::uint64_t*);

int rounds = 7;

void call(void* code, const std::uint64_t* words, unsigned /*count*/) { reinterpret_cast<Function>(code)(words); }

void check(const CallError& error) {
  if (!error) return;
  std::fprintf(stderr, "%s\n", error.text.c_str());
  std::exit(1);
}

void print(const char* name, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("row %s %.4g ns ok\n", name, times[times.size() / 2]);
}

template <class Work>
void row(const char* name, double per, const Work& work) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / per);
  }
  print(name, times);
}

Id region_in(Id parent) {
  CallError error;
  const Id made = make_region(parent, 0, error);
  check(error);
  return made;
}
void* object_in(Id region) {
  CallError error;
  void* const made = allocate(64, region, error);
  check(error);
  return made;
}
void nothing(const std::uint64_t* /*words*/) {}

void spawn_on(const void* object, Function function) {
  CallError error;
  const std::uint64_t word = reinterpret_cast<std::uint64_t>(object);
  const std::uint32_t type = k_in | k_out;
  spawn({call, reinterpret_cast<void*>(function), {&word, &type, 1}, {}}, error);
  check(error);
}
void wait_on(std::uint64_t word) {
  CallError error;
  wait({&word, nullptr, 1}, {}, error);
  check(error);
}

void memory_rows() {
  constexpr int k_many = 1'000'000;
  const Id region = region_in(0);
  row("alloc_free", k_many, [region] {
    CallError error;
    for (int at = 0; at < k_many; ++at) free(allocate(64, region, error), error);
  });
  std::vector<void*> objects(10'000);
  row("balloc", k_many, [&] {
    CallError error;
    const Id here = region_in(0);
    for (int at = 0; at < k_many / 10'000; ++at) allocate_many(64, here, {objects.data(), 10'000}, error);
    free_region(here, {}, error);
  });
  row("ralloc_rfree", 100'000, [] {
    CallError error;
    for (int at = 0; at < 100'000; ++at) free_region(region_in(0), {}, error);
  });
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    CallError error;
    const Id here = region_in(0);
    for (int at = 0; at < k_many; ++at) (void)allocate(64, here, error);
    const auto begin = std::chrono::steady_clock::now();
    free_region(here, {}, error);
    times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
    check(error);
  }
  print("rfree_million", times);
}

void task_rows() {
  constexpr int k_tasks = 200'000;
  const void* const object = object_in(region_in(0));
  row("task_one_object", k_tasks, [object] {
    for (int at = 0; at < k_tasks; ++at) spawn_on(object, nothing);
    wait_on(reinterpret_cast<std::uint64_t>(object));
  });
  std::vector<void*> objects;
  const Id region = region_in(0);
  for (int at = 0; at < 1000; ++at) objects.push_back(object_in(region));
  row("task_many_objects", k_tasks, [&objects, region] {
    for (int at = 0; at < k_tasks; ++at) spawn_on(objects[static_cast<std::size_t>(at) % 1000], nothing);
    wait_on(region);
  });
}

// The handlers alone, without the engine's tasks: a task is ended as soon as it is ready.
struct Alone final : heddle::dependence::RegionPort<P> {
  heddle::dependence::Regions<P> regions{*this};
  void ready(heddle::dependence::RegionTask<P>& task) noexcept override { regions.ended(task); }
  void over(heddle::dependence::RegionTask<P>& task) noexcept override { heddle::dependence::Routes<P>::forget(task); }
};

void node_rows() {
  constexpr int k_tasks = 1'000'000;
  for (const unsigned arguments : {1U, 3U}) {
    Alone alone;
    const std::uint32_t width = 1;
    alone.regions.begin(&width, 1, false);
    std::vector<OrderScope> scopes(4);
    scopes[0].is_region = true;
    for (std::size_t at = 1; at < 4; ++at) {
      scopes[at].up = &scopes[0];
      scopes[at].depth = 1;
    }
    heddle::dependence::RegionTask<P> main;
    main.is_main = true;
    main.root = &scopes[0];
    row(arguments == 1 ? "node_one_object" : "node_three_objects", k_tasks, [&] {
      for (int at = 0; at < k_tasks; ++at) {
        heddle::dependence::RegionTask<P> task;
        QueueEntry entries[3];
        task.parent = &main;
        task.root = &scopes[0];
        task.entries = entries;
        task.entry_count = arguments;
        for (unsigned index = 0; index < arguments; ++index) {
          entries[index].target = &scopes[1 + index];
          entries[index].mode = EntryMode::write;
          entries[index].task = &task;
          (void)heddle::dependence::Routes<P>::find(task, entries[index]);
        }
        alone.regions.spawn(task);
      }
    });
  }
}

double chain_ns(std::size_t levels) {
  constexpr int k_tasks = 20'000;
  Alone alone;
  const std::uint32_t width = 1;
  alone.regions.begin(&width, 1, false);
  std::vector<OrderScope> scopes(levels + 1);
  for (std::size_t at = 0; at <= levels; ++at) {
    scopes[at].is_region = true;
    scopes[at].depth = static_cast<std::uint32_t>(at);
    if (at != 0) scopes[at].up = &scopes[at - 1];
  }
  heddle::dependence::RegionTask<P> main;
  main.is_main = true;
  main.root = &scopes[0];
  const auto begin = std::chrono::steady_clock::now();
  for (int at = 0; at < k_tasks; ++at) {
    heddle::dependence::RegionTask<P> task;
    QueueEntry entry;
    task.parent = &main;
    task.root = &scopes[0];
    task.entries = &entry;
    task.entry_count = 1;
    entry.target = &scopes[levels];
    entry.mode = EntryMode::write;
    entry.task = &task;
    (void)heddle::dependence::Routes<P>::find(task, entry);
    alone.regions.spawn(task);
  }
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / k_tasks;
}

void main_task(const std::uint64_t* /*words*/) {
  memory_rows();
  task_rows();
  node_rows();
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) times.push_back((chain_ns(72) - chain_ns(8)) / 64);
  print("one_more_level", times);
}

}  // namespace

int main(int count, char** values) {
  if (count > 1) rounds = std::max(1, std::atoi(values[1]));
  CallError error;
  run(call, reinterpret_cast<void*>(main_task), {nullptr, 0}, error);
  check(error);
  return 0;
}

#include "sim/shapes.hpp"

#include <random>

namespace heddle::sim {

namespace {

/// An address as a name.
void* name_of(std::uint32_t number) { return reinterpret_cast<void*>((std::uintptr_t{number} + 1) * 64); }

}  // namespace

Program chains(const Chains& shape) {
  Program program;
  program.name = "chains";
  const std::uint32_t count = shape.chains * shape.length;
  program.tasks.reserve(count);
  for (std::uint32_t number = 0; number < count; ++number) {
    const std::uint32_t chain = shape.chain_after_chain ? number / shape.length : number % shape.chains;
    ProgramTask task;
    task.duration_ns = shape.task_ns;
    task.offset_ns = number * shape.create_ns;
    task.accesses.push_back({name_of(chain), graph::Mode::out});
    program.tasks.push_back(std::move(task));
  }
  program.own_ns = count * shape.create_ns;
  return program;
}

Program independent(std::uint32_t tasks, std::uint64_t task_ns) {
  Program program;
  program.name = "independent";
  program.tasks.resize(tasks);
  for (ProgramTask& task : program.tasks) task.duration_ns = task_ns;
  return program;
}

Program random(const Random& shape) {
  constexpr graph::Mode k_modes[] = {graph::Mode::in, graph::Mode::in, graph::Mode::out, graph::Mode::inoutset,
                                     graph::Mode::mutexinoutset};
  std::mt19937_64 bits(shape.seed);  // its numbers are the same everywhere; distributions are not, so none is used
  Program program;
  program.name = "random";
  std::vector<std::uint64_t> used(shape.tasks, 0);  // the offset of each task's last child
  for (TaskIndex number = 0; number < shape.tasks; ++number) {
    ProgramTask task;
    if (number != 0 && bits() % 4 == 0) task.parent = static_cast<TaskIndex>(bits() % number);
    task.duration_ns = bits() % shape.longest_ns;
    task.kind = static_cast<std::uint32_t>(bits() % 4);
    std::uint64_t& last = task.parent == k_root ? program.own_ns : used[task.parent];
    task.offset_ns = last += bits() % 64;
    for (std::uint64_t left = bits() % 4; left != 0; --left) {
      task.accesses.push_back({name_of(static_cast<std::uint32_t>(bits() % shape.addresses)), k_modes[bits() % 5]});
    }
    if (bits() % 8 == 0) task.waits.push_back({UINT64_MAX});
    program.tasks.push_back(std::move(task));
  }
  return program;
}

}  // namespace heddle::sim

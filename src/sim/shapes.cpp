#include "sim/shapes.hpp"

#include <algorithm>
#include <random>
#include <utility>

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

Program products(const Products& shape) {
  using graph::Mode;
  const std::uint32_t n = shape.blocks, rounds = shape.rounds == 0 ? n : std::min(shape.rounds, n);
  Program program;
  program.name = "product";
  program.tasks.reserve(std::size_t{n} * n * rounds);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      for (std::uint32_t k = 0; k < rounds; ++k) {
        ProgramTask task;
        task.duration_ns = shape.task_ns;
        task.offset_ns = program.tasks.size() * shape.create_ns;
        task.accesses = {{name_of(n * n + i * n + k), Mode::in},
                         {name_of(2 * n * n + k * n + j), Mode::in},
                         {name_of(i * n + j), Mode::out}};
        program.tasks.push_back(std::move(task));
      }
    }
  }
  program.own_ns = program.tasks.size() * shape.create_ns;
  return program;
}

Program independent(std::uint32_t tasks, std::uint64_t task_ns) {
  Program program;
  program.name = "independent";
  program.tasks.resize(tasks);
  for (ProgramTask& task : program.tasks) task.duration_ns = task_ns;
  return program;
}

namespace {

/// The factorisation, block by block in the program's order.
class LuTasks {
 public:
  explicit LuTasks(const SparseLu& shape) : shape_(shape), there_(std::size_t{shape.blocks} * shape.blocks) {
    for (std::uint32_t i = 0; i < shape.blocks; ++i) {
      for (std::uint32_t j = 0; j < shape.blocks; ++j)
        there_[at(i, j)] = i == j || (i % 2 == 0 && j % 2 == 0 && std::min(i, j) % 3 == 0);
    }
  }

  Program made() {
    program_.name = "sparse LU";
    for (std::uint32_t k = 0; k < shape_.blocks; ++k) {
      add(shape_.task_ns / 3, {{name(k, k), graph::Mode::out}});
      for (std::uint32_t j = k + 1; j < shape_.blocks; ++j)
        if (there_[at(k, j)]) add(shape_.task_ns / 2, {{name(k, k), graph::Mode::in}, {name(k, j), graph::Mode::out}});
      for (std::uint32_t i = k + 1; i < shape_.blocks; ++i)
        if (there_[at(i, k)]) column(i, k);
    }
    program_.own_ns = program_.tasks.size() * shape_.create_ns;
    return std::move(program_);
  }

 private:
  std::size_t at(std::uint32_t i, std::uint32_t j) const { return std::size_t{i} * shape_.blocks + j; }
  void* name(std::uint32_t i, std::uint32_t j) const { return name_of(static_cast<std::uint32_t>(at(i, j))); }

  void add(std::uint64_t ns, std::vector<graph::Access> accesses) {
    ProgramTask task;
    task.duration_ns = ns;
    task.offset_ns = program_.tasks.size() * shape_.create_ns;
    task.accesses = std::move(accesses);
    program_.tasks.push_back(std::move(task));
  }

  void column(std::uint32_t i, std::uint32_t k) {
    using graph::Mode;
    add(shape_.task_ns / 2, {{name(k, k), Mode::in}, {name(i, k), Mode::out}});
    for (std::uint32_t j = k + 1; j < shape_.blocks; ++j) {
      if (!there_[at(k, j)]) continue;
      there_[at(i, j)] = true;
      add(shape_.task_ns, {{name(i, k), Mode::in}, {name(k, j), Mode::in}, {name(i, j), Mode::out}});
    }
  }

  const SparseLu shape_;
  std::vector<bool> there_;
  Program program_;
};

}  // namespace

Program sparse_lu(const SparseLu& shape) { return LuTasks(shape).made(); }

Program nested_steps(const NestedSteps& shape) {
  using graph::Mode;
  const std::uint32_t all = 2 * shape.blocks;  // a name for all bodies, as the step's own accesses have it
  const auto bodies = [&](std::uint32_t block) { return name_of(block); };
  const auto forces = [&](std::uint32_t block) { return name_of(shape.blocks + block); };
  Program program;
  program.name = "N-Body";
  for (std::uint32_t step = 0; step < shape.steps; ++step) {
    ProgramTask attract;
    attract.offset_ns = 2 * step * shape.create_ns;
    attract.duration_ns = std::uint64_t{shape.blocks} * shape.blocks * shape.create_ns;
    attract.accesses = {{name_of(all), Mode::in}, {name_of(all + 1), Mode::out}};
    attract.waits.push_back({UINT64_MAX});
    const auto parent = static_cast<TaskIndex>(program.tasks.size());
    program.tasks.push_back(std::move(attract));
    std::uint64_t offset = 0;
    for (std::uint32_t other = 0; other < shape.blocks; ++other) {
      for (std::uint32_t block = 0; block < shape.blocks; ++block) {
        ProgramTask pair;
        pair.parent = parent;
        pair.duration_ns = shape.task_ns;
        pair.offset_ns = offset;
        pair.accesses = {{bodies(block), Mode::in}, {bodies(other), Mode::in}, {forces(block), Mode::out}};
        pair.kind = 1;
        program.tasks.push_back(std::move(pair));
        offset += shape.create_ns;
      }
    }
    ProgramTask move;
    move.kind = 2;
    move.offset_ns = (2 * step + 1) * shape.create_ns;
    move.duration_ns = shape.blocks * shape.task_ns / 100;
    move.accesses = {{name_of(all), Mode::out}, {name_of(all + 1), Mode::out}};
    program.tasks.push_back(std::move(move));
  }
  program.own_ns = 2 * shape.steps * shape.create_ns;
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

// __kmpc_taskloop: a loop cut into tasks, all copies of one that the compiler has made.
#include <cstring>

#include "front/kmpc/export.hpp"
#include "front/kmpc/static_loop.hpp"
#include "front/kmpc/task_block.hpp"
#include "omp/tasks.hpp"

using namespace heddle;
using kmpc::CompilersTask;
using kmpc::Ident;
using kmpc::TaskBlock;
using kmpc::Tasking;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

/// Copies what is more than bytes, and tells the task whether it has the last iteration.
using Duplicate = void (*)(CompilersTask* to, CompilersTask* from, std::int32_t last);

struct Taskloop {
  TaskBlock& pattern;
  std::uint64_t* lower;  // in the pattern's variables; each task has its own there
  std::uint64_t* upper;
  std::int64_t step;
  omp::TaskloopClause cut;
  std::uint64_t amount;
  bool deferred;
  Duplicate duplicate;
};

omp::TaskloopClause cut_of(std::int32_t clause, std::uint64_t amount, std::int32_t strict) noexcept {
  constexpr std::int32_t k_grainsize = 1;
  constexpr std::int32_t k_num_tasks = 2;
  if (amount == 0) return omp::TaskloopClause::evenly;
  if (clause == k_grainsize)
    return strict != 0 ? omp::TaskloopClause::by_grainsize_strict : omp::TaskloopClause::by_grainsize;
  if (clause == k_num_tasks) return strict != 0 ? omp::TaskloopClause::by_count_strict : omp::TaskloopClause::by_count;
  return omp::TaskloopClause::evenly;
}

std::uint64_t& variable_of(TaskBlock& block, const TaskBlock& pattern, const std::uint64_t* variable) noexcept {
  const auto offset = reinterpret_cast<const char*>(variable) - reinterpret_cast<const char*>(&pattern);
  return *reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(&block) + offset);
}

void spawn_piece(omp::Worker& worker, const Taskloop& loop, const kmpc::Bounds<std::int64_t>& bounds,
                 std::int32_t last) noexcept {
  TaskBlock& block = kmpc::copy_block(worker, loop.pattern);
  variable_of(block, loop.pattern, loop.lower) = static_cast<std::uint64_t>(bounds.lower);
  variable_of(block, loop.pattern, loop.upper) = static_cast<std::uint64_t>(bounds.upper);
  if (worker.recorder != nullptr) [[unlikely]]
    kmpc::watch_chunk(block, {static_cast<std::uint64_t>(bounds.lower), bounds.trip()});
  if (loop.duplicate != nullptr) loop.duplicate(&block.compilers(), &loop.pattern.compilers(), last);
  runtime::Spawn what = kmpc::spawn_of(block);
  what.undeferred = !loop.deferred;
  Tasking::spawn_reserved(worker, *block.task, what);
}

void spawn_pieces(omp::Worker& worker, const Taskloop& loop) noexcept {
  const kmpc::Bounds<std::int64_t> whole{static_cast<std::int64_t>(*loop.lower), static_cast<std::int64_t>(*loop.upper),
                                         loop.step};
  const std::uint64_t trip = whole.trip();
  if (trip == 0) return;
  const omp::TaskloopCut cut = omp::cut_taskloop(trip, loop.cut, loop.amount, worker.member->team->size);
  std::uint64_t first = 0;
  for (std::uint64_t index = 0; index < cut.tasks; ++index) {
    std::uint64_t behind = first + cut.size + (index < cut.longer ? 1 : 0);
    if (behind > trip) behind = trip;
    spawn_piece(worker, loop, whole.part({first, behind}), behind == trip ? 1 : 0);
    first = behind;
  }
}

void run(const Taskloop& loop, std::int32_t nogroup) noexcept {
  omp::Worker& worker = current();
  if (nogroup == 0) omp::taskgroup_start(worker);
  spawn_pieces(worker, loop);
  kmpc::discard_block(worker, loop.pattern);
  if (nogroup == 0) omp::taskgroup_end(worker);
}

}  // namespace

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_taskloop)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task,
                                         std::int32_t deferred, std::uint64_t* lower, std::uint64_t* upper,
                                         std::int64_t step, std::int32_t nogroup, std::int32_t clause,
                                         std::uint64_t amount, void* duplicate) {
  run({TaskBlock::of(task), lower, upper, step, cut_of(clause, amount, 0), amount, deferred != 0,
       reinterpret_cast<Duplicate>(duplicate)},
      nogroup);
}

void HEDDLE_KMPC_EXPORT(__kmpc_taskloop_5)(Ident* /*at*/, ThreadNumber /*self*/, CompilersTask* task,
                                           std::int32_t deferred, std::uint64_t* lower, std::uint64_t* upper,
                                           std::int64_t step, std::int32_t nogroup, std::int32_t clause,
                                           std::uint64_t amount, std::int32_t strict, void* duplicate) {
  run({TaskBlock::of(task), lower, upper, step, cut_of(clause, amount, strict), amount, deferred != 0,
       reinterpret_cast<Duplicate>(duplicate)},
      nogroup);
}

}  // extern "C"

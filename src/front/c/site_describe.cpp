// What is described in a site: tasks, loops cut into chunks, barriers.
#include <algorithm>
#include <cstring>
#include <new>

#include "front/c/site.hpp"
#include "heddle/error.h"

namespace heddle::front {

namespace {

constexpr std::size_t k_body_bytes = (sizeof(heddle_body) + 15) & ~std::size_t{15};
constexpr std::size_t k_piece_bytes = 64 * 1024;  // some hundred bodies: one call of the allocator for many

void run_nothing(void*) {}

/// A body and its argument, which never move.
heddle_body* new_body(heddle_activation& run, const void* argument, std::size_t bytes) {
  const std::size_t all = (k_body_bytes + bytes + 15) & ~std::size_t{15};
  if (run.piece_left < all) {
    run.piece_left = std::max(k_piece_bytes, all);
    run.pieces.emplace_back(new std::byte[run.piece_left]);
    // The end of the piece is used first; a piece is aligned as new makes it, to 16.
  }
  run.piece_left = (run.piece_left - all) & ~std::size_t{15};
  auto* const body = new (run.pieces.back().get() + run.piece_left) heddle_body{};
  body->record = run.record.data();
  body->run = &run;
  body->worker = HEDDLE_ANY_WORKER;
  body->workers = run.workers;
  if (bytes != 0) std::memcpy(heddle_body_argument(body), argument, bytes);
  return body;
}

struct Work {
  void (*body)(void*) = run_nothing;
  const char* name = nullptr;
  double cost_ns = 0;
  std::uint32_t worker = HEDDLE_ANY_WORKER;
};

std::uint32_t add(heddle_activation& run, const Work& work, heddle_body* body,
                  std::span<const heddle_access> accesses) {
  const auto number = static_cast<std::uint32_t>(run.tasks.size());
  if (body != nullptr) body->worker = work.worker;
  heddle_described task{HEDDLE_PLAN_TASK, static_cast<std::uint32_t>(run.accesses.size()),
                        static_cast<std::uint32_t>(accesses.size())};
  task.task.body = work.body;
  task.task.argument = body;
  task.task.name = work.name;
  task.task.worker = work.worker;
  task.task.cost_ns = work.cost_ns;
  run.tasks.push_back(task);
  run.accesses.insert(run.accesses.end(), accesses.begin(), accesses.end());
  if (run.barrier >= 0) run.orders.emplace_back(static_cast<std::uint32_t>(run.barrier), number);
  return number;
}

/// Once on each worker, each behind what that worker did so before.
void add_on_each(heddle_activation& run, const heddle_site_work& work, const void* argument) {
  run.last_of_worker.resize(run.workers, HEDDLE_ANY_WORKER);
  for (std::uint32_t worker = 0; worker < run.workers; ++worker) {
    heddle_body* const body = new_body(run, argument, work.argument_bytes);
    const std::uint32_t number = add(run, {work.body, work.name, work.cost_ns, worker}, body, {});
    std::uint32_t& last = run.last_of_worker[worker];
    if (last != HEDDLE_ANY_WORKER) run.orders.emplace_back(last, number);
    last = number;
  }
}

/// An address and a length: of the iterations [first, last).
heddle_access access_of(const heddle_chunk_access& use, std::int64_t first, std::int64_t last) {
  const auto* const base = static_cast<const char*>(use.base);
  const char *const one = base + first * use.step, *const other = base + (last - 1) * use.step;
  const char* const low = std::min(one, other);
  return {low, static_cast<std::size_t>(std::max(one, other) - low) + use.bytes, use.mode};
}

std::vector<heddle_access> accesses_of(std::span<const heddle_chunk_access> uses, std::int64_t first,
                                       std::int64_t last) {
  std::vector<heddle_access> all;
  for (const heddle_chunk_access& use : uses)
    if (use.bytes != 0) all.push_back(access_of(use, first, last));
  return all;
}

/// A loop on its way into chunks.
struct Division {
  heddle_activation& run;
  const heddle_site_cut& loop;
  const void* argument;
  std::span<const heddle_chunk_access> uses;
  std::int64_t chunk;
  std::uint32_t first_worker;
};

std::uint32_t add_chunk(const Division& cut, std::int64_t number, std::span<const heddle_access> accesses) {
  heddle_body* const body = new_body(cut.run, cut.argument, cut.loop.argument_bytes);
  body->first = number * cut.chunk;
  body->last = std::min(cut.loop.trips, body->first + cut.chunk);
  Work work{cut.loop.body, cut.loop.name, 0, HEDDLE_ANY_WORKER};
  if (cut.loop.width != 0)
    work.worker = (cut.first_worker + static_cast<std::uint32_t>(number % cut.loop.width)) % cut.run.workers;
  return add(cut.run, work, body, accesses);
}

/// Each chunk depends for itself.
void add_chunks(const Division& cut) {
  for (std::int64_t at = 0; at * cut.chunk < cut.loop.trips; ++at) {
    const std::int64_t first = at * cut.chunk;
    add_chunk(cut, at, accesses_of(cut.uses, first, std::min(cut.loop.trips, first + cut.chunk)));
  }
}

/// A join before and one behind stand for the loop.
void add_whole(const Division& cut) {
  const std::vector<heddle_access> all = accesses_of(cut.uses, 0, std::max<std::int64_t>(1, cut.loop.trips));
  if (cut.loop.trips <= cut.chunk) {
    if (cut.loop.trips > 0) add_chunk(cut, 0, all);
    return;
  }
  const std::uint32_t before = add(cut.run, {run_nothing, cut.loop.name, 0, HEDDLE_ANY_WORKER}, nullptr, all);
  const auto first_chunk = static_cast<std::uint32_t>(cut.run.tasks.size());
  for (std::int64_t at = 0; at * cut.chunk < cut.loop.trips; ++at)
    cut.run.orders.emplace_back(before, add_chunk(cut, at, {}));
  const std::uint32_t after = add(cut.run, {run_nothing, cut.loop.name, 0, HEDDLE_ANY_WORKER}, nullptr, all);
  for (std::uint32_t at = first_chunk; at < after; ++at) cut.run.orders.emplace_back(at, after);
}

/// Without a plan: bodies run here and now, in the order of the text.
void run_in_order(heddle_activation& run, void (*work)(void*), heddle_body* body) {
  if (run.failure.load() == nullptr) work(body);
}

[[noreturn, gnu::cold]] void no_memory(const heddle_activation& run) {
  refuse("no memory to describe a static region; make it smaller", run.site->file);
}

void describe_loop_in_order(const Division& cut) {
  for (std::int64_t first = 0; first < cut.loop.trips; first += cut.chunk) {
    heddle_body* const body = new_body(cut.run, cut.argument, cut.loop.argument_bytes);
    body->first = first;
    body->last = std::min(cut.loop.trips, first + cut.chunk);
    run_in_order(cut.run, cut.loop.body, body);
  }
}

}  // namespace

void describe_task(heddle_activation& run, const heddle_site_work& work, const void* argument,
                   std::span<const heddle_access> accesses) noexcept {
  try {
    if (run.in_order) {
      const std::uint32_t times = (work.flags & HEDDLE_EACH_WORKER) != 0 ? run.workers : 1;
      for (std::uint32_t worker = 0; worker < times; ++worker) {
        heddle_body* const body = new_body(run, argument, work.argument_bytes);
        body->worker = worker;
        run_in_order(run, work.body, body);
      }
      return;
    }
    if ((work.flags & HEDDLE_EACH_WORKER) != 0) return add_on_each(run, work, argument);
    const std::uint32_t worker = (work.flags & HEDDLE_FIRST_WORKER) != 0 ? 0 : HEDDLE_ANY_WORKER;
    add(run, {work.body, work.name, work.cost_ns, worker}, new_body(run, argument, work.argument_bytes), accesses);
  } catch (const std::bad_alloc&) {
    no_memory(run);
  }
}

void describe_loop(heddle_activation& run, const heddle_site_cut& loop, const void* argument,
                   std::span<const heddle_chunk_access> uses) noexcept {
  try {
    if (loop.chunk < 0) refuse("heddlec: a loop needs a chunk of at least 1", run.site->file);
    const std::int64_t block = loop.chunk != 0 ? loop.chunk : (loop.trips + run.workers - 1) / run.workers;
    heddle_site_cut cut = loop;
    cut.width = std::min(cut.width, run.workers);
    const Division whole{run, cut, argument, uses, std::max<std::int64_t>(1, block), run.cursor};
    if (cut.width != 0) run.cursor = (run.cursor + cut.width) % run.workers;
    if (run.in_order) return describe_loop_in_order(whole);
    if ((loop.flags & HEDDLE_LOOP_AS_WHOLE) != 0) return add_whole(whole);
    add_chunks(whole);
  } catch (const std::bad_alloc&) {
    no_memory(run);
  }
}

void describe_barrier(heddle_activation& run) noexcept {
  try {
    if (run.in_order || run.tasks.empty()) return;
    const std::uint32_t number = add(run, {}, nullptr, {});
    for (std::uint32_t at = run.phase_begin; at < number; ++at)
      if (static_cast<std::int64_t>(at) != run.barrier) run.orders.emplace_back(at, number);
    run.barrier = number;
    run.phase_begin = number + 1;
  } catch (const std::bad_alloc&) {
    no_memory(run);
  }
}

}  // namespace heddle::front

#include "front/c/site.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/message.hpp"
#include "heddle/error.h"
#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"

static_assert(offsetof(heddle_activation, failure) == 0 && sizeof(std::atomic<void*>) == sizeof(void*),
              "translated programs read the failure at the begin of an activation");

heddle_activation::~heddle_activation() { heddle_plan_destroy(plan); }

namespace heddle::front {

namespace {

using Mutex = sync::Mutex<platform::Threads>;

constexpr std::uint32_t k_keep = 8;  // shapes: those of a program that swaps a few arrays, and no more memory

/// What heddle_site::shapes points to; lasts as long as the process.
struct Shapes {
  Mutex lock;
  std::vector<std::unique_ptr<heddle_activation>> all HEDDLE_GUARDED_BY(lock);
  std::uint64_t entries HEDDLE_GUARDED_BY(lock) = 0;
  std::uint32_t described HEDDLE_GUARDED_BY(lock) = 0;
};

Shapes& shapes_at(heddle_site& site) {
  // order: acquire — pairs with the release below; the lock and the lists are made.
  void* known = __atomic_load_n(&site.shapes, __ATOMIC_ACQUIRE);
  if (known != nullptr) [[likely]]
    return *static_cast<Shapes*>(known);
  static Mutex making;  // guards the making of Shapes, of all sites
  const sync::Guard held(making);
  if (site.shapes == nullptr) {
    // order: release — pairs with the acquire above.
    __atomic_store_n(&site.shapes, static_cast<void*>(new Shapes), __ATOMIC_RELEASE);
  }
  return *static_cast<Shapes*>(site.shapes);
}

std::uint32_t workers_of(const heddle_entry& entry) noexcept {
  return entry.options.workers != 0 ? entry.options.workers : std::max(1U, heddle_workers());
}

bool is_of_key(const heddle_activation& known, const heddle_entry& entry) noexcept {
  return !known.always && known.workers == workers_of(entry) && known.key.size() == entry.keys &&
         std::equal(known.key.begin(), known.key.end(), entry.key);
}

void copy_record(heddle_activation& run, const heddle_entry& entry) {
  run.record.resize((entry.record_bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
  if (entry.record_bytes != 0) std::memcpy(run.record.data(), entry.record, entry.record_bytes);
}

std::unique_ptr<heddle_activation> fresh(heddle_site& site, const heddle_entry& entry) {
  auto run = std::make_unique<heddle_activation>();
  run->site = &site;
  run->options = entry.options;
  run->workers = run->options.workers = workers_of(entry);
  run->always = entry.always != 0;
  run->key.assign(entry.key, entry.key + entry.keys);
  copy_record(*run, entry);
  return run;
}

/// Shapes that nobody uses and that were used longest ago make room.
void keep_some(Shapes& shapes, std::uint32_t keep) HEDDLE_REQUIRES(shapes.lock) {
  while (shapes.all.size() >= std::max(1U, keep)) {
    const auto oldest = std::min_element(shapes.all.begin(), shapes.all.end(), [](const auto& left, const auto& right) {
      return std::pair(left->busy, left->used) < std::pair(right->busy, right->used);
    });
    if ((*oldest)->busy) return;
    shapes.all.erase(oldest);
  }
}

heddle_activation* enter(heddle_site& site, const heddle_entry& entry) {
  Shapes& shapes = shapes_at(site);
  std::size_t of_this_key = 0;
  const sync::Guard held(shapes.lock);
  ++shapes.entries;
  for (const auto& known : shapes.all) {
    if (entry.always != 0 || !is_of_key(*known, entry)) continue;
    ++of_this_key;
    if (known->busy || !known->described) continue;
    known->busy = true;
    known->used = shapes.entries;
    copy_record(*known, entry);
    return known.get();
  }
  auto run = fresh(site, entry);
  run->used = shapes.entries;
  if (of_this_key >= k_most_activations) run->in_order = true;
  if (!run->in_order && !run->always) {
    keep_some(shapes, site.keep == 0 ? k_keep : site.keep);
    ++shapes.described;
    shapes.all.push_back(std::move(run));
    return shapes.all.back().get();
  }
  return run.release();
}

bool is_same(const heddle_activation& left, const heddle_activation& right) noexcept {
  if (left.workers != right.workers || left.tasks.size() != right.tasks.size() || left.orders != right.orders ||
      left.accesses.size() != right.accesses.size())
    return false;
  for (std::size_t at = 0; at < left.tasks.size(); ++at) {
    const heddle_described &one = left.tasks[at], &other = right.tasks[at];
    if (one.task.body != other.task.body || one.task.worker != other.task.worker || one.accesses != other.accesses)
      return false;
  }
  for (std::size_t at = 0; at < left.accesses.size(); ++at) {
    const heddle_access &one = left.accesses[at], &other = right.accesses[at];
    if (one.address != other.address || one.bytes != other.bytes || one.mode != other.mode) return false;
  }
  return true;
}

/// An entry whose creation code runs each time: a plan of the same shape takes over what its tasks do now.
heddle_activation* with_known_plan(heddle_activation* run) {
  Shapes& shapes = shapes_at(*run->site);
  const sync::Guard held(shapes.lock);
  for (auto& known : shapes.all) {
    if (known->busy || !known->always || !known->described || !is_same(*known, *run)) continue;
    std::swap(known->plan, run->plan);
    for (std::uint32_t at = 0; at < run->tasks.size(); ++at)
      heddle_plan_set_argument(run->plan, at, run->tasks[at].task.argument);
    known.reset(run);  // what it had is destroyed, without its plan
    run->described = true;
    return run;
  }
  keep_some(shapes, run->site->keep == 0 ? k_keep : run->site->keep);
  ++shapes.described;
  shapes.all.emplace_back(run);
  return run;
}

[[noreturn, gnu::cold]] void refuse_at(const heddle_activation& run, const char* what) {
  base::fatal({"the static region at ", run.site->file, " in ", run.site->name, ": ", what});
}

/// Whether accesses overlap without being the same.
bool need_ranges(const std::vector<heddle_access>& accesses) {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> pieces;
  pieces.reserve(accesses.size());
  for (const heddle_access& access : accesses) {
    const auto begin = reinterpret_cast<std::uintptr_t>(access.address);
    pieces.emplace_back(begin, begin + std::max<std::size_t>(1, access.bytes));
  }
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  for (std::size_t at = 1; at < pieces.size(); ++at)
    if (pieces[at].first < pieces[at - 1].second) return true;
  return false;
}

void check(const heddle_activation& run, int code) {
  if (code == HEDDLE_OK) [[likely]]
    return;
  const char* const message = run.plan == nullptr ? "" : heddle_plan_message(run.plan);
  refuse_at(run, *message != '\0' ? message : heddle_error_string(code));
}

/// The plan of what was described.
void make_plan(heddle_activation& run) {
  run.options.ranges = need_ranges(run.accesses) ? 1 : 0;
  check(run, heddle_plan_create(&run.options, &run.plan));
  for (const heddle_described& task : run.tasks)
    check(run, heddle_plan_add(run.plan, &task.task, run.accesses.data() + task.first_access, task.accesses, nullptr));
  for (const auto& [before, after] : run.orders) check(run, heddle_plan_precede(run.plan, before, after));
  check(run, heddle_plan_freeze(run.plan));
}

void end_use(heddle_activation* run) {
  if (run->in_order) {
    delete run;
    return;
  }
  Shapes& shapes = shapes_at(*run->site);
  const sync::Guard held(shapes.lock);
  run->described = true;
  run->busy = false;
}

}  // namespace

heddle_activation* enter_site(heddle_site& site, const heddle_entry& entry) noexcept {
  try {
    return enter(site, entry);
  } catch (const std::bad_alloc&) {
    refuse("heddlec: no memory for a static region; free some, or make the region smaller", site.file);
  }
}

void* leave_site(heddle_activation* run, std::uint32_t laps) noexcept {
  try {
    if (!run->in_order) {
      if (!run->described && run->always) run = with_known_plan(run);
      if (run->plan == nullptr && !run->tasks.empty()) make_plan(*run);
      if (run->plan != nullptr) check(*run, heddle_plan_replay(run->plan, laps));
    }
    void* const failure = run->failure.exchange(nullptr);
    end_use(run);
    return failure;
  } catch (const std::bad_alloc&) {
    refuse_at(*run, "no memory to describe it; make it smaller");
  }
}

std::uint32_t shapes_of(const heddle_site& site) noexcept {
  if (site.shapes == nullptr) return 0;
  Shapes& shapes = *static_cast<Shapes*>(site.shapes);
  const sync::Guard held(shapes.lock);
  return shapes.described;
}

void refuse(const char* sentence, const char* where) noexcept {
  if (where == nullptr) base::fatal({sentence});
  base::fatal({sentence, " (", where, ")"});
}

}  // namespace heddle::front

#include "process/contention_group.hpp"

#include <algorithm>

#include "process/process.hpp"

namespace heddle::process {
namespace {

struct Surroundings {
  Team* initial;   // the initial thread's
  unsigned first;  // threads of the team directly below it, in which the worker is; 1 where it is in none
};

Surroundings around(const Worker& worker) noexcept {
  Surroundings group{worker.member->team, 1};
  for (; group.initial->outer != nullptr; group.initial = group.initial->outer->team) group.first = group.initial->size;
  return group;
}

// What is left to others when this many take part, the one who asks among them.
unsigned places_beside(unsigned limit, unsigned busy) noexcept { return limit > busy ? limit - busy + 1 : 1; }

// Tasks that the initial thread has made outside of regions may still have helpers (standing.hpp) beside its regions.
unsigned helpers(const Worker& worker) noexcept {
  const Team* const standing = Process::data(worker).standing;
  return standing == nullptr ? 0 : standing->size - 1;
}

}  // namespace

unsigned places_in_group(const Worker& worker, unsigned limit) noexcept {
  const Surroundings group = around(worker);
  if (worker.member->team == group.initial) return places_beside(limit, 1);
  // order: relaxed — a forecast; take() decides.
  return places_beside(limit, group.first + group.initial->deeper_threads.load(std::memory_order_relaxed));
}

bool PlacesInGroup::is_beside_others(const Worker& worker) noexcept {
  return worker.member->team->outer != nullptr || helpers(worker) != 0;
}

unsigned PlacesInGroup::take(Worker& worker, unsigned limit, unsigned wanted) noexcept {
  const Surroundings group = around(worker);
  if (worker.member->team == group.initial)  // in the place of the helpers that it could not send away
    return std::min(wanted, places_beside(limit, 1 + helpers(worker)));
  deeper_ = &group.initial->deeper_threads;
  // order: relaxed (all) — a number; nothing is handed over with it.
  std::uint32_t deeper = deeper_->load(std::memory_order_relaxed);
  do {
    taken_ = std::min(wanted, places_beside(limit, group.first + deeper)) - 1;
  } while (
      !deeper_->compare_exchange_weak(deeper, deeper + taken_, std::memory_order_relaxed, std::memory_order_relaxed));
  return taken_ + 1;
}

void PlacesInGroup::keep(unsigned threads) noexcept {
  if (deeper_ == nullptr || threads > taken_) return;
  // order: relaxed — as in take().
  deeper_->fetch_sub(taken_ - (threads - 1), std::memory_order_relaxed);
  taken_ = threads - 1;
}

// What its own regions have taken stays taken until they end, if ever they do.
void forget_group(const Worker& worker) noexcept {
  unsigned own = 0;
  Team* team = worker.member->team;
  for (unsigned below = 0; team->outer != nullptr; team = team->outer->team) {
    own += below;
    below = team->size - 1;
  }
  // order: relaxed — one thread.
  team->deeper_threads.store(own, std::memory_order_relaxed);
}

}  // namespace heddle::process

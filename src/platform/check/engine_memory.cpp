// The engine's memory operations: each is one step, and each asks which of the allowed outcomes this run takes.
#include <algorithm>

#include "platform/check/engine.hpp"

namespace heddle::platform::check {

namespace {

const char* order_name(std::memory_order order) noexcept {
  // order: all of them, as text.
  switch (order) {
    case std::memory_order::relaxed:
      return "relaxed";
    case std::memory_order::consume:
      return "consume";
    case std::memory_order::acquire:
      return "acquire";
    case std::memory_order::release:
      return "release";
    case std::memory_order::acq_rel:
      return "acq_rel";
    case std::memory_order::seq_cst:
      return "seq_cst";
  }
  return "?";
}

}  // namespace

LocationId Engine::create(std::uint64_t bits, Show show) {
  trace_.add_location(show);
  memory_.tick(running_);
  self_thread().stale_reads[memory_.location_count() % k_max_locations] = 0;
  return memory_.create(running_, bits);
}

void Engine::destroy(LocationId location) noexcept { memory_.at(location).alive = false; }

void Engine::check_alive(LocationId location) {
  if (!memory_.at(location).alive) fail(trace_.name(location) + " is used after its end");
  if (!memory_.knows_creation(running_, location)) {
    fail("data race: " + trace_.name(location) + " is used by a thread that may not see that it was made");
  }
}

// The stores before this one are out of reach, or have been read often enough (k_stale_reads).
std::size_t Engine::oldest_candidate(LocationId location, std::memory_order order) {
  const std::size_t oldest = memory_.oldest_readable(running_, location, order);
  const std::size_t newest = memory_.at(location).stores.size() - 1;
  return oldest < newest && self_thread().stale_reads[location] >= k_stale_reads ? oldest + 1 : oldest;
}

void Engine::take(LocationId location, std::size_t index, std::memory_order order) {
  const std::vector<Store>& stores = memory_.at(location).stores;
  const bool same_as_before = memory_.view(running_).floor(location) == stores[index].stamp;
  std::uint8_t& stale = self_thread().stale_reads[location];
  if (index + 1 == stores.size()) {
    stale = 0;
  } else {
    stale = same_as_before ? static_cast<std::uint8_t>(stale + 1) : std::uint8_t{1};
  }
  memory_.read(running_, location, index, order);
}

void Engine::append(LocationId location, std::uint64_t bits, std::memory_order order) {
  std::size_t place = memory_.at(location).stores.size();
  if (options_.stores == Stores::may_slip_in) {
    const std::vector<std::size_t> places = memory_.places(running_, location, order);
    place = places[choices_.choose(places.size())];
  }
  memory_.write(running_, location, {bits, order, place});
  wake_spinners(location);
}

std::uint64_t Engine::load(LocationId location, std::memory_order order) {
  step();
  check_alive(location);
  const std::vector<Store>& stores = memory_.at(location).stores;
  const std::size_t newest = stores.size() - 1;
  const std::size_t index = newest - choices_.choose(stores.size() - oldest_candidate(location, order));
  const std::uint64_t bits = stores[index].bits;
  take(location, index, order);
  if (trace_.on()) {
    std::string text = trace_.name(location) + ".load(" + order_name(order) + ") = " + trace_.value(location, bits);
    if (index != newest) text += "  (newest: " + trace_.value(location, stores[newest].bits) + ")";
    trace_.add(running_, text);
  }
  return bits;
}

void Engine::store(LocationId location, std::uint64_t bits, std::memory_order order) {
  step();
  check_alive(location);
  if (trace_.on()) {
    trace_.add(running_,
               trace_.name(location) + ".store(" + trace_.value(location, bits) + ", " + order_name(order) + ")");
  }
  append(location, bits, order);
}

std::uint64_t Engine::read_modify_write(LocationId location, std::memory_order order,
                                        const std::function<std::uint64_t(std::uint64_t)>& change) {
  step();
  check_alive(location);
  const std::size_t newest = memory_.at(location).stores.size() - 1;
  const std::uint64_t before = memory_.at(location).stores[newest].bits;
  const std::uint64_t after = change(before);
  if (trace_.on()) {
    trace_.add(running_, trace_.name(location) + ".rmw(" + order_name(order) + ") " + trace_.value(location, before) +
                             " -> " + trace_.value(location, after));
  }
  take(location, newest, order);
  memory_.read_modify_write(running_, location, after, order);
  wake_spinners(location);
  return before;
}

std::pair<bool, std::uint64_t> Engine::compare_exchange(LocationId location, const Exchange& what) {
  step();
  check_alive(location);
  const std::vector<Store>& stores = memory_.at(location).stores;
  const std::size_t newest = stores.size() - 1;
  // It succeeds on the newest value or fails like a load, on any readable value that differs (weak: on any at all).
  const bool matches = stores[newest].bits == what.expected;
  std::vector<std::size_t> failures;
  for (std::size_t i = newest + 1; i-- > oldest_candidate(location, what.failure);) {
    if (stores[i].bits != what.expected) failures.push_back(i);
  }
  const bool spurious = matches && what.kind == Exchange::ExchangeKind::weak && may_be_spurious();
  const std::size_t choice = choices_.choose((matches ? 1 : 0) + failures.size() + (spurious ? 1 : 0));
  const std::string name = trace_.on() ? trace_.name(location) + ".cas(" + trace_.value(location, what.expected) +
                                             " -> " + trace_.value(location, what.desired) + ", "
                                       : std::string();
  if (matches && choice == 0) {
    trace_.add(running_, name + order_name(what.success) + ") succeeds");
    take(location, newest, what.success);
    memory_.read_modify_write(running_, location, what.desired, what.success);
    wake_spinners(location);
    return {true, what.expected};
  }
  const std::size_t failure = choice - (matches ? 1 : 0);
  if (failure == failures.size()) ++spurious_;
  const std::size_t index = failure == failures.size() ? newest : failures[failure];
  const std::uint64_t bits = stores[index].bits;
  if (trace_.on()) trace_.add(running_, name + order_name(what.failure) + ") fails on " + trace_.value(location, bits));
  take(location, index, what.failure);
  return {false, bits};
}

void Engine::fence(std::memory_order order) {
  // order: seq_cst — only this fence acts on others; the rest change what the own thread knows.
  if (order == std::memory_order::seq_cst) step();
  memory_.tick(running_);
  memory_.fence(running_, order);
  if (trace_.on()) trace_.add(running_, std::string("fence(") + order_name(order) + ")");
}

// The caller comes last once more: it knows of all that the others had done.
void Engine::fence_everywhere() {
  step();
  memory_.tick(running_);
  // order: fence seq_cst (all) — the meaning of membarrier: the caller's first, so that all others see what it has done
  // before, and once more behind theirs, so that it sees what they have.
  memory_.fence(running_, std::memory_order::seq_cst);
  for (ThreadId thread = 0; thread < k_max_threads; ++thread) memory_.fence(thread, std::memory_order::seq_cst);
  memory_.fence(running_, std::memory_order::seq_cst);
  if (trace_.on()) trace_.add(running_, "heavy fence");
}

std::vector<std::size_t> Engine::finished_spins(LocationId location, const std::function<bool(std::uint64_t)>& done) {
  const std::vector<Store>& stores = memory_.at(location).stores;
  std::vector<std::size_t> result;
  // order: acquire — as Threads::spin_until loads.
  for (std::size_t i = stores.size(); i-- > memory_.oldest_readable(running_, location, std::memory_order::acquire);) {
    if (done(stores[i].bits)) result.push_back(i);
  }
  return result;
}

// One step for the whole spin: it ends on a readable value that is done, gives up (bounded), or waits for a store.
bool Engine::spin_until(LocationId location, const std::function<bool(std::uint64_t)>& done, Spins budget) {
  const bool bounded = budget.rounds != Spins::unbounded().rounds;
  for (step();;) {
    check_alive(location);
    const std::vector<std::size_t> finished = finished_spins(location, done);
    const bool newest_is_done = !finished.empty() && finished.front() + 1 == memory_.at(location).stores.size();
    const bool may_wait = !newest_is_done && !self_thread().must_give_up;
    const std::size_t choice = choices_.choose(finished.size() + (may_wait ? 1 : 0) + (bounded ? 1 : 0));
    if (choice < finished.size()) {
      const std::uint64_t bits = memory_.at(location).stores[finished[choice]].bits;
      if (trace_.on()) trace_.add(running_, trace_.name(location) + " spun until " + trace_.value(location, bits));
      // order: acquire — as Threads::spin_until loads.
      take(location, finished[choice], std::memory_order::acquire);
      self_thread().must_give_up = false;
      return true;
    }
    if (choice == finished.size() && may_wait) {
      trace_.add(running_, "spins on " + trace_.name(location));
      block(bounded ? State::spinning_bounded : State::spinning, location);
      continue;
    }
    self_thread().must_give_up = false;
    trace_.add(running_, "gives up spinning on " + trace_.name(location));
    return false;
  }
}

void Engine::park(LocationId location, std::uint64_t expected) {
  step();
  check_alive(location);
  const std::size_t newest = memory_.at(location).stores.size() - 1;
  const std::uint64_t bits = memory_.at(location).stores[newest].bits;
  // order: relaxed — the kernel compares with the newest value, but a model must not count on more than coherence.
  take(location, newest, std::memory_order::relaxed);
  if (bits != expected) {
    if (trace_.on())
      trace_.add(running_, "park(" + trace_.name(location) + ") no: it is " + trace_.value(location, bits));
    return;
  }
  if (may_be_spurious() && choices_.choose(2) == 1) {
    ++spurious_;
    trace_.add(running_, "park(" + trace_.name(location) + ") returns without reason");
    return;
  }
  trace_.add(running_, "parks on " + trace_.name(location));
  block(State::parked, location);
  trace_.add(running_, "wakes up");
}

void Engine::unpark(LocationId location, Wake how_many) {
  step();
  trace_.add(running_,
             std::string(how_many == Wake::one ? "unpark_one(" : "unpark_all(") + trace_.name(location) + ")");
  std::vector<ThreadId> asleep;
  for (ThreadId i = 0; i < thread_count_; ++i) {
    if (threads_[i].state == State::parked && threads_[i].waits_on == location) asleep.push_back(i);
  }
  if (asleep.empty()) return;
  if (how_many == Wake::one) {
    const auto chosen = asleep[choices_.choose(asleep.size())];
    asleep.assign(1, chosen);
  }
  for (const ThreadId thread : asleep) threads_[thread].state = State::runnable;
}

}  // namespace heddle::platform::check

// What cores do with lines, with stores under way, and with each other.
#include <algorithm>
#include <string_view>

#include "platform/sim/engine.hpp"

namespace heddle::platform::sim {

void Engine::note_read(Core& core, LineId line) {
  if (core.read_many) return;
  for (const LineId read : core.reads) {
    if (read == line) return;
  }
  if (core.reads.size() < k_most_reads) {
    core.reads.push_back(line);
  } else {
    core.read_many = true;
    lines_.mind(running_);
  }
}

void Engine::read(const void* address) {
  Core& core = cores_[running_];
  const LineId line = lines_.at(address);
  ++report_.reads;
  if (!core.saw_change) note_read(core, line);
  // Paid for before the look: between that and the caller's own look at the value no other core may run.
  spend(machine_.line.hit + machine_.operation);
  if (lines_.can_read(line, running_, now())) return lines_.claim(line, running_);
  settle(core);
  core.saw_change = true;
  // Taken away in flight: what came was the old value, so it is asked for again; once, as a line that is written all
  // the time is read some time.
  for (int tries = 0; tries < 2 && !lines_.can_read(line, running_, now_); ++tries) {
    advance(lines_.fetch(line, running_, now_, varied(1000)) - now_);
  }
}

// Who sleeps until its core loses a line is woken when the new owner has it.
Cycles Engine::own(LineId line) {
  const Cycles ready = lines_.own(line, running_, now_, varied(1000));
  for (const CoreId core : lines_.losers()) {
    for (const Waiter& waiter : minders_[core]) push(ready, waiter.core, waiter.ticket);
    minders_[core].clear();
  }
  return ready;
}

LineId Engine::begin_change(const void* address) {
  Core& core = cores_[running_];
  core.saw_change = true;
  const LineId line = lines_.at(address);
  if (lines_.can_write(line, running_, now()) && core.stores.empty_at(now()) == now()) {
    lines_.claim(line, running_);
    core.debt += machine_.line.change + machine_.operation;
    return line;
  }
  settle(core);
  Cycles ready = core.stores.empty_at(now_);
  if (lines_.can_write(line, running_, now_)) {
    lines_.claim(line, running_);
  } else {
    ready = std::max(ready, own(line));
  }
  advance(ready - now_ + machine_.line.change + machine_.operation);
  return line;
}

void Engine::end_change(LineId line) {
  if (line < watchers_.size() && !watchers_[line].empty()) wake_watchers(line, now());
  spend(0);
}

LineId Engine::begin_store(const void* address) {
  Core& core = cores_[running_];
  core.saw_change = true;
  const LineId line = lines_.at(address);
  if (lines_.can_write(line, running_, now())) {
    lines_.claim(line, running_);
    return line;
  }
  settle(core);
  const Cycles room = core.stores.room(now_, machine_.line.store_buffer);
  if (room > now_) advance(room - now_);
  if (!lines_.can_write(line, running_, now_)) {
    core.stores.add(own(line));
  }
  return line;
}

void Engine::end_store(LineId line) {
  if (line < watchers_.size() && !watchers_[line].empty()) {
    wake_watchers(line, cores_[running_].stores.empty_at(now()));
  }
  spend(machine_.line.hit + machine_.operation);
}

void Engine::fence() {
  Core& core = cores_[running_];
  const Cycles empty = core.stores.empty_at(now());
  if (empty > now()) {
    settle(core);
    if (empty > now_) advance(empty - now_);
  }
  spend(machine_.line.change);
}

void Engine::watch(LineId line) {
  if (line >= watchers_.size()) watchers_.resize(line + 1);
  std::vector<Waiter>& waiters = watchers_[line];
  // Those that have been woken by something else are thrown out now and then.
  if (waiters.size() > 2 * std::size_t{used_}) {
    std::erase_if(waiters, [this](const Waiter& waiter) { return cores_[waiter.core].ticket != waiter.ticket; });
  }
  waiters.push_back({running_, cores_[running_].ticket});
}

void Engine::wake_watchers(LineId line, Cycles time) {
  for (const Waiter& waiter : watchers_[line]) {
    if (waiter.core != running_) push(std::max(time, now_), waiter.core, waiter.ticket);
  }
  watchers_[line].clear();
}

// Whether what the running core has read in this round is still what it would read.
bool Engine::has_all_it_read(const Core& core) const noexcept {
  if (core.read_many && !lines_.kept_all(running_, core.round_began)) return false;
  return std::all_of(core.reads.begin(), core.reads.end(),
                     [this](LineId line) { return lines_.can_read(line, running_, now_); });
}

// So long, or until one of the lines changes.
void Engine::doze(Core& core, Cycles cycles) {
  for (const LineId line : core.reads) watch(line);
  if (core.read_many) {
    lines_.mind(running_);
    std::vector<Waiter>& minders = minders_[lines_.core_of(running_)];
    std::erase_if(minders, [this](const Waiter& waiter) { return cores_[waiter.core].ticket != waiter.ticket; });
    minders.push_back({running_, core.ticket});
  }
  push(now_ + cycles, running_, core.ticket);
  forget_reads(core);
  wait("polls");
}

void Engine::poll(Cycles round, Rounds rounds) {
  constexpr std::uint32_t k_patient = 4;  // rounds in vain before the core is put to sleep
  // Of many 2^6 at once: about 2 µs, much less than any wait's patience. Rounds that read many lines are long ones.
  const std::uint32_t longest = rounds == Rounds::one ? 0 : 6;
  constexpr std::uint32_t k_longest_of_long = 3;
  Core& core = cores_[running_];
  settle(core);
  core.rounds_in_vain = core.saw_change ? 0 : core.rounds_in_vain + 1;
  core.saw_change = false;
  if (core.rounds_in_vain > k_patient && has_all_it_read(core)) {
    const std::uint32_t most = core.read_many ? std::min(longest, k_longest_of_long) : longest;
    const Cycles whole = core.read_many ? round + (now_ - core.round_began) : round;
    doze(core, whole << std::min(core.rounds_in_vain - k_patient, most));
  } else {
    forget_reads(core);
    advance(round);
  }
  core.round_began = now_;
}

void Engine::wait_for_change(const void* address, Cycles at_most) {
  Core& core = cores_[running_];
  const LineId line = lines_.at(address);
  core.saw_change = true;
  if (!lines_.can_read(line, running_, now_)) return;  // what it has read may be old already
  watch(line);
  if (at_most != UINT64_MAX) push(now_ + at_most, running_, core.ticket);
  wait("spins on a word");
}

void Engine::park(const void* word, Cycles at_most) {
  Core& core = cores_[running_];
  core.saw_change = true;
  std::vector<Waiter>& sleepers = parked_[word];
  std::erase_if(sleepers, [this](const Waiter& waiter) { return cores_[waiter.core].ticket != waiter.ticket; });
  sleepers.push_back({running_, core.ticket});
  if (at_most != UINT64_MAX) push(now_ + at_most, running_, core.ticket);
  const Cycles since = now_;
  wait("sleeps");
  core.asleep += now_ - since;
}

std::uint32_t Engine::unpark(const void* word, std::uint32_t at_most) {
  Core& self = cores_[running_];
  settle(self);
  self.saw_change = true;
  advance(machine_.system.unpark);
  const auto found = parked_.find(word);
  if (found == parked_.end()) return 0;
  std::uint32_t woken = 0;
  Cycles cost = 0;
  std::vector<Waiter>& sleepers = found->second;
  std::size_t next = 0;
  for (; next < sleepers.size() && woken < at_most; ++next) {
    const auto [core, ticket] = sleepers[next];
    if (cores_[core].ticket != ticket) continue;
    cost += machine_.system.wake;
    push(now_ + cost + varied(machine_.system.wake_latency), core, ticket);
    ++woken;
  }
  sleepers.erase(sleepers.begin(), sleepers.begin() + static_cast<std::ptrdiff_t>(next));
  if (cost != 0) advance(cost);
  return woken;
}

Cycles Engine::awake(CoreId id) const noexcept {
  const Core& core = cores_[id];
  const bool sleeps = core.waits && std::string_view(core.waits_for) == "sleeps";
  return now_ - core.asleep - (sleeps ? now_ - core.waits_since : 0);
}

}  // namespace heddle::platform::sim

// Virtual time, and who goes on when. What cores do with lines and with each other: engine_steps.cpp.
#include "platform/sim/engine.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace heddle::platform::sim {

Engine::Engine(const Machine& machine, const Options& options)
    : machine_(machine),
      options_(options),
      quantum_(std::max<Cycles>(machine.line.upgrade, 1)),
      lines_(machine_),
      cores_(machine.cores),
      minders_(machine.cores),
      random_(options.seed * 0x9E3779B97F4A7C15u + 1) {
  HEDDLE_CHECK(machine.cores > 0 && machine.cores < k_call, "a simulated machine has at least one core");
}

Report Engine::run(std::function<void()> program) {
  HEDDLE_CHECK(g_running == nullptr, "a simulation was started inside of another");
  HEDDLE_CHECK(used_ == 0, "an engine was run twice");
  g_running = this;
  start([this, program = std::move(program)] {
    program();
    settle(cores_[0]);
    end(Outcome::finished);
  });
  go_on(home_);
  g_running = nullptr;
  report_.transfers = lines_.transfers();
  report_.cycles = now_;
  return std::move(report_);
}

bool Engine::start(std::function<void()> program) {
  if (used_ == machine_.cores) return false;
  Core& core = cores_[used_];
  core.program = std::move(program);
  core.fiber = std::make_unique<Fiber>([this, &core] {
    core.waits = false;
    core.program();
    settle(core);
    core.target = nullptr;
    for (;;) wait("has ended");
  });
  core.waits = true;
  push(used_ == 0 ? 0 : now(), used_, core.ticket);
  ++used_;
  return true;
}

void Engine::push(Cycles time, std::uint32_t what, std::uint32_t ticket) {
  HEDDLE_CHECK(time >= now_, "an event of a simulation lies in its past");
  events_.push({time, what, ticket});
}

void Engine::at(Cycles time, std::function<void()> call) {
  std::uint32_t slot = static_cast<std::uint32_t>(calls_.size());
  if (free_calls_.empty()) {
    calls_.emplace_back(std::move(call));
  } else {
    slot = free_calls_.back();
    free_calls_.pop_back();
    calls_[slot] = std::move(call);
  }
  push(std::max(time, now_), k_call | slot, 0);
}

// Leaves `from` for the core with the earliest event; returns when that is, or has become, the core of `from` again.
void Engine::go_on(Fiber& from) {
  for (;;) {
    if (events_.empty()) return end(Outcome::deadlock);
    const TimedEvent event = events_.pop();
    if (happens(event)) return run(event, from);
  }
}

// Whether the event is for a core that still waits for it. Calls are made here.
bool Engine::happens(const TimedEvent& event) {
  if ((event.what & k_call) == 0) return event.ticket == cores_[event.what].ticket;
  now_ = event.time;
  const std::uint32_t slot = event.what & ~k_call;
  const std::function<void()> call = std::move(calls_[slot]);
  free_calls_.push_back(slot);
  call();
  return false;
}

void Engine::run(const TimedEvent& event, Fiber& from) {
  if (event.time > options_.limit) return end(Outcome::endless);
  if (report_.events + report_.reads - uncounted_ > options_.most_steps) return end(Outcome::cut);
  Core& core = cores_[event.what];
  ++core.ticket;
  now_ = event.time;
  running_ = event.what;
  ++report_.events;
  report_.hash = (report_.hash ^ now_ ^ (std::uint64_t{event.what} << 48)) * 0x100000001B3u;  // FNV-1a's prime
  if (core.fiber.get() == &from) return;
  // Whoever comes next is fetched from the host's memory meanwhile.
  if (!events_.empty() && (events_.first().what & k_call) == 0) cores_[events_.first().what].fiber->soon();
  from.switch_to(*core.fiber);
}

void Engine::end(Outcome outcome) {
  report_.outcome = outcome;
  if (outcome != Outcome::finished) report_.story = story();
  // From a core's fiber, which is never come back to; or from home itself, when not even core 0 could begin.
  if (used_ != 0) cores_[running_].fiber->switch_to(home_);
}

// Whatever the core has computed in advance now takes its time.
void Engine::settle(Core& core) {
  const Cycles debt = std::exchange(core.debt, 0);
  if (debt != 0) advance(debt);
}

// The running core goes on so much later, unless it is interrupted.
void Engine::advance(Cycles cycles) {
  Core& core = cores_[running_];
  Cycles target = now_ + cycles;
  for (;;) {
    if ((events_.empty() || target < events_.first().time) && target <= options_.limit) {
      now_ = target;
      return;
    }
    events_.push({target, running_, core.ticket});
    const TimedEvent first = events_.pop();
    happens(first) ? run(first, *core.fiber) : go_on(*core.fiber);
    if (!core.interrupted) return;
    const Cycles before = now_;
    deliver(core);
    target = std::max(target, before) + (now_ - before);
    if (target == now_) return;
  }
}

void Engine::wait(const char* what) {
  Core& core = cores_[running_];
  core.waits = true;
  core.waits_for = what;
  core.waits_since = now_;
  go_on(*core.fiber);
  core.waits = false;
  if (core.interrupted) deliver(core);
}

void Engine::work(Cycles cycles) {
  settle(cores_[running_]);
  cores_[running_].saw_change = true;
  advance(cycles);
}

void Engine::sleep(const char* what) {
  settle(cores_[running_]);
  wait(what);
}

void Engine::sleep_until(Cycles time, const char* what) {
  Core& core = cores_[running_];
  settle(core);
  if (time <= now_) return;
  push(time, running_, core.ticket);
  wait(what);
}

bool Engine::interrupt(CoreId core) {
  if (core >= used_) return false;
  spend(machine_.system.interrupt);
  settle(cores_[running_]);
  at(now_ + varied(machine_.system.interrupt_latency), [this, core] {
    cores_[core].interrupted = true;
    push(now_, core, cores_[core].ticket);  // also one that computes
  });
  return true;
}

// Runs the handler, on the victim's own fiber. What it was waiting for goes on waiting: every wait is in a loop.
void Engine::deliver(Core& core) {
  core.interrupted = false;
  if (core.target == nullptr) return;
  const Cycles debt = std::exchange(core.debt, 0);
  advance(machine_.system.interrupted);
  core.target->interrupted();
  settle(core);
  core.debt = debt;
}

// splitmix64 (Steele, Lea and Flood, OOPSLA 2014)
std::uint64_t Engine::random(std::uint64_t below) noexcept {
  std::uint64_t bits = random_ += 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return (bits ^ (bits >> 31)) % below;
}

Cycles Engine::varied(Cycles cycles) noexcept {
  const Cycles most = cycles * options_.jitter_permille / 1000;
  return most == 0 ? cycles : cycles - most + random(2 * most + 1);
}

std::string Engine::story() const {
  std::string text;
  for (CoreId id = 0; id < used_; ++id) {
    const Core& core = cores_[id];
    text += "core " + std::to_string(id);
    text +=
        core.waits ? std::string(" ") + core.waits_for + " since cycle " + std::to_string(core.waits_since) : " runs";
    text += '\n';
  }
  return text;
}

}  // namespace heddle::platform::sim

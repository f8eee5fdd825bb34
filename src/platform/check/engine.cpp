// The engine's threads: who runs, who waits, and how a run ends. Its memory operations: engine_memory.cpp.
#include "platform/check/engine.hpp"

#include "base/check.hpp"

namespace heddle::platform::check {

Engine* Engine::current_ = nullptr;

Engine::Engine(const Options& options) : options_(options) {
  HEDDLE_CHECK(!running(), "an exploration within an exploration");
  if (!options_.replay.empty()) choices_ = Choices::from_text(options_.replay);
}

Engine::~Engine() { current_ = nullptr; }

Result Engine::explore(const std::function<void()>& program) {
  Result result;
  for (bool more = true; more;) {
    ++result.runs;
    if (run_once(program, Trace::Mode::off) == End::failed) {
      result.passed = false;
      run_once(program, Trace::Mode::on);  // the same path again, for its story
      result.failure = failure_;
      result.schedule = trace_.columns();
      result.path = choices_.to_text();
      break;
    }
    more = options_.replay.empty() && choices_.advance();
    if (more && result.runs == options_.max_runs) break;
    result.complete = !more;
  }
  return result;
}

Engine::End Engine::run_once(const std::function<void()>& program, Trace::Mode mode) {
  current_ = this;
  program_ = &program;
  choices_.restart();
  memory_.reset();
  trace_.restart(mode, &options_.names);
  preemptions_ = spurious_ = 0;
  steps_ = 0;
  failed_ = false;
  thread_count_ = 0;
  prepare_threads(1);
  running_ = 0;
  Fiber::switch_between(explorer_, *threads_[0].fiber);
  current_ = nullptr;
  if (failed_) abandon_fibers();
  return failed_ ? End::failed : End::passed;
}

void Engine::prepare_threads(std::size_t count) {
  HEDDLE_CHECK(thread_count_ + count <= k_max_threads, "the model has more threads than the explorer holds");
  for (const std::size_t end = thread_count_ + count; thread_count_ < end; ++thread_count_) {
    Thread& thread = threads_[thread_count_];
    if (!thread.fiber) {
      const auto id = static_cast<ThreadId>(thread_count_);
      thread.fiber = std::make_unique<Fiber>([this, id] { thread_main(id); });
    }
    thread.fiber->restart();
    thread.state = State::runnable;
    thread.must_give_up = thread.in_handler = false;
    thread.handler = nullptr;
    thread.interrupts = 0;
    thread.stale_reads.fill(0);
  }
}

void Engine::thread_main(ThreadId id) {
  if (id == 0) {
    (*program_)();
    Fiber::switch_between(*threads_[0].fiber, explorer_);
  }
  Thread& thread = threads_[id];
  thread.body();
  while (thread.interrupts > 0) run_handler();
  trace_.add(id, "ends");
  memory_.tick(id);
  thread.body = nullptr;
  thread.state = State::finished;
  bool all_finished = true;
  for (ThreadId i = 1; i < thread_count_; ++i) all_finished = all_finished && threads_[i].state == State::finished;
  if (all_finished) threads_[0].state = State::runnable;
  switch_to_some_other();
}

void Engine::run_threads(std::vector<std::function<void()>> bodies) {
  HEDDLE_CHECK(running_ == 0, "only the program itself starts threads, not one of its threads");
  const std::size_t first = thread_count_;
  prepare_threads(bodies.size());
  memory_.tick(0);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    threads_[first + i].body = std::move(bodies[i]);
    memory_.start_thread(0, static_cast<ThreadId>(first + i));
  }
  block(State::joining, 0);
  for (ThreadId i = 1; i < thread_count_; ++i) memory_.join_thread(0, i);
}

// A failed run is left in the middle: what its fibers hold is never given back, but stays reachable for leak checkers.
void Engine::abandon_fibers() {
  static auto& abandoned = *new std::vector<std::unique_ptr<Fiber>>;  // outlives the leak checker's look at exit
  for (Thread& thread : threads_) {
    if (thread.fiber) abandoned.push_back(std::move(thread.fiber));
    thread.body = nullptr;
    thread.handler = nullptr;
  }
}

void Engine::fail(const std::string& what) {
  failed_ = true;
  failure_ = what;
  trace_.add(running_, "FAILS: " + what);
  Fiber::switch_between(*self_thread().fiber, explorer_);
  __builtin_unreachable();
}

void Engine::step() {
  if (++steps_ > options_.max_steps) fail("the run does not end (Options::max_steps): a loop waits by polling?");
  memory_.tick(running_);
  may_preempt();
  while (self_thread().interrupts > 0 && !self_thread().in_handler && choices_.choose(2) == 1) run_handler();
}

void Engine::may_preempt() {
  if (preemptions_ >= options_.preemptions) return;
  const ThreadList others = runnable_others();
  const std::size_t choice = choices_.choose(1 + others.count);
  if (choice == 0) return;
  ++preemptions_;
  switch_to(others.ids[choice - 1]);
}

void Engine::run_handler() {
  Thread& thread = self_thread();
  --thread.interrupts;
  if (!thread.handler) return;
  trace_.add(running_, "interrupt: handler runs");
  thread.in_handler = true;
  thread.handler();
  thread.in_handler = false;
  trace_.add(running_, "handler ends");
}

Engine::ThreadList Engine::runnable_others() const {
  ThreadList others;
  for (ThreadId i = 0; i < thread_count_; ++i) {
    if (i != running_ && threads_[i].state == State::runnable) others.add(i);
  }
  return others;
}

void Engine::switch_to(ThreadId thread) {
  Fiber& from = *self_thread().fiber;
  running_ = thread;
  Fiber::switch_between(from, *threads_[thread].fiber);
}

void Engine::switch_to_some_other() {
  ThreadList others = runnable_others();
  if (others.count == 0 && release_bounded_spinners()) {
    if (self_thread().state == State::runnable) return;
    others = runnable_others();
  }
  if (others.count == 0) fail_deadlock();
  switch_to(others.ids[choices_.choose(others.count)]);
}

void Engine::block(State state, LocationId location) {
  if (self_thread().interrupts > 0 && !self_thread().in_handler) return run_handler();
  self_thread().state = state;
  self_thread().waits_on = location;
  switch_to_some_other();
}

void Engine::yield() {
  step();
  const ThreadList others = runnable_others();
  if (others.count != 0) switch_to(others.ids[choices_.choose(others.count)]);
}

// Time passes only when nobody can do anything else: then bounded spins run out.
bool Engine::release_bounded_spinners() {
  bool any = false;
  for (std::size_t i = 0; i < thread_count_; ++i) {
    if (threads_[i].state != State::spinning_bounded) continue;
    threads_[i].state = State::runnable;
    threads_[i].must_give_up = any = true;
  }
  return any;
}

void Engine::wake_spinners(LocationId location) {
  for (std::size_t i = 0; i < thread_count_; ++i) {
    Thread& thread = threads_[i];
    const bool spins = thread.state == State::spinning || thread.state == State::spinning_bounded;
    if (spins && thread.waits_on == location) thread.state = State::runnable;
  }
}

void Engine::fail_deadlock() {
  std::string who;
  for (ThreadId i = 1; i < thread_count_; ++i) {
    const Thread& thread = threads_[i];
    const bool spins = thread.state == State::spinning;
    if (!spins && thread.state != State::parked) continue;
    if (!who.empty()) who += ", ";
    who += "thread " + std::to_string(i) + (spins ? " spins on " : " is parked on ") + trace_.name(thread.waits_on);
  }
  fail("deadlock: " + who);
}

void Engine::on_interrupt(std::function<void()> handler) { self_thread().handler = std::move(handler); }

void Engine::interrupt(ThreadId target) {
  step();
  if (trace_.on()) trace_.add(running_, "interrupts thread " + std::to_string(target));
  Thread& thread = threads_[target];
  if (thread.state == State::finished) return;
  ++thread.interrupts;
  if (thread.state != State::joining) thread.state = State::runnable;
}

}  // namespace heddle::platform::check

// The watchdog, see watchdog.hpp.
#include "watchdog.hpp"

#include <dirent.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle::test {

namespace {

using namespace std::chrono_literals;

constexpr int k_frames = 40;
constexpr int k_tasks_shown = 40;
volatile sig_atomic_t thread_has_answered = 0;

// Runs on each thread in turn, interrupted wherever it waits.
void show_frames(int) {
  void* frames[k_frames];
  backtrace_symbols_fd(frames, backtrace(frames, k_frames), STDERR_FILENO);
  thread_has_answered = 1;
}

void show_every_thread() {
  void* warm_up[1];
  backtrace(warm_up, 1);  // its first call loads a library, which a signal handler may not do
  struct sigaction action{};
  action.sa_handler = show_frames;
  sigaction(SIGUSR2, &action, nullptr);
  DIR* const threads = opendir("/proc/self/task");
  const auto own = static_cast<long>(syscall(SYS_gettid));
  for (const dirent* entry = readdir(threads); entry != nullptr; entry = readdir(threads)) {
    const long id = std::atol(entry->d_name);
    if (id == 0 || id == own) continue;
    std::fprintf(stderr, "thread %ld:\n", id);
    thread_has_answered = 0;
    syscall(SYS_tgkill, getpid(), id, SIGUSR2);
    for (int wait = 0; wait < 200 && thread_has_answered == 0; ++wait) std::this_thread::sleep_for(10ms);
  }
  closedir(threads);
}

std::uint64_t steps(const Node& node) {
  auto sum = static_cast<std::uint64_t>(node.created + node.runs + node.halves + node.ended);
  for (const auto& child : node.children) sum += steps(*child);
  return sum;
}

const char* state_of(const Node& node) {
  if (node.runs == 0) return node.created == 0 ? nullptr : "is created, has not run";
  if (!node.ended) return "runs";
  return node.event != Event::none && node.halves < 2 ? "has run, its event is missing" : nullptr;
}

void show_unfinished(const Node& node, int& left) {
  static constexpr const char* k_names[] = {"in", "out", "inoutset", "mutexinoutset"};
  if (const char* state = state_of(node); state != nullptr && left-- > 0) {
    std::fprintf(stderr, "  task %u, child of %u, %s;", node.number, node.parent == nullptr ? 0 : node.parent->number,
                 state);
    for (const auto& access : node.accesses) {
      std::fprintf(stderr, " %s(%p)", k_names[static_cast<int>(access.mode)], access.address);
    }
    std::fprintf(stderr, "%s%s\n", node.undeferred ? " undeferred" : "",
                 node.event == Event::none ? "" : " detachable");
  }
  for (const auto& child : node.children) show_unfinished(*child, left);
}

const char* rest_of(const Worker& worker) {
  switch (runtime::Sleepers<P>::rest(worker.bed)) {
    case runtime::Rest::any_work:
      return "asleep, would take any task";
    case runtime::Rest::own_work:
      return "asleep, waits for certain tasks";
    default:
      return "awake";
  }
}

}  // namespace

Watchdog::Watchdog(unsigned patience_seconds) : patience_seconds_(patience_seconds), thread_([this] { serve(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard guard(lock_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::watch(Watched* watched) {
  const std::lock_guard guard(lock_);
  watched_ = watched;
  ++started_;
}

std::uint64_t Watchdog::progress() const {
  std::uint64_t sum = started_ << 32;
  if (watched_ != nullptr) {
    for (const RandomProgram* program : watched_->programs) sum += steps(program->root());
  }
  return sum;
}

void Watchdog::serve() {
  std::unique_lock guard(lock_);
  std::uint64_t before = 0;
  auto since = std::chrono::steady_clock::now();
  while (!changed_.wait_for(guard, 500ms, [this] { return over_; })) {
    const std::uint64_t now = progress();
    if (watched_ == nullptr || now != before) {
      since = std::chrono::steady_clock::now();
      before = now;
    } else if (std::chrono::steady_clock::now() - since > std::chrono::seconds(patience_seconds_)) {
      give_up();
    }
  }
}

// The lock is held: nothing of what is shown goes away meanwhile.
void Watchdog::give_up() const {
  std::fprintf(stderr, "\nno progress for %u s; again: %s\nunfinished:\n", patience_seconds_, watched_->how.c_str());
  int left = k_tasks_shown;
  for (const RandomProgram* program : watched_->programs) show_unfinished(program->root(), left);
  if (left < 0) std::fprintf(stderr, "  and %d more\n", -left);
  for (std::size_t seat = 0; seat < watched_->workers.size(); ++seat) {
    const Worker* worker = watched_->workers[seat];
    std::fprintf(stderr, "seat %zu: %s\n", seat, worker == nullptr ? "has not come" : rest_of(*worker));
  }
  show_every_thread();
  std::abort();
}

}  // namespace heddle::test

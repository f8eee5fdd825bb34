// Tells of a team whose workers all sleep: each wait that is entered in the list of circles, from the outside of its
// worker's stack inwards; and the tasks that have run and wait for their event.
//
// Tasks keep no name of their own. A task that heddle.hpp has made begins its argument with where it was made
// (named_place, placed_body in detail/task_body.hpp); one in C is shown by its body. What the argument of a task in C
// looks like is not ours, so an address is followed only where the process has a file mapped, and told only if text is
// there.
#include "tasks/watchdog_report.hpp"

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "process/process.hpp"
#include "process/source_place.hpp"
#include "runtime/tasking.hpp"
#include "runtime/watchdog.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/deadlock_detector.hpp"
#include "tasks/header.hpp"

namespace heddle::tasks {

namespace {

/// Where the process has files mapped.
class MappedFiles {
 public:
  MappedFiles() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
      Range range{};
      unsigned long long inode = 0;
      char may_read = '-';
      char may_write = '-';
      if (std::sscanf(line.c_str(), "%zx-%zx %c%c%*s %*s %*s %llu", &range.first, &range.end, &may_read, &may_write,
                      &inode) != 5 ||
          inode == 0 || may_read != 'r') {
        continue;
      }
      range.constant = may_write != 'w';
      ranges_.push_back(range);
    }
  }

  bool has(std::uintptr_t first, std::size_t bytes) const noexcept { return range_of(first, bytes) != nullptr; }

  /// The text that begins there; empty: none does.
  std::string_view text(const char* at) const noexcept {
    constexpr std::size_t k_longest = 4096;  // a path's
    const Range* const range = range_of(reinterpret_cast<std::uintptr_t>(at), 1);
    if (range == nullptr || !range->constant) return {};
    const std::size_t room = range->end - reinterpret_cast<std::uintptr_t>(at);
    const std::size_t length = strnlen(at, room < k_longest ? room : k_longest);
    if (length == room || length == k_longest) return {};
    for (std::size_t i = 0; i < length; ++i)
      if (static_cast<unsigned char>(at[i]) < ' ') return {};
    return {at, length};
  }

 private:
  struct Range {
    std::uintptr_t first;
    std::uintptr_t end;
    bool constant;
  };
  const Range* range_of(std::uintptr_t first, std::size_t bytes) const noexcept {
    for (const Range& range : ranges_)
      if (first >= range.first && first < range.end && bytes <= range.end - first) return &range;
    return nullptr;
  }

  std::vector<Range> ranges_;
};

std::string place_of(std::uintptr_t address, const MappedFiles& mapped) {
  if (address % alignof(heddle_place) != 0 || !mapped.has(address, sizeof(heddle_place))) return {};
  const auto& place = *reinterpret_cast<const heddle_place*>(address);
  constexpr std::uint32_t k_most = 1 << 24;  // lines and columns, as compilers count them
  const std::string_view file = mapped.text(place.file);
  if (file.empty() || place.line == 0 || place.line > k_most || place.column > k_most) return {};
  const std::string_view function = mapped.text(place.function);
  std::string text = "made at " + base::quoted(file, base::Marks::none) + ':' + std::to_string(place.line);
  return function.empty() ? text : text + " (in " + base::quoted(function, base::Marks::none) + ')';
}

// As heddle.hpp has said when it was made, else by its code.
std::string described(const process::Task& task, const MappedFiles& mapped) {
  if (task.has(graph::k_implicit)) return "outside of tasks,";
  const Identity identity = identity_of(task);
  std::uintptr_t words[2] = {0, 0};
  if (identity.argument != nullptr) std::memcpy(words, identity.argument, sizeof(std::uintptr_t));
  const std::string place = place_of(words[0] & ~std::uintptr_t{1}, mapped);
  if (place.empty()) return "in a task that runs " + process::source_place(identity.code);
  if ((words[0] & 1) == 0) return "in the task " + place;
  std::memcpy(words, identity.argument, sizeof words);
  const std::string_view name = mapped.text(reinterpret_cast<const char*>(words[1]));
  return name.empty() ? "in the task " + place : "in the task " + base::quoted(name) + ", " + place;
}

std::string awaited(const Waiting& waiting) {
  if (waiting.group != nullptr) return "waits for the tasks of a group";
  if (waiting.event == nullptr) return "waits for the tasks that it has made";
  char address[2 + 2 * sizeof(void*) + 1];
  std::snprintf(address, sizeof address, "%p", static_cast<const void*>(waiting.event));
  // order: acquire — pairs with heddle_event_set_completer(). relaxed: as of that.
  const process::Worker* const runs_on = waiting.event->runs_on.load(std::memory_order_acquire);
  const char* const by = waiting.event->by.load(std::memory_order_relaxed);
  if (runs_on == nullptr)
    return "waits for the event at " + std::string(address) + ", which no task has begun to complete";
  return "waits for the value of " + base::quoted(by == nullptr ? "a task without a name" : by);
}

graph::Seat seat_in(const process::Team& team, const process::Worker& worker) noexcept {
  for (graph::Seat seat = 0; seat < team.size; ++seat)
    if (team.members[seat].worker == &worker) return seat;
  return graph::k_no_seat;
}

void say(const std::string& line) { base::warn({"  ", line}); }

std::vector<std::string> lines_of(const process::Team& team, const MappedFiles& mapped) {
  std::vector<std::string> lines;
  DeadlockDetector::for_each([&](const Waiting& waiting) {
    const graph::Seat seat = seat_in(team, *waiting.worker);
    if (seat == graph::k_no_seat) return;
    const char* const included = waiting.task->has(graph::k_included) ? ", which its creator runs at once," : "";
    lines.push_back("worker " + std::to_string(seat) + ", " + described(*waiting.task, mapped) + included + ' ' +
                    awaited(waiting));
  });
  return lines;
}

std::string_view named(runtime::WaitTarget what) noexcept {
  switch (what) {
    case runtime::WaitTarget::predecessors:
      return " waits for tasks with accesses like those that it has named";
    case runtime::WaitTarget::others:
    case runtime::WaitTarget::children:
    case runtime::WaitTarget::group:
    case runtime::WaitTarget::deadline:
      return {};  // told with its task
    case runtime::WaitTarget::nobody:
      return {};  // an empty seat of an arena
    case runtime::WaitTarget::order:
    case runtime::WaitTarget::barrier:
      break;
  }
  return " has nothing to run";
}

void tell_workers(const process::Team& team) {
  for (graph::Seat seat = 0; seat < team.size; ++seat) {
    // order: relaxed — the bed was found slept in, by an acquire.
    const std::string_view text = named(team.members[seat].worker->awaits.load(std::memory_order_relaxed));
    if (!text.empty()) say("worker " + std::to_string(seat) + std::string(text));
  }
}

// Tasks made by the team's workers that have run, and whose event has not happened.
void tell_tasks_with_events(const process::Team& team, const MappedFiles& mapped) {
  constexpr unsigned k_most = 8;  // lines that somebody reads
  unsigned found = 0;
  for (graph::Seat seat = 0; seat < team.size; ++seat) {
    team.members[seat].worker->slab.for_each_block([&](const char* block) {
      const auto& task = *reinterpret_cast<const process::Task*>(block);
      if (!waits_for_its_event(task) || ++found > k_most) return;
      say(described(task, mapped).substr(3) + " has run, and is over when its event has happened");
    });
  }
  if (found > k_most) say("and " + std::to_string(found - k_most) + " more such tasks");
}

// Whether the team's words are heddle.hpp's: a standing region, or one in which something is waited for by name.
bool tell(const process::Team& team, std::uint64_t patience_ms) noexcept {
  const MappedFiles mapped;
  const std::vector<std::string> lines = lines_of(team, mapped);
  if (lines.empty() && process::Process::data(*team.master).standing != &team) return false;
  const std::int64_t tasks = Tasking::pending(team);
  const std::string left = tasks > 0 ? "; tasks not begun or not finished: " + std::to_string(tasks) : "";
  base::warn({"nothing has moved for ", std::to_string(patience_ms), " ms among ", std::to_string(team.size),
              team.size == 1 ? " worker" : " workers", left});
  for (const std::string& line : lines) say(line);
  tell_tasks_with_events(team, mapped);
  tell_workers(team);
  base::warn({"they go on waiting; this is said once. HEDDLE_PATIENCE sets after how many seconds, 0: never"});
  return true;
}

}  // namespace

void tell_standstills() noexcept {
  // order: release — pairs with Stillness: what tell() uses.
  process::Process::get().runtime->standstill_teller.store(tell, std::memory_order_release);
}

}  // namespace heddle::tasks

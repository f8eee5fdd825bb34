// The sentences of HEDDLE_VERIFY, see verify_report.hpp.
#include "process/verify_report.hpp"

#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "platform/threads/threads.hpp"
#include "process/findings.hpp"
#include "process/source_place.hpp"
#include "sync/mutex.hpp"

namespace heddle::process {

namespace {

enum class Finding : std::uint8_t { overlap, twins, own_argument };

// Which findings have been said: places in the program, the lower address first.
class ReportedOnce {
 public:
  /// @returns true for the first caller with this finding at these places
  bool first_time(Finding finding, const void* one, const void* other) {
    if (other < one) std::swap(one, other);
    const sync::Guard guard(lock_);
    return said_.size() < k_most && said_.insert({finding, {one, other}}).second;
  }

 private:
  static constexpr std::size_t k_most = 1000;  // a program with so many mistakes has been told enough
  sync::Mutex<platform::Threads> lock_;
  std::set<std::pair<Finding, std::pair<const void*, const void*>>> said_ HEDDLE_GUARDED_BY(lock_);
};

bool first_time(Finding finding, const void* one, const void* other) {
  static ReportedOnce& said = *new ReportedOnce;  // tasks may run behind every destructor
  note_finding();
  return said.first_time(finding, one, other);
}

std::string hexadecimal(std::uintptr_t address) {
  char text[2 + 2 * sizeof address + 1];
  std::snprintf(text, sizeof text, "0x%jx", std::uintmax_t{address});
  return text;
}

std::string described(const graph::NamedRange& range) {
  const std::string first = hexadecimal(range.first);
  const std::string at = " named at " + source_place(range.place);
  if (range.bytes == 0) return first + at;
  return std::to_string(range.bytes) + " bytes from " + first + at;
}

const char* name_of(graph::Mode mode) noexcept {
  static constexpr const char* k_names[] = {"in", "out", "inoutset", "mutexinoutset"};
  return k_names[static_cast<std::size_t>(mode)];
}

}  // namespace

void report_overlap(const graph::NamedRange& one, const graph::NamedRange& other, NamedBy named) noexcept {
  if (!first_time(Finding::overlap, one.place, other.place)) return;
  if (named == NamedBy::by_task) {
    return base::warn({"tasks name pieces of memory that overlap without beginning at the same address: ",
                       described(one), ", and ", described(other),
                       "; no order follows from that: make all tasks that share this memory with ranges "
                       "(spawn_options::ranges, HEDDLE_TASK_RANGES), or name pieces that are apart"});
  }
  base::warn({"depend clauses overlap without being the same, which OpenMP forbids (5.2, 15.9.5): ", described(one),
              ", and ", described(other),
              "; no order follows from that: name the same range in both, or ranges that are apart"});
}

void report_twins(const graph::Access& one, const graph::Access& other, const void* place) noexcept {
  if (!first_time(Finding::twins, place, place)) return;
  base::warn({"one construct names ", hexadecimal(reinterpret_cast<std::uintptr_t>(one.address)), " twice, as ",
              name_of(one.mode), " and as ", name_of(other.mode), ", at ", source_place(place),
              "; it counts once, as out: name it once"});
}

void report_own_argument(const graph::Access& access, const void* place) noexcept {
  if (!first_time(Finding::own_argument, place, place)) return;
  base::warn({"a task names ", hexadecimal(reinterpret_cast<std::uintptr_t>(access.address)),
              " in its own arguments, of which it gets a copy, at ", source_place(place),
              "; no other task can mean the same: name the original"});
}

void say_that_lengths_are_missing() noexcept {
  static base::OnceGate gate;
  base::warn_once(gate,
                  {"HEDDLE_VERIFY: this program's compiler passes depend clauses as addresses without lengths, so "
                   "ranges that overlap go unseen; heddle_verify_range() gives lengths, see docs/verify.md"});
}

}  // namespace heddle::process

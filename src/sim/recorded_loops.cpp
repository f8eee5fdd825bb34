#include "sim/recorded_loops.hpp"

#include <algorithm>

#include "base/spelling.hpp"
#include "platform/sim/sim.hpp"
#include "runtime/policies.hpp"

namespace heddle::sim {

namespace {

constexpr std::string_view k_loop_fields[] = {"offset_ns", "trip",    "schedule", "chunk",
                                              "rising",    "ordered", "nowait",   "parts"};

Wrong read_parts(const Fields& fields, const Json& item, ProgramLoop& into) {
  const Json* const parts = item.find("parts");
  if (parts == nullptr || parts->kind != Json::JsonKind::array)
    return fields.refuse(item, "'parts' is missing or no array", Fields::k_remedy);
  for (const Json& part : parts->items) {
    LoopPart& made = into.parts.emplace_back();
    if (part.items.size() != 3 || !Fields::whole_number(part.items[0], made.first) ||
        !Fields::whole_number(part.items[1], made.last) || !Fields::whole_number(part.items[2], made.ns))
      return fields.refuse(part, "a part of a loop is malformed", "expected [first, end, ns]");
    if (made.first >= made.last || made.last > into.trip)
      return fields.refuse(part, "a part of a loop is outside of it, or empty", "expected iterations from 0 to 'trip'");
  }
  return std::nullopt;
}

Wrong read_loop(const Fields& fields, const Json& item, RecordedLoop& into) {
  bool rising = false;
  for (const auto& [name, field] : {std::pair{"offset_ns", &into.offset_ns}, std::pair{"trip", &into.loop.trip},
                                    std::pair{"chunk", &into.loop.chunk}}) {
    if (Wrong wrong = fields.number(item, name, *field)) return wrong;
  }
  for (const auto& [name, field] :
       {std::pair{"rising", &rising}, std::pair{"ordered", &into.ordered}, std::pair{"nowait", &into.loop.nowait}}) {
    if (Wrong wrong = fields.flag(item, name, *field)) return wrong;
  }
  into.loop.may_balance = !rising;
  const Json* const schedule = item.find("schedule");
  into.loop.schedule = schedule == nullptr ? std::string{} : schedule->text;
  const auto known = runtime::loop_schedules<platform::Sim>();
  if (runtime::find_policy(known, into.loop.schedule) == nullptr)
    return fields.refuse(item, "'schedule' is missing, or none",
                         "expected " + base::listed_for(into.loop.schedule, runtime::names_of(known)));
  return read_parts(fields, item, into.loop);
}

/// In the thread's own time, the end of the loop before this one.
std::uint64_t end_of(const ThreadsLoops& thread, std::size_t number) {
  if (number == 0) return 0;
  const RecordedLoop& before = thread.loops[number - 1];
  std::uint64_t end = before.offset_ns;
  for (const LoopPart& part : before.loop.parts) end += part.ns;
  return end;
}

/// The parts lie side by side, and are the whole loop. Where it was cancelled some are missing.
bool are_whole(const std::vector<LoopPart>& parts, std::uint64_t trip) {
  std::uint64_t reached = 0;
  for (const LoopPart& part : parts) {
    if (part.first != reached) return false;
    reached = part.last;
  }
  return reached == trip;
}

/// All threads' parts of one loop; and the mean of their own code before it.
bool gather(const std::vector<ThreadsLoops>& threads, std::size_t number, ProgramLoop& loop) {
  loop.parts.clear();
  loop.before_ns = 0;
  for (const ThreadsLoops& thread : threads) {
    if (thread.loops.size() != threads.front().loops.size()) return false;
    const RecordedLoop& own = thread.loops[number];
    if (own.ordered || own.loop.trip != loop.trip || own.loop.schedule != loop.schedule) return false;
    loop.parts.insert(loop.parts.end(), own.loop.parts.begin(), own.loop.parts.end());
    loop.before_ns += own.offset_ns - std::min(own.offset_ns, end_of(thread, number));
  }
  loop.before_ns /= threads.size();
  std::sort(loop.parts.begin(), loop.parts.end(),
            [](const LoopPart& one, const LoopPart& other) { return one.first < other.first; });
  if (!are_whole(loop.parts, loop.trip)) return false;
  loop.add_up();
  return true;
}

}  // namespace

Wrong read_loops(const Fields& fields, const Json& task, std::vector<RecordedLoop>& into) {
  const Json* const loops = task.find("loops");
  if (loops == nullptr) return std::nullopt;
  if (loops->kind != Json::JsonKind::array) return fields.refuse(*loops, "'loops' is no array", Fields::k_remedy);
  for (const Json& loop : loops->items) {
    if (Wrong wrong = fields.known_only(loop, k_loop_fields)) return wrong;
    if (Wrong wrong = read_loop(fields, loop, into.emplace_back())) return wrong;
    if (into.size() > 1 && into.back().offset_ns < into[into.size() - 2].offset_ns)
      return fields.refuse(loop, "loops are not in rising order", Fields::k_remedy);
  }
  return std::nullopt;
}

std::optional<LoopRegion> join(const std::vector<ThreadsLoops>& threads) {
  LoopRegion region;
  const std::vector<RecordedLoop>& first = threads.front().loops;
  for (std::size_t number = 0; number < first.size(); ++number) {
    if (!gather(threads, number, region.loops.emplace_back(first[number].loop))) return std::nullopt;
  }
  for (const ThreadsLoops& thread : threads)
    region.after_ns += thread.duration_ns - std::min(thread.duration_ns, end_of(thread, first.size()));
  region.after_ns /= threads.size();
  return region;
}

}  // namespace heddle::sim

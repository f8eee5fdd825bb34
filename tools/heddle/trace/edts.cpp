// See edts.hpp.
#include "edts.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "format/edt_events.hpp"

namespace heddle::tools {

namespace {

using format::Event;
using format::Record;

constexpr std::uint16_t k_channel = 6;  // OCR_EVENT_CHANNEL_T

/// A record, and who has noted it.
struct Note {
  Record record;
  std::size_t process = 0;
};

/// Who has filled which slot of an EDT, by process and GUID of the EDT.
using Fills = std::map<std::pair<std::size_t, std::uint64_t>, std::vector<Record>>;

class Finder {
 public:
  Finder(const RawTrace& trace, std::vector<TaskHistory>& tasks) : trace_(trace), tasks_(tasks) {
    by_id_.resize(trace.processes.size());
    for (std::size_t index = 0; index < tasks.size(); ++index)
      by_id_[tasks[index].process].emplace(tasks[index].id, index);
  }

  TracedEvents find() && {
    for (const TracedWorker& worker : trace_.workers) give_slots(worker);
    std::vector<Note> notes = notes_by_time();
    for (const Note& note : notes) look_at(note);
    for (TaskHistory& task : tasks_)
      if (task.edt != 0) name_sources(task);
    return std::move(events_);
  }

 private:
  std::size_t task_of(std::size_t process, std::uint64_t id) const {
    const auto found = by_id_[process].find(id);
    return found == by_id_[process].end() || tasks_[found->second].implicit() ? k_none : found->second;
  }

  // What is said of an EDT comes in front of its task, from the same worker.
  void give_slots(const TracedWorker& worker) {
    Record made;
    std::vector<TaskSlot> slots;
    for (const Record& record : worker.records) {
      if (record.event == format::k_edt_made) {
        made = record;
        slots.clear();
      }
      if (record.event == format::k_edt_slot)
        slots.push_back({.index = record.extra, .mode = record.detail, .block = record.a, .bytes = record.b});
      if (record.event != Event::task_created || made.task == 0) continue;
      if (const std::size_t index = task_of(worker.process, record.task); index != k_none) {
        tasks_[index].edt = made.task;
        tasks_[index].scope = made.a;
        if (made.a != 0) scopes_[{worker.process, made.a}].push_back(index);
        tasks_[index].locality = made.extra;
        tasks_[index].ready_by = task_of(worker.process, made.b);
        tasks_[index].slots = std::move(slots);
      }
      made = {};
      slots.clear();
    }
  }

  std::vector<Note> notes_by_time() const {
    std::vector<Note> notes;
    for (const TracedWorker& worker : trace_.workers)
      for (const Record& record : worker.records)
        if (record.event == format::k_slot_filled || record.event == format::k_event_made ||
            record.event == format::k_event_satisfied)
          notes.push_back({record, worker.process});
    std::stable_sort(notes.begin(), notes.end(),
                     [](const Note& one, const Note& other) { return one.record.time_ns < other.record.time_ns; });
    return notes;
  }

  void look_at(const Note& note) {
    const auto key = std::make_pair(note.process, note.record.task);
    if (note.record.event == format::k_slot_filled) {
      fills_[key].push_back(note.record);
      return;
    }
    TracedEvent& event = events_[key];
    if (note.record.event == format::k_event_made) {
      event = {.kind = note.record.detail, .where = note.record.a};
    } else if (note.record.a != 0) {
      const std::vector<std::size_t>& inside = scopes_[{note.process, note.record.a}];
      event.by.insert(event.by.end(), inside.begin(), inside.end());
    } else {
      event.by.push_back(task_of(note.process, note.record.b));
    }
  }

  void name_sources(TaskHistory& task) {
    const auto fills = fills_.find({task.process, task.edt});
    if (fills == fills_.end()) return;
    for (const Record& fill : fills->second) {
      const auto slot = std::find_if(task.slots.begin(), task.slots.end(),
                                     [&](const TaskSlot& one) { return one.index == fill.extra; });
      if (slot == task.slots.end()) continue;
      slot->event = fill.a;
      slot->from = sources_of(task.process, fill);
    }
  }

  // Of a channel the k-th slot has its value from the k-th that has satisfied it; other events are all one.
  std::vector<std::size_t> sources_of(std::size_t process, const Record& fill) {
    const auto event = events_.find({process, fill.a});
    if (fill.a == 0 || event == events_.end()) return without_none({task_of(process, fill.b)});
    if (event->second.kind != k_channel) return without_none(event->second.by);
    const std::size_t turn = turn_of(process, fill);
    return turn < event->second.by.size() ? without_none({event->second.by[turn]}) : std::vector<std::size_t>{};
  }

  static std::vector<std::size_t> without_none(std::vector<std::size_t> tasks) {
    std::erase(tasks, k_none);
    return tasks;
  }

  std::size_t turn_of(std::size_t process, const Record& fill) {
    auto [turns, is_new] = turns_.try_emplace({process, fill.a});
    if (is_new)
      for (const auto& [edt, fills] : fills_)
        for (const Record& one : fills)
          if (edt.first == process && one.a == fill.a) turns->second.push_back(one.time_ns);
    if (is_new) std::sort(turns->second.begin(), turns->second.end());
    const auto place = std::lower_bound(turns->second.begin(), turns->second.end(), fill.time_ns);
    return static_cast<std::size_t>(std::distance(turns->second.begin(), place));
  }

  const RawTrace& trace_;
  std::vector<TaskHistory>& tasks_;
  std::vector<std::unordered_map<std::uint64_t, std::size_t>> by_id_;  // by process
  TracedEvents events_;
  Fills fills_;
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::size_t>> scopes_;   // who is in them
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::uint64_t>> turns_;  // of channels: times of fills
};

}  // namespace

TracedEvents find_edts(const RawTrace& trace, std::vector<TaskHistory>& tasks) { return Finder(trace, tasks).find(); }

const char* event_kind_name(std::uint16_t kind) {
  constexpr const char* names[] = {"event", "once event",    "idempotent event", "sticky event",
                                   "latch", "counted event", "channel",          "collective event"};
  return names[kind < std::size(names) ? kind : 0];
}

const char* block_mode_name(std::uint16_t mode) {
  switch (mode) {
    case 1:
      return "CONST";
    case 2:
      return "RW";
    case 4:
      return "EW";
    case 8:
      return "RO";
    default:
      return "NULL";
  }
}

}  // namespace heddle::tools

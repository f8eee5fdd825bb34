#include "tasks/origin.hpp"

#include <string>

#include "process/source_place.hpp"
#include "tasks/accesses.hpp"

namespace heddle::tasks {

namespace {

struct Origin {
  const char* name;
  const void* where;
  bool placed;          // `where` is the address of a heddle_place, else of a text
  void (*body)(void*);  // the program's, where the engine runs one of ours; or null
  bool part = false;
};

Origin origin_of(const heddle_task& task) noexcept {
  if (task.bytes == k_bytes_without_origin) return {nullptr, nullptr, false, task.body};
  return {task.name, task.where, (task.flags & HEDDLE_TASK_PLACED) != 0, task.body};
}

/// @param separator  between the line and the function, which is in front of `end`
std::string text_of(const Origin& origin, const char* separator, const char* end) {
  if (!origin.placed) return static_cast<const char*>(origin.where);
  const auto& place = *static_cast<const heddle_place*>(origin.where);
  std::string text = (place.file == nullptr ? "" : place.file) + (':' + std::to_string(place.line));
  return place.function == nullptr ? text : text + separator + place.function + end;
}

void note(process::Worker& worker, const Origin& origin) noexcept {
  probe::Recorder& recorder = *worker.recorder;
  if (!recorder.writes()) return;
  if (origin.where != nullptr && !recorder.has_said(origin.where))
    recorder.say(origin.where, text_of(origin, "\n", ""));
  if (origin.name != nullptr && !recorder.has_said(origin.name)) recorder.say(origin.name, origin.name);
  recorder.note({.task = reinterpret_cast<std::uint64_t>(origin.body),
                 .a = reinterpret_cast<std::uint64_t>(origin.where),
                 .b = reinterpret_cast<std::uint64_t>(origin.name),
                 .event = probe::Event::task_origin,
                 .detail = origin.part});
}

}  // namespace

void note_origin(process::Worker& worker, const heddle_task& task, bool part) noexcept {
  Origin origin = origin_of(task);
  origin.part = part;
  note(worker, origin);
}

void note_place(process::Worker& worker, const heddle_place* where) noexcept {
  note(worker, {nullptr, where, true, nullptr});
}

void verify_accesses(process::Worker& worker, const heddle_task& task) noexcept {
  const Origin origin = origin_of(task);
  if (origin.where != nullptr) process::know_place(origin.where, text_of(origin, " (in ", ")"));
  const Accesses accesses(worker, task.accesses, task.access_count, 0);
  const void* const place = origin.where != nullptr ? origin.where : reinterpret_cast<const void*>(task.body);
  process::verify(worker, {accesses.data(), accesses.size(), place, nullptr, 0, process::NamedBy::by_task});
}

}  // namespace heddle::tasks

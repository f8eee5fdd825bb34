// The reader of raw traces (tools/heddle/trace/raw_trace.hpp) and all that is made from one: spans nest within the
// trace's time, parents and workers are there, every view can be written.
//
// An input is a file, or, where its first byte is '!', five bytes a record, of which a file is made: damage to a file
// as it is mostly ends in its heads.
#include "trace/raw_trace.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "claims.hpp"
#include "trace/history.hpp"
#include "trace/writers.hpp"

namespace {

using namespace heddle;
using tools::Span;
using tools::Story;

constexpr std::size_t k_longest = 4096;  // a view of a drawing's size is written for each input
constexpr const char* k_nowhere = "/dev/null";

void append(std::string& file, const void* bytes, std::size_t size) {
  file.append(static_cast<const char*>(bytes), size);
}

void append_chunk(std::string& file, format::ChunkKind kind, std::uint32_t worker, const std::string& payload) {
  format::ChunkHead head;
  head.kind = kind;
  head.bytes = static_cast<std::uint32_t>(payload.size());
  head.worker = worker;
  append(file, &head, sizeof head);
  file += payload;
}

/// event and worker, task, a and b, detail and extra, time since the last record.
format::Record record_of(const std::uint8_t* five, std::uint64_t& now) {
  format::Record record;
  now += static_cast<std::uint64_t>(five[4]) * five[4];
  record.time_ns = five[4] == 255 ? std::uint64_t{0} - five[3] : now;
  record.event = static_cast<format::Event>(five[0] & 31);
  record.task = five[1] & 15;
  record.a = five[2] & 15;
  record.b = five[2] >> 4;
  record.detail = static_cast<std::uint16_t>(five[3] & 15);
  record.extra = five[3] >> 4;
  return record;
}

std::string file_of(std::string_view text) {
  if (!text.starts_with('!')) return std::string(text);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data()) + 1;
  std::string file;
  std::uint64_t now = 0;
  for (std::size_t left = text.size() - 1; left >= 5; left -= 5, bytes += 5) {
    const format::Record record = record_of(bytes, now);
    std::string payload;
    append(payload, &record, sizeof record);
    append_chunk(file, format::ChunkKind::records, bytes[0] >> 5, payload);
  }
  return file;
}

void check_worker(const Story& story, const std::vector<Span>& spans) {
  for (const Span& span : spans) {
    fuzz::claim(span.begin_ns <= span.end_ns, "a span begins before it ends");
    fuzz::claim(span.end_ns <= story.history.duration_ns, "a span ends within the trace");
    fuzz::claim(span.task == tools::k_none || span.task < story.history.tasks.size(), "a span's task is there");
  }
  std::uint64_t reached = 0;
  for (const tools::Stretch& stretch : tools::flatten(spans)) {
    fuzz::claim(stretch.begin_ns >= reached && stretch.begin_ns < stretch.end_ns, "stretches do not overlap");
    reached = stretch.end_ns;
  }
}

void check(Story& story) {
  const std::size_t tasks = story.history.tasks.size();
  for (const tools::TaskHistory& task : story.history.tasks) {
    fuzz::claim(task.process < story.trace.processes.size(), "a task's process is there");
    fuzz::claim(task.parent == tools::k_none || task.parent < tasks, "a task's parent is there");
    fuzz::claim(task.worker == tools::k_none || task.worker < story.trace.workers.size(), "a task's worker is there");
    fuzz::claim(!story.names.of(task).function.empty(), "a task has a name");
  }
  for (const tools::WorkerHistory& worker : story.history.workers) check_worker(story, worker.spans);
  fuzz::claim(!tools::write_chrome(story, k_nowhere), "it is written for Perfetto");
  fuzz::claim(!tools::write_counts(story, k_nowhere), "its counts are written");
  if (tasks % 8 == 1) fuzz::claim(!tools::write_plot(story, k_nowhere), "it is drawn");  // takes most of the time
  if (tasks % 8 == 2) fuzz::claim(!tools::write_report(story, k_nowhere), "it is reported");
  fuzz::claim(!tools::write_graph_dot(story, k_nowhere, {.first = tasks}), "its graph is drawn");
  fuzz::claim(!tools::write_graph_json(story, k_nowhere, {.first = tasks}), "its graph is written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string file = file_of(fuzz::text_of(bytes, std::min(size, k_longest)));
  auto read = tools::parse_raw_trace(std::as_bytes(std::span(file)), "file");
  if (!read) {
    fuzz::refused(read.error());
    return 0;
  }
  fuzz::accepted();
  Story story(std::move(read).value());
  check(story);
  return 0;
}

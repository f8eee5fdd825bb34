#include "sim/graph_size.hpp"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "format/trace.hpp"

namespace heddle::sim {

base::Result<std::unique_ptr<GraphSize>> GraphSize::start() {
  std::string path = (std::filesystem::temp_directory_path() / "heddle-simulation-XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) {
    return base::Error{base::Code::file, "cannot make a temporary file " + path + ": " + std::strerror(errno),
                       "set TMPDIR to a folder that is writable"};
  }
  close(file);
  std::unique_ptr<GraphSize> made(new GraphSize(std::move(path)));
  auto recording = probe::Recording::start(made->path_);
  if (!recording) return recording.error();
  made->recording_ = std::move(recording).value();
  return made;
}

GraphSize::~GraphSize() { std::remove(path_.c_str()); }

namespace {

struct Change {
  std::uint64_t time;
  std::size_t number;  // in the file, for those of one time
  int change;
};

}  // namespace

std::vector<std::uint32_t> GraphSize::course() {
  recording_->end();
  std::ifstream stream(path_, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  std::vector<Change> changes;
  format::TraceReader reader(std::as_bytes(std::span(bytes)));
  while (const auto chunk = reader.next()) {
    if (chunk->head.kind != format::ChunkKind::records) continue;
    for (std::size_t at = 0; at < chunk->record_count(); ++at) {
      const format::Record record = chunk->record(at);
      if (record.event == format::Event::task_linked) changes.push_back({record.time_ns, changes.size(), 1});
      if (record.event == format::Event::task_released) changes.push_back({record.time_ns, changes.size(), -1});
    }
  }
  std::sort(changes.begin(), changes.end(), [](const Change& one, const Change& other) {
    return one.time != other.time ? one.time < other.time : one.number < other.number;
  });
  std::vector<std::uint32_t> course;
  std::int64_t now = 0, most = 0;  // since the last one left
  for (const auto& [time, number, change] : changes) {
    most = std::max(most, now += change);
    if (change > 0) continue;
    course.push_back(static_cast<std::uint32_t>(most));
    most = now;
  }
  return course;
}

std::uint32_t GraphSize::most() {
  const std::vector<std::uint32_t> all = course();
  return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
}

}  // namespace heddle::sim

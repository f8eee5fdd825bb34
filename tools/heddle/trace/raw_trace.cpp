// See raw_trace.hpp.
#include "raw_trace.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <sstream>
#include <string_view>

#include "base/quoted.hpp"
#include "progress.hpp"

namespace heddle::tools {

namespace {

/// A file as bytes, without reading all of it at once.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // else a FIFO waits for its writer
    struct stat status{};
    if (file < 0 || ::fstat(file, &status) != 0) {
      error_ = errno;
    } else if (!S_ISREG(status.st_mode)) {
      error_ = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
    } else if (status.st_size != 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      bytes_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (bytes_ == MAP_FAILED) error_ = errno;
    }
    if (file >= 0) ::close(file);
  }
  ~MappedFile() {
    if (error_ == 0 && size_ != 0) ::munmap(bytes_, size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  int error() const noexcept { return error_; }
  std::span<const std::byte> bytes() const noexcept { return {static_cast<const std::byte*>(bytes_), size_}; }

 private:
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
  int error_ = 0;
};

TracedProcess& process_of(RawTrace& trace, std::uint32_t pid) {
  for (TracedProcess& process : trace.processes)
    if (process.pid == pid) return process;
  trace.processes.push_back({.pid = pid, .start = {}, .mappings = {}, .texts = {}});
  return trace.processes.back();
}

TracedWorker& worker_of(RawTrace& trace, const format::ChunkHead& head) {
  const auto process = static_cast<std::size_t>(&process_of(trace, head.process) - trace.processes.data());
  for (TracedWorker& worker : trace.workers)
    if (worker.process == process && worker.id == head.worker) return worker;
  trace.workers.push_back({.process = process, .id = head.worker, .thread = head.thread, .records = {}});
  return trace.workers.back();
}

void add_mappings(TracedProcess& process, std::span<const std::byte> payload) {
  std::istringstream lines(std::string(reinterpret_cast<const char*>(payload.data()), payload.size()));
  for (std::string line; std::getline(lines, line);) {
    unsigned long begin = 0, end = 0, offset = 0;
    int behind = 0;  // the name begins there
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %lx %*s %*s %n", &begin, &end, &offset, &behind) != 3) continue;
    if (behind == 0 || line.size() <= static_cast<std::size_t>(behind) || line[static_cast<std::size_t>(behind)] != '/')
      continue;
    process.mappings.push_back({begin, end, offset, line.substr(static_cast<std::size_t>(behind))});
  }
}

void add_text(TracedProcess& process, std::span<const std::byte> payload) {
  format::TextHead head;
  if (payload.size() < sizeof head) return;
  std::memcpy(&head, payload.data(), sizeof head);
  const auto* const characters = reinterpret_cast<const char*>(payload.data());
  process.texts[head.address].assign(characters + sizeof head, payload.size() - sizeof head);
}

void add_chunk(RawTrace& trace, const format::Chunk& chunk) {
  TracedProcess& process = process_of(trace, chunk.head.process);
  switch (chunk.head.kind) {
    case format::ChunkKind::process:
      if (chunk.payload.size() >= sizeof process.start)
        std::memcpy(&process.start, chunk.payload.data(), sizeof process.start);
      return;
    case format::ChunkKind::mappings:
      return add_mappings(process, chunk.payload);
    case format::ChunkKind::text:
      return add_text(process, chunk.payload);
    case format::ChunkKind::end:
      process.ended = true;
      return;
    case format::ChunkKind::records:
      break;
  }
  if (chunk.head.kind != format::ChunkKind::records) return;  // of a later minor addition
  if (chunk.record_count() == 0) return;                      // too short for one: a worker has at least a record
  auto& records = worker_of(trace, chunk.head).records;
  for (std::size_t index = 0; index < chunk.record_count(); ++index) {
    format::Record record = chunk.record(index);
    // Time does not run backwards; in a damaged file it may, and every length would be a very large one.
    if (!records.empty()) record.time_ns = std::max(record.time_ns, records.back().time_ns);
    records.push_back(record);
  }
}

std::string flaw_of(const RawTrace& trace, const format::TraceReader& reader, const std::string& path) {
  if (reader.flaw() != format::TraceFlaw::none)
    return fmt::format("{} is damaged behind byte {}; what comes before is used", base::quoted(path),
                       reader.position());
  for (const TracedProcess& process : trace.processes)
    if (!process.ended)
      return fmt::format("process {} did not end in order, so its last events may be missing", process.pid);
  return {};
}

}  // namespace

std::uint64_t RawTrace::first_ns() const noexcept {
  std::uint64_t first = UINT64_MAX;
  for (const TracedWorker& worker : workers) first = std::min(first, worker.records.front().time_ns);
  return first;
}

std::uint64_t RawTrace::last_ns() const noexcept {
  std::uint64_t last = 0;
  for (const TracedWorker& worker : workers) last = std::max(last, worker.records.back().time_ns);
  return last;
}

bool is_raw_trace(const std::string& path) {
  const MappedFile file(path);
  return file.error() == 0 && file.bytes().size() >= sizeof format::k_trace_magic &&
         std::memcmp(file.bytes().data(), format::k_trace_magic.data(), sizeof format::k_trace_magic) == 0;
}

base::Result<RawTrace> read_raw_trace(const std::string& path) {
  const MappedFile file(path);
  if (file.error() != 0)
    return base::Error{base::Code::file,
                       fmt::format("cannot read {}: {}", base::quoted(path), std::strerror(file.error())),
                       "name a raw trace: a file written by heddle run --trace FILE.raw, or through HEDDLE_TRACE"};
  return parse_raw_trace(file.bytes(), path);
}

base::Result<RawTrace> parse_raw_trace(std::span<const std::byte> bytes, const std::string& path) {
  using base::Code, base::Error, format::TraceFlaw;
  format::TraceReader reader(bytes);
  ProgressLine progress("reading " + base::quoted(path), bytes.size());
  RawTrace trace;
  while (const auto chunk = reader.next()) {
    add_chunk(trace, *chunk);
    progress.advance(sizeof(format::ChunkHead) + chunk->payload.size());
  }
  if (reader.flaw() == TraceFlaw::other_version)
    return Error{Code::file, fmt::format("{} was written by another version of Heddle", base::quoted(path)),
                 "convert it with the heddle command of that version, or record it again"};
  if (reader.position() == 0 && reader.flaw() == TraceFlaw::foreign)
    return Error{Code::file, fmt::format("{} is not a raw trace of Heddle", base::quoted(path)),
                 "name a file written by heddle run --trace FILE.raw, or through HEDDLE_TRACE"};
  if (trace.workers.empty())
    return Error{Code::file, fmt::format("{} holds no event", base::quoted(path)),
                 "did the program run on Heddle, and use OpenMP? heddle run -v says so"};
  std::sort(trace.workers.begin(), trace.workers.end(), [](const TracedWorker& left, const TracedWorker& right) {
    return left.process != right.process ? left.process < right.process : left.id < right.id;
  });
  trace.flaw = flaw_of(trace, reader, path);
  return trace;
}

}  // namespace heddle::tools

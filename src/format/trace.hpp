// The raw trace file: what the runtime writes while a program runs, and the command `heddle` reads afterwards.
//
// A file is a row of chunks; each has a head and a payload, and is appended by one write(2), so that threads and forked
// processes share one file. Payloads by kind:
//   process   ProcessStart: a process begins to record
//   mappings  the text of /proc/self/maps, for the names of functions
//   records   Record after Record, in the order in which one worker noted them
//   text      TextHead and characters: what records mean by an address
//   end       nothing: the process ended in order
// Everything is in the byte order of the machine. A file that ends within a chunk is good up to there. Layouts only,
// and a reader that never leaves the bytes it was given; any thread. Described for users in docs/tracing.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace heddle::format {

inline constexpr std::array<char, 8> k_trace_magic = {'h', 'e', 'd', 'd', 'l', 'e', 'T', 'R'};
inline constexpr std::uint32_t k_trace_version = 1;  // grows when an old reader would misunderstand a new file

enum class ChunkKind : std::uint32_t { process = 1, mappings = 2, records = 3, end = 4, text = 5 };

struct ChunkHead {
  std::array<char, 8> magic = k_trace_magic;
  std::uint32_t version = k_trace_version;
  ChunkKind kind = ChunkKind::end;
  std::uint32_t bytes = 0;    // of the payload
  std::uint32_t process = 0;  // pid
  std::uint32_t worker = 0;   // of records: Worker::id
  std::uint32_t thread = 0;   // of records: the kernel's number of the worker's thread
  std::uint64_t time_ns = 0;  // when it was written, by the clock of the records
};

struct ProcessStart {
  std::uint64_t monotonic_ns = 0;  // the clock of all records, and
  std::uint64_t realtime_ns = 0;   // the time of day at the same moment
  std::uint64_t parent = 0;        // pid
};

/// In front of the characters, which are no more than k_longest_text. Written before the first record that means them.
struct TextHead {
  std::uint64_t address = 0;  // in the process
};
inline constexpr std::size_t k_longest_text = 2048;

/// What happened. The comment names the fields of Record that mean something besides time and task.
enum class Event : std::uint16_t {
  task_created = 1,  // a: the parent task, b: address of the body, detail: graph::TaskFlag, extra: priority (signed)
  access = 2,        // a: address, b: length in bytes or 0, detail: graph::Mode; behind task_created, one per access
  task_linked = 3,   // entered the graph of dependences
  task_ready = 4,    // waits for nobody any more, and was queued
  task_started = 5,
  task_ended = 6,     // its body is over
  task_released = 7,  // left the graph: its successors know
  wait_begin = 8,     // detail: Waited
  wait_end = 9,
  idle_begin = 10,  // the worker finds nothing to run
  idle_end = 11,
  managed = 12,       // it has run the runtime's idle jobs; a: since when
  messages = 13,      // detail: Message, extra: how many were handled
  region_begin = 14,  // task: the implicit task, a: its parent or 0, b: threads of the team, extra: the seat
  region_end = 15,
  loop_begin =
      16,  // of the innermost task; a: iterations, b: chunk or 0, detail: the schedule's number, extra: LoopTrait
  loop_chunk = 17,   // a: first, b: last iteration and one; none: there are no more for this thread
  loop_end = 18,     // the thread leaves it; extra: 1 when it does not wait for the others
  task_origin = 19,  // of the task that this worker makes next; a: of a text "file:line" or "file:line\nfunction" or 0,
                     // b: of its name or 0; task: its body, if that is known better here than in task_created, or 0;
                     // detail: 1 when it only keeps the place of a weak access of the task that is meant
  scheduled = 20,    // of the worker's thread since its first record, by the kernel; a: ns that it ran, b: ns that it
                     // could have run, and waited for a cpu
};

/// Bits of Record::extra of loop_begin.
enum LoopTrait : std::uint32_t {
  k_rising = 1,   // a thread's chunks come in rising order
  k_ordered = 2,  // iterations wait for one another: ordered, doacross
};

/// Record::detail of wait_begin and wait_end.
enum class WaitReason : std::uint16_t { children = 0, group = 1, barrier = 2, predecessors = 3, window = 4 };

/// Record::detail of messages.
enum class Message : std::uint16_t { submit = 0, done = 1 };

struct Record {
  std::uint64_t time_ns = 0;
  std::uint64_t task = 0;  // unique in its process; 0: none
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  Event event{};
  std::uint16_t detail = 0;
  std::uint32_t extra = 0;
};
static_assert(sizeof(ChunkHead) == 40 && sizeof(Record) == 40);  // a file from one build is read by another

struct Chunk {
  ChunkHead head;
  std::span<const std::byte> payload;

  std::size_t record_count() const noexcept { return payload.size() / sizeof(Record); }
  /// @pre index < record_count()
  Record record(std::size_t index) const noexcept {
    Record record;
    std::memcpy(&record, payload.data() + index * sizeof(Record), sizeof(Record));
    return record;
  }
};

/// Why there is no further chunk.
enum class TraceFlaw : std::uint8_t {
  none,           // the file ends here
  foreign,        // what comes is not a chunk
  other_version,  // written by another version of the format
  cut_off,        // the file ends within a chunk
};

/// Walks over the chunks of a file that lies in memory.
class TraceReader {
 public:
  explicit TraceReader(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}

  /// The next chunk, or none: then flaw() says why.
  std::optional<Chunk> next() noexcept {
    Chunk chunk;
    flaw_ = look_at_head(chunk.head);
    if (rest_.empty() || flaw_ != TraceFlaw::none) return std::nullopt;
    chunk.payload = rest_.subspan(sizeof(ChunkHead), chunk.head.bytes);
    rest_ = rest_.subspan(sizeof(ChunkHead) + chunk.head.bytes);
    position_ += sizeof(ChunkHead) + chunk.head.bytes;
    return chunk;
  }

  TraceFlaw flaw() const noexcept { return flaw_; }
  /// Bytes that were good.
  std::size_t position() const noexcept { return position_; }

 private:
  TraceFlaw look_at_head(ChunkHead& head) const noexcept {
    const std::size_t known = rest_.size() < sizeof(ChunkHead) ? rest_.size() : sizeof(ChunkHead);
    if (known == 0) return TraceFlaw::none;
    std::memcpy(&head, rest_.data(), known);
    const std::size_t magic = known < k_trace_magic.size() ? known : k_trace_magic.size();
    if (std::memcmp(rest_.data(), k_trace_magic.data(), magic) != 0) return TraceFlaw::foreign;
    if (known < sizeof(ChunkHead)) return TraceFlaw::cut_off;
    if (head.version != k_trace_version) return TraceFlaw::other_version;
    return rest_.size() - sizeof(ChunkHead) < head.bytes ? TraceFlaw::cut_off : TraceFlaw::none;
  }

  std::span<const std::byte> rest_;
  std::size_t position_ = 0;
  TraceFlaw flaw_ = TraceFlaw::none;
};

}  // namespace heddle::format

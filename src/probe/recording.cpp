// Opening the file, writing chunks, the end; see recording.hpp and recorder.hpp.
#include "probe/recording.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <new>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::probe {

namespace {

using platform::Threads;

/// The program's errno, put back at the end.
class KeepErrno {
 public:
  KeepErrno() noexcept : saved_(errno) {}
  ~KeepErrno() { errno = saved_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  const int saved_;
};

/// Holds back what a failed write would end the program with: SIGXFSZ at the limit of `ulimit -f`, SIGPIPE when the
/// reader of a pipe has gone. Signals that were on their way to the program before stay so.
class NoWriteSignals {
 public:
  NoWriteSignals() noexcept {
    sigset_t pending;
    sigpending(&pending);
    sigemptyset(&ours_);
    for (const int signal : {SIGXFSZ, SIGPIPE}) {
      if (sigismember(&pending, signal) == 0) sigaddset(&ours_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &ours_, &before_);
  }
  ~NoWriteSignals() {
    const timespec at_once{};
    while (sigtimedwait(&ours_, nullptr, &at_once) > 0) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoWriteSignals(const NoWriteSignals&) = delete;
  NoWriteSignals& operator=(const NoWriteSignals&) = delete;

 private:
  sigset_t ours_;
  sigset_t before_;
};

/// @returns 0, or why not everything was written
int write_all(int file, const char* bytes, std::size_t count) noexcept {
  const NoWriteSignals held_back;
  while (count != 0) {
    const ssize_t written = ::write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return 0;
}

std::uint64_t time_of_day_ns() noexcept {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

/// Nothing where the kernel does not say, or the thread is gone.
ThreadTimes times_of(std::uint32_t thread) noexcept {
  char text[64];
  std::snprintf(text, sizeof text, "/proc/self/task/%u/schedstat", thread);
  const int file = ::open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t count = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (count <= 0) return {};
  const char* const end = text + count;
  ThreadTimes times;
  const auto [space, error] = std::from_chars(text, end, times.ran_ns);
  if (error == std::errc{} && space != end) std::from_chars(space + 1, end, times.waited_ns);
  return times;
}

base::Error refusal(const std::string& path, std::string_view why, std::string hint) {
  return {base::Code::file, "cannot write the trace " + base::quoted(path) + ": " + std::string(why), std::move(hint)};
}

constexpr std::string_view k_another = "remove it, or set HEDDLE_TRACE to another";

/// A file that is open, until it is taken.
class File {
 public:
  explicit File(int file) noexcept : file_(file) {}
  ~File() {
    if (file_ >= 0) ::close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool is_open() const noexcept { return file_ >= 0; }
  int get() const noexcept { return file_; }
  int take() noexcept { return std::exchange(file_, -1); }

 private:
  int file_;
};

/// Whether a regular file may be continued: it is empty, or a trace of this version.
bool may_continue(const std::string& path, const struct stat& status) noexcept {
  if (status.st_size == 0) return true;
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat same{};
  if (!file.is_open() || ::fstat(file.get(), &same) != 0) return false;
  if (same.st_dev != status.st_dev || same.st_ino != status.st_ino) return false;  // exchanged meanwhile
  format::ChunkHead head;
  const bool whole = ::read(file.get(), &head, sizeof head) == static_cast<ssize_t>(sizeof head);
  return whole && head.magic == format::k_trace_magic && head.version == format::k_trace_version;
}

/// A trace says where things lie in this process. In a folder that others write to, too, they may have put a link, a
/// pipe or a file of their own under the name.
bool is_ours(const struct stat& status) noexcept {
  return status.st_uid == ::geteuid() || (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode));
}
bool link_is_foreign(const std::string& path) noexcept {
  struct stat link{};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode)) return false;
  return link.st_uid != ::geteuid() && link.st_uid != 0;  // root's: /dev/stdout
}

/// Not one of the numbers of standard input, output and error, which may be closed: what the program writes there is
/// not for the trace.
int above_standard_files(int number) noexcept {
  if (number > STDERR_FILENO) return number;
  const File file(number);
  return ::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/// Opens the file that is there. A pipe without a reader is refused (ENXIO) rather than waited for.
base::Result<int> open_old(const std::string& path) {
  const auto foreign = [&path] { return refusal(path, "it belongs to somebody else", std::string(k_another)); };
  if (link_is_foreign(path)) return foreign();
  File file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status{};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0)
    return refusal(path, std::strerror(errno), "set HEDDLE_TRACE to a file that may be written");
  if (!is_ours(status)) return foreign();
  if (S_ISREG(status.st_mode) && !may_continue(path, status))
    return refusal(path, "there is a file that is no trace of this version", std::string(k_another));
  ::fcntl(file.get(), F_SETFL, O_APPEND);
  return file.take();
}

/// Makes the file, for its owner alone, or opens the one that is there.
base::Result<int> open_to_append(const std::string& path) {
  File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0600));
  if (file.is_open()) return file.take();
  if (errno == EEXIST) return open_old(path);
  return refusal(path, std::strerror(errno), "the folder must exist and be writable; set HEDDLE_TRACE to such a file");
}

}  // namespace

base::Result<std::unique_ptr<Recording>> Recording::start(const std::string& path) {
  const KeepErrno keep;
  const auto opened = open_to_append(path);
  if (!opened.ok()) return opened.error();
  const int file = above_standard_files(opened.value());
  if (file < 0) return refusal(path, std::strerror(errno), "raise the limit of open files (ulimit -n)");
  return std::unique_ptr<Recording>(new Recording(path, file));
}

Recording::~Recording() {
  end();
  for (Recorder* recorder = recorders_; recorder != nullptr;) delete std::exchange(recorder, recorder->next_);
  ::close(file_);
}

Recorder* Recording::recorder(std::uint32_t worker) noexcept {
  auto* recorder = new (std::nothrow) Recorder(this, worker);
  if (recorder == nullptr) return nullptr;
  const RecordingGuard hold(lock_);
  recorder->next_ = recorders_;
  recorders_ = recorder;
  return recorder;
}

void Recording::end() noexcept {
  const KeepErrno keep;
  const RecordingGuard hold(lock_);
  for (Recorder* recorder = recorders_; recorder != nullptr; recorder = recorder->next_) write_out(*recorder);
  if (announced_ && !ended_) {
    write_mappings();  // what was loaded since the beginning has its names, too
    format::ChunkHead head;
    write_chunk(head, 0);
  }
  ended_ = true;
}

void Recording::after_fork_in_child() noexcept {
  announced_ = false;
  said_.clear();
  for (Recorder* recorder = recorders_; recorder != nullptr; recorder = recorder->next_) {
    // order: relaxed — one thread.
    recorder->used_.store(0, std::memory_order_relaxed);
    recorder->written_ = 0;
    recorder->buffer_.reset();  // the next note makes one, and asks for the thread's number
    recorder->thread_ = 0;
    recorder->said_ = {};
  }
  lock_.unlock();
}

// Appends what the worker has noted. Called by its own thread, or by the one that ends the trace.
void Recording::write_out(Recorder& recorder) noexcept {
  // order: acquire — pairs with note(): the records counted are whole.
  const std::uint32_t used = recorder.used_.load(std::memory_order_acquire);
  if (used == recorder.written_ || ended_) return;
  if (!announced_) announce();
  // The head is put in front of the records; those before them are in the file already.
  format::Record* const first = &recorder.buffer_->records[recorder.written_];
  auto* const head = ::new (reinterpret_cast<char*>(first) - sizeof(format::ChunkHead)) format::ChunkHead;
  head->kind = format::ChunkKind::records;
  head->worker = recorder.worker_;
  head->thread = recorder.thread_;
  write_chunk(*head, (used - recorder.written_) * static_cast<std::uint32_t>(sizeof(format::Record)));
  recorder.written_ = used;
  write_times(recorder);
}

// Behind the records, so that a trace which ends early knows it up to there.
void Recording::write_times(const Recorder& recorder) noexcept {
  const ThreadTimes now = times_of(recorder.thread_), &first = recorder.first_times_;
  if (now.ran_ns < first.ran_ns || now.waited_ns < first.waited_ns || now.ran_ns == 0) return;
  struct {
    format::ChunkHead head;
    format::Record record;
  } chunk;
  chunk.head.kind = format::ChunkKind::records;
  chunk.head.worker = recorder.worker_;
  chunk.head.thread = recorder.thread_;
  chunk.record.event = format::Event::scheduled;
  chunk.record.time_ns = Threads::now_ns();
  chunk.record.a = now.ran_ns - first.ran_ns;
  chunk.record.b = now.waited_ns - first.waited_ns;
  write_chunk(chunk.head, sizeof chunk.record);
}

void Recording::announce() noexcept {
  announced_ = true;
  struct {
    format::ChunkHead head;
    format::ProcessStart start;
  } chunk;
  chunk.head.kind = format::ChunkKind::process;
  chunk.start = {Threads::now_ns(), time_of_day_ns(), static_cast<std::uint64_t>(::getppid())};
  write_chunk(chunk.head, sizeof chunk.start);
  write_mappings();
}

void Recording::write_mappings() noexcept {
  const int file = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;  // then functions have no names
  struct {
    format::ChunkHead head;
    char text[16 * 1024];
  } chunk;
  std::size_t held = 0;  // of a line whose end is yet to come
  for (ssize_t count; (count = ::read(file, chunk.text + held, sizeof chunk.text - held)) > 0;) {
    held += static_cast<std::size_t>(count);
    const auto* const last = static_cast<const char*>(::memrchr(chunk.text, '\n', held));
    if (last == nullptr) break;  // a line beyond all bounds
    const auto whole = static_cast<std::size_t>(last + 1 - chunk.text);
    chunk.head = {};
    chunk.head.kind = format::ChunkKind::mappings;
    write_chunk(chunk.head, static_cast<std::uint32_t>(whole));
    std::memmove(chunk.text, chunk.text + whole, held - whole);
    held -= whole;
  }
  ::close(file);
}

void Recording::write_text(const void* address, std::string_view text) noexcept {
  if (!announced_) announce();
  struct {
    format::ChunkHead head;
    format::TextHead text;
    char characters[format::k_longest_text];
  } chunk;
  chunk.head.kind = format::ChunkKind::text;
  chunk.text.address = reinterpret_cast<std::uint64_t>(address);
  const std::size_t length = text.copy(chunk.characters, sizeof chunk.characters);
  write_chunk(chunk.head, static_cast<std::uint32_t>(sizeof chunk.text + length));
}

// The payload lies behind the head.
void Recording::write_chunk(format::ChunkHead& head, std::uint32_t bytes) noexcept {
  if (ended_) return;
  head.bytes = bytes;
  head.process = static_cast<std::uint32_t>(::getpid());
  head.time_ns = Threads::now_ns();
  const int error = write_all(file_, reinterpret_cast<const char*>(&head), sizeof head + bytes);
  if (error != 0) give_up(error);
}

void Recording::give_up(int error) noexcept {
  ended_ = true;
  static base::OnceGate gate;
  base::warn_once(gate, {"the trace ", base::Quoted(path_), " ends here: ", std::strerror(error),
                         "; the program goes on without it"});
}

void Recorder::note(const format::Record& record) noexcept {
  if (listener_ != nullptr) listener_(record);
  if (recording_ == nullptr) return;
  // order: relaxed — only this thread changes it.
  std::uint32_t used = used_.load(std::memory_order_relaxed);
  if (buffer_ == nullptr || used == k_capacity) [[unlikely]] {
    make_room();
    if (buffer_ == nullptr) return;
    used = 0;
  }
  buffer_->records[used] = record;
  buffer_->records[used].time_ns = Threads::now_ns();
  // order: release — pairs with write_out(): the record is whole.
  used_.store(used + 1, std::memory_order_release);
}

bool Recorder::has_said(const void* address) noexcept {
  if (said_at(address) == address) return true;
  const RecordingGuard hold(recording_->lock_);
  if (!recording_->said_.contains(address)) return false;
  said_at(address) = address;
  return true;
}

void Recorder::say(const void* address, std::string_view text) noexcept {
  const KeepErrno keep;
  const RecordingGuard hold(recording_->lock_);
  said_at(address) = address;
  if (recording_->said_.insert(address).second) recording_->write_text(address, text);
}

void Recorder::make_room() noexcept {
  const KeepErrno keep;
  const RecordingGuard hold(recording_->lock_);
  if (thread_ == 0) {
    thread_ = static_cast<std::uint32_t>(::gettid());
    first_times_ = times_of(thread_);
  }
  if (buffer_ == nullptr) {
    buffer_.reset(new (std::nothrow) Buffer);
    return;
  }
  recording_->write_out(*this);
  written_ = 0;
  // order: relaxed — under the lock, where the only other reader looks.
  used_.store(0, std::memory_order_relaxed);
}

void Recorder::end_thread() noexcept {
  if (buffer_ == nullptr) return;
  make_room();
  thread_ = 0;
  buffer_.reset();
}

}  // namespace heddle::probe

// Recording: the trace of a process while it is written. One file for all workers, and for the processes it forks.
//
// Whatever goes wrong with the file ends the trace, with one message, and never the program. Any thread may call.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "format/trace.hpp"
#include "probe/recorder.hpp"
#include "probe/recording_lock.hpp"

namespace heddle::probe {

class Recording {
 public:
  /// Opens the file, which is made if need be; a trace that is there already is continued, so that programs started by
  /// the traced one can write to the same file. Anything else that is there is refused, and what belongs to somebody
  /// else. A new file is for its owner alone (0600).
  static base::Result<std::unique_ptr<Recording>> start(const std::string& path);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// A recorder for one worker, which lives as long as the recording. Null when there is no memory for it.
  Recorder* recorder(std::uint32_t worker) noexcept;

  /// Writes out what all workers have noted, and closes the trace: what is noted afterwards is dropped.
  void end() noexcept;

  /// Around fork(). The child drops what its parent has noted, and records under its own process number.
  void before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_.lock(); }
  void after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_.unlock(); }
  void after_fork_in_child() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS;

 private:
  friend class Recorder;
  Recording(std::string path, int file) : path_(std::move(path)), file_(file) {}

  void write_out(Recorder& recorder) noexcept HEDDLE_REQUIRES(lock_);
  void write_times(const Recorder& recorder) noexcept HEDDLE_REQUIRES(lock_);
  void announce() noexcept HEDDLE_REQUIRES(lock_);
  void write_mappings() noexcept HEDDLE_REQUIRES(lock_);
  void write_text(const void* address, std::string_view text) noexcept HEDDLE_REQUIRES(lock_);
  void write_chunk(format::ChunkHead& head, std::uint32_t bytes) noexcept HEDDLE_REQUIRES(lock_);
  void give_up(int error) noexcept HEDDLE_REQUIRES(lock_);

  const std::string path_;
  const int file_;
  RecordingLock lock_;  // and what is written to the file
  Recorder* recorders_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  std::set<const void*> said_ HEDDLE_GUARDED_BY(lock_);  // addresses whose texts are in the file
  bool announced_ HEDDLE_GUARDED_BY(lock_) = false;      // the file knows of this process
  bool ended_ HEDDLE_GUARDED_BY(lock_) = false;
};

}  // namespace heddle::probe

// Recorder: what one worker notes for the trace. Null in workers that are not traced, see points.hpp.
//
// Invariant: records [written_, used_) are noted and not in the file. Only the worker's own thread adds; the thread
// that ends the process may write out what is there meanwhile, so whoever writes out holds the recording's lock, and
// `used_` is published after the record it counts.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

#include "format/trace.hpp"

namespace heddle::probe {

class Recording;

/// What the kernel says of a thread.
struct ThreadTimes {
  std::uint64_t ran_ns = 0;     // on a cpu
  std::uint64_t waited_ns = 0;  // for one, ready to run
};

class Recorder {
 public:
  /// @param recording  null: the worker is watched, not traced, and what it notes is dropped
  Recorder(Recording* recording, std::uint32_t worker) noexcept
      : recording_(recording), worker_(worker), last_task_(std::uint64_t{worker} << k_task_bits) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Notes it, with the time. The worker's own thread only. Never fails; writes to the file when the buffer is full.
  [[gnu::cold, gnu::noinline]] void note(const format::Record& record) noexcept;

  /// Whether anything gets into a file: else nobody need say what addresses mean.
  bool writes() const noexcept { return recording_ != nullptr; }
  /// Whether the trace has the text that records mean by this address. @pre writes()
  bool has_said(const void* address) noexcept;
  /// The trace gets it: its first characters, if it is long. @pre writes()
  [[gnu::cold]] void say(const void* address, std::string_view text) noexcept;

  /// Whatever is noted is said there, too, on the worker's thread.
  using Listener = void (*)(const format::Record& record) noexcept;
  void listen(Listener listener) noexcept { listener_ = listener; }

  /// The arguments of tasks are to lie apart, in memory that is new to who looks for races.
  void want_arguments_apart() noexcept { least_alignment_ = k_apart; }
  /// The alignment for arguments of tasks: one that blocks do not have makes them lie apart (graph/task_memory.hpp).
  std::size_t argument_alignment(std::size_t asked) const noexcept {
    return asked < least_alignment_ ? least_alignment_ : asked;
  }

  /// A number that no other task of the process gets; they rise with every task of this worker.
  std::uint64_t new_task() noexcept { return ++last_task_; }

  /// The worker's thread ends; another one may take the worker over.
  [[gnu::cold]] void end_thread() noexcept;

 private:
  friend class Recording;
  static constexpr unsigned k_task_bits = 40;  // a worker makes fewer than a trillion tasks
  static constexpr std::size_t k_apart = 128;  // beyond a line's
  static constexpr std::uint32_t k_capacity = 64 * 1024 / sizeof(format::Record) - 1;  // with the head: 64 KiB a write

  struct Buffer {
    format::ChunkHead head;
    format::Record records[k_capacity];
  };

  void make_room() noexcept;

  static constexpr std::size_t k_said = 64;
  const void*& said_at(const void* address) noexcept {
    return said_[(reinterpret_cast<std::uintptr_t>(address) >> 3) % k_said];
  }

  Recording* const recording_;
  const std::uint32_t worker_;
  std::uint32_t thread_ = 0;   // the kernel's number of the worker's thread; 0: not asked yet
  std::uint32_t written_ = 0;  // under the recording's lock
  ThreadTimes first_times_;    // the same: of the thread when it began
  std::atomic<std::uint32_t> used_{0};
  std::unique_ptr<Buffer> buffer_;  // made by the first note
  std::uint64_t last_task_;
  std::size_t least_alignment_ = 1;
  Listener listener_ = nullptr;
  std::array<const void*, k_said> said_{};  // some of the addresses that the recording has said
  Recorder* next_ = nullptr;                // of the same recording
};

#ifndef HEDDLE_NO_PROBES
/// What a worker has its recorder in.
using RecorderField = Recorder*;
#else
/// Nobody ever listens, and the compiler knows: to measure what probe points cost when they are off (docs/tools.md).
struct RecorderField {
  constexpr RecorderField(Recorder* /*recorder*/) noexcept {}
  constexpr operator Recorder*() const noexcept { return nullptr; }
  Recorder* operator->() const noexcept { return nullptr; }
};
#endif

}  // namespace heddle::probe

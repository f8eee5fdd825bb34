// Transport: how ranks reach each other: five functions, and what is needed to begin.
//
// A transport that needs a library of the system's is a plug-in, which is loaded when a launcher has started the
// process (load.hpp): so libheddle needs no MPI. Its file exports heddle_transport_open, compiled with this header; the
// version says whether both mean the same.
//
// One thread at a time, but for sleep(), which any thread may call. Messages from one rank to another arrive in the
// order in which they were sent.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::transport {

/// Memory that lies at the same address on both ranks.
struct MemoryRange {
  char* begin = nullptr;
  std::size_t bytes = 0;
};

/// Who takes what arrives.
class Receiver {
 public:
  /// @param bytes  valid during the call
  virtual void arrived(unsigned from, const char* bytes, std::size_t count) noexcept = 0;
  /// What fetch() was called with has come. @param what  its token
  virtual void fetched(void* what) noexcept = 0;

 protected:
  ~Receiver() = default;
};

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// Sends a message, never waits. The bytes may be used again at once.
  virtual void send(unsigned to, const char* bytes, std::size_t count) noexcept = 0;
  /// Asks another rank for its bytes of these ranges, into the same addresses here; never waits. Receiver::fetched()
  /// says when they are there. @pre nobody changes them there meanwhile
  virtual void fetch(unsigned from, const MemoryRange* ranges, std::size_t count, void* what) noexcept = 0;
  /// Hands on what has arrived, and moves what is under way. @returns whether anything has
  virtual bool poll(Receiver& receiver) noexcept = 0;
  /// Until something may have arrived, or the time is over.
  virtual void sleep(std::uint64_t ns) noexcept = 0;
  /// The job ends. @param status  0: all ranks call it, and it returns; else it ends all ranks and does not return
  virtual void end(int status) noexcept = 0;

  // -- To begin with
  unsigned rank() const noexcept { return rank_; }
  unsigned ranks() const noexcept { return ranks_; }
  /// All ranks call it with as many bytes. @param all  gets the bytes of each, by rank
  virtual void exchange(const void* own, void* all, std::size_t bytes) noexcept = 0;

 protected:
  unsigned rank_ = 0;
  unsigned ranks_ = 1;
};

inline constexpr std::uint32_t k_transport_version = 1;

/// What a plug-in's opening function says.
struct OpenReport {
  std::uint32_t version = k_transport_version;
  Transport* transport = nullptr;  // null: why not
  char why[512] = {};              // "<what>, <remedy>"
};
using OpenFunction = void (*)(OpenReport* opened);

}  // namespace heddle::transport

// Sentences for the user on standard error: warnings, each at most once, and the last words of a process.
//
// Every message goes out with one write(2), so that messages of several threads and processes do not mix. Nothing is
// allocated and no stream is used, since a message may be due when memory is short or before the program's own
// constructors have run. Messages longer than k_message_bytes end in "...". What could not be seen in a piece, or would
// end the line, is escaped; text that others wrote is given as a Quoted (quoted.hpp), which also cuts it.
// May be called from any thread. Async-signal-safe.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace heddle::base {

inline constexpr std::size_t k_message_bytes = 1024;  // two terminal screens wide; lives on the caller's stack

/// The pieces of a sentence, written one after the other: warn({"OMP_NUM_THREADS=", Quoted(value), " is no number"}).
using Pieces = std::initializer_list<std::string_view>;

/// Remembers that a warning has been given. One static object per kind of warning; constant-initialised.
class OnceGate {
 public:
  /// @returns true for exactly one caller in the life of the process (a fork'ed child inherits the answer).
  // order: relaxed — no data hangs on the flag, so it has no partner.
  bool enter() noexcept { return !__atomic_test_and_set(&entered_, __ATOMIC_RELAXED); }

 private:
  bool entered_ = false;
};

/// Writes "heddle: warning: <pieces>" the first time `gate` is used, and nothing afterwards.
[[gnu::cold]] void warn_once(OnceGate& gate, Pieces pieces) noexcept;

/// Writes "heddle: warning: <pieces>".
[[gnu::cold]] void warn(Pieces pieces) noexcept;

/// Writes "heddle: <pieces>" and aborts.
[[noreturn, gnu::cold]] void fatal(Pieces pieces) noexcept;

}  // namespace heddle::base

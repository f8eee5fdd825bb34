// HEDDLE_CHECK: what a caller must have got right. A broken check ends the process with a sentence and a source line.
//
// For mistakes of the caller only; what the world may refuse (memory, pinning, environment) is a Result, see error.hpp.
// Checks stand in release builds too: they guard cold paths, or cost one predicted branch.
// May be used from any thread and from a signal handler.
#pragma once

namespace heddle::base {

/// Writes "heddle: <sentence> (<file>:<line>)" to standard error in one piece and aborts.
[[noreturn, gnu::cold, gnu::noinline]] void check_failed(const char* sentence, const char* file, int line) noexcept;

}  // namespace heddle::base

/// Aborts with `sentence` unless `condition` holds. The sentence says what was wrong, as the reader of it sees it.
#define HEDDLE_CHECK(condition, sentence)                                      \
  (__builtin_expect(static_cast<bool>(condition), true) ? static_cast<void>(0) \
                                                        : ::heddle::base::check_failed(sentence, __FILE__, __LINE__))

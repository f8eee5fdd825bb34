// Heddle's own settings as they hold in this process, and how they become the engine's.
//
// Read when the process starts, which is while the library is loaded, before a second thread exists; only read from
// then on, but for what a program changes before threads run (set_own, and omp where libomp's users may). Warnings are
// printed here, each once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "process/own_settings.hpp"

namespace heddle::process {

/// Starts the process if nobody has. Any thread; not for rooms that are being told that the process starts.
const OwnSettings& own_settings() noexcept;

/// Why a setting was not changed.
struct Refusal {
  enum class Reason : std::uint8_t { wrong_name_or_value, too_late } reason;
  std::string sentence;
};
/// Sets what one of Heddle's own variables stands for, as long as no thread has used the pool. One thread.
std::optional<Refusal> set_own(std::string_view name, const char* value);

/// Whether set_own() has set anything: then the environment is not read again.
bool set_by_program() noexcept;

/// HEDDLE_VERBOSE: one line about what was chosen. @param threads  that a team gets which asks for no number
[[gnu::cold]] void say_what_was_chosen(unsigned threads) noexcept;

}  // namespace heddle::process

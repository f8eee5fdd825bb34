// KMP_* variables, and the kmp_set_* routines that stand for some of them: from their words to our settings.
//
// Read once, when the stubs' library is loaded, behind libheddle's own reading of OMP_* (omp/environment.hpp). A value
// that is wrong is named once and changes nothing; a variable that has no counterpart here is named once, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::kmpc {

/// Reads all KMP_* variables of the process.
void read_settings() noexcept;

/// As if the variable had been set so. For kmp_set_defaults("NAME=VALUE|NAME=VALUE").
void apply_setting(std::string_view name, std::string_view value) noexcept;

/// KMP_BLOCKTIME in milliseconds: how long a waiting thread spins. INT_MAX: for ever.
int block_time_ms() noexcept;
void set_block_time_ms(int milliseconds) noexcept;

std::size_t stack_bytes() noexcept;
/// As long as no thread has been started.
void set_stack_bytes(std::size_t bytes) noexcept;

enum class Library : int { none, serial, turnaround, throughput };  // KMP_LIBRARY's numbers
Library library() noexcept;
void set_library(Library library) noexcept;

/// KMP_FORCE_REDUCTION, KMP_DETERMINISTIC_REDUCTION: how reductions are combined.
enum class Reduction : std::uint8_t { automatic, critical, atomic, tree };
Reduction reduction() noexcept;

enum class Warnings : bool { off, on };
void set_warnings(Warnings warnings) noexcept;

}  // namespace heddle::kmpc

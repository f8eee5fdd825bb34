// Findings of HEDDLE_VERIFY, counted: with HEDDLE_VERIFY=fail a process that would end with success ends with status 1
// once there is one, for tests that run without anybody who reads. Any thread.
#pragma once

namespace heddle::process {

/// Something wrong has been said.
void note_finding() noexcept;

/// From now on findings count for the exit status. Called once, before main: handlers of the program run first, and may
/// still find something. A process that ends by _exit() or quick_exit() keeps its status.
void let_findings_fail() noexcept;

}  // namespace heddle::process

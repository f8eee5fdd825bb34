// Heddle's own settings of this process, from their reading on, and what the engine's settings are that follow.
//
// Part of the start of the process, and of those few who change settings before threads run; all others ask
// settings.hpp, which starts the process first. Warnings are printed here, each once.
#pragma once

#include "process/own_environment.hpp"
#include "process/own_settings.hpp"
#include "runtime/settings.hpp"

namespace heddle::process {

/// Reads the environment and says what is wrong with it. Once, by the process that starts.
/// @returns the settings of an engine for which no room above has any wish
runtime::Settings start_own_settings() noexcept;

/// What holds. @pre the process has started
OwnSettings& own_in_force() noexcept;

/// What a program may still set before it uses the pool.
void choose_policies(const OwnSettings& own, runtime::Settings& settings) noexcept;

/// The engine's settings that follow from these. @param recording  the trace that has been started; null: none yet
runtime::Settings engine_settings(const OwnSettings& own, probe::Recording* recording) noexcept;

/// What the environment says now.
OwnEnvironment read_own_environment() noexcept;

/// These hold from now on, as the engine has taken them; what is wrong with them is said if it was not before.
void put_in_force(OwnEnvironment&& anew) noexcept;

}  // namespace heddle::process

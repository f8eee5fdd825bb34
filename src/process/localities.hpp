// The localities of the machine, as this process sees them: found once, by whoever asks first, and kept.
//
// Any thread, but for use_topology(), use_binding() and bind_to_group().
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "platform/topology/localities.hpp"
#include "process/own_settings.hpp"
#include "process/types.hpp"

namespace heddle::process {

/// Another machine's topology is to be used (HEDDLE_TOPOLOGY); empty: this one's. Before anybody asks, by one thread.
void use_topology(const std::string& description) noexcept;

/// What members of divided teams are bound to (HEDDLE_BIND). Before anybody is, by one thread.
void use_binding(GroupBinding binding) noexcept;

/// Costs some small files, or the start of hwloc, the first time. What was wrong with the topology is said then.
const platform::topology::Localities& localities() noexcept;

/// How many cpus each of them has, for runtime::Settings::localities.
std::span<const std::uint32_t> cpus_of_localities() noexcept;

/// Binds the member's thread, which calls this, to the locality that its group stands for, if the team is divided; or
/// to one cpu there, members by turns.
void bind_to_group(Member& member) noexcept;

/// The locality that the worker runs in: its group's, else the one that its thread is bound to, else the first.
std::uint32_t locality_of(const Worker& worker) noexcept;

}  // namespace heddle::process

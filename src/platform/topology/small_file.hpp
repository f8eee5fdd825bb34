// Small files of the kernel, read whole with two system calls and without streams. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/topology/cpu_set.hpp"

namespace heddle::platform::topology {

/// The file's text, without trailing white space; nothing when it cannot be read. Files of /proc and /sys only: at most
/// 64 KiB are taken.
std::optional<std::string> read_small_file(const std::string& path);

/// Leading decimal digits of `text`, which loses them; nothing when there are none or they do not fit.
std::optional<std::uint64_t> take_number(std::string_view& text) noexcept;

/// The kernel's list form, "0-3,8"; what cannot be understood ends the list.
CpuSet parse_cpu_list(std::string_view text);

}  // namespace heddle::platform::topology

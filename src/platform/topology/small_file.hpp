// Small files of the kernel, read whole with two system calls and without streams. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::platform::topology {

/// The file's text, without trailing white space; nothing when it cannot be read. Files of /proc and /sys only: at most
/// 64 KiB are taken.
std::optional<std::string> read_small_file(const std::string& path);

/// Leading decimal digits of `text`, which loses them; nothing when there are none or they do not fit.
std::optional<std::uint64_t> take_number(std::string_view& text) noexcept;

}  // namespace heddle::platform::topology

// See small_file.hpp.
#include "platform/topology/small_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>

namespace heddle::platform::topology {

namespace {

constexpr std::size_t k_most_bytes = 64 * 1024;

}  // namespace

std::optional<std::string> read_small_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  char piece[1024];
  ssize_t taken = 0;
  while (text.size() < k_most_bytes && (taken = ::read(file, piece, sizeof piece)) > 0)
    text.append(piece, static_cast<std::size_t>(taken));
  ::close(file);
  if (taken < 0) return std::nullopt;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::optional<std::uint64_t> take_number(std::string_view& text) noexcept {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

CpuSet parse_cpu_list(std::string_view text) {
  constexpr std::uint64_t k_most_cpus = 1 << 20;  // a number beyond that is no cpu
  CpuSet set;
  while (const auto first = take_number(text)) {
    std::uint64_t last = *first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      last = take_number(text).value_or(last);
    }
    if (last >= k_most_cpus) break;
    for (std::uint64_t cpu = *first; cpu <= last; ++cpu) set.add(cpu);
    if (!text.starts_with(',')) break;
    text.remove_prefix(1);
  }
  return set;
}

}  // namespace heddle::platform::topology
